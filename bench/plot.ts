import type { Sized } from './results.ts'

const frame = { width: 880, height: 520, left: 60, right: 260, top: 48, bottom: 56 } as const
const colours = ['#1b6ca8', '#c8553d', '#3a7d44', '#7a4ea3', '#8a6d1f', '#0f8b8d', '#b5179e']
const dashes = ['none', '6 4']
const labelHeight = 17

type Point = { readonly x: number; readonly y: number }
type Line = { readonly name: string; readonly points: readonly Point[] }

/** Plots cost against the size of the store as SVG: one line for each case, both axes logarithmic. */
export const plotOf = (sizes: readonly Sized[]): string => {
  const sorted = sizes.toSorted((a, b) => a.animals - b.animals)
  const lines = linesOf(sorted)
  const costs = lines.flatMap(({ points }) => points.map(({ y }) => y))
  const range = { least: Math.min(0.8, ...costs), most: Math.max(3, ...costs) * 1.1 }
  const logs = sorted.map(({ animals }) => Math.log10(animals))
  const [least, most] = [Math.min(...logs), Math.max(...logs)]
  const right = frame.width - frame.right
  const bottom = frame.height - frame.bottom
  const x = (animals: number): number =>
    frame.left + ((Math.log10(animals) - least) / (most - least || 1)) * (right - frame.left)
  const y = (cost: number): number =>
    bottom -
    (Math.log(cost / range.least) / Math.log(range.most / range.least)) * (bottom - frame.top)

  const grid = ticksIn(range).map((cost) => {
    const at = y(cost).toFixed(1)
    const bare = cost === 1
    return (
      `<line x1="${frame.left}" x2="${right}" y1="${at}" y2="${at}" stroke="${bare ? '#666' : '#ddd'}"/>` +
      `<text x="${frame.left - 8}" y="${(y(cost) + 4).toFixed(1)}" text-anchor="end">${cost}</text>`
    )
  })
  const ticks = sorted.map(
    ({ animals }) =>
      `<text x="${x(animals).toFixed(1)}" y="${bottom + 20}" text-anchor="middle">${animals.toLocaleString('en')}</text>`,
  )
  const places = spread(lines.map(({ points }) => y(points.at(-1)?.y ?? range.least)))
  const drawn = lines.map(({ name, points }, index) => {
    const colour = colours[index % colours.length]
    const dash = dashes[Math.floor(index / colours.length) % dashes.length]
    const path = points.map((point) => `${x(point.x).toFixed(1)},${y(point.y).toFixed(1)}`)
    const end = y(points.at(-1)?.y ?? range.least).toFixed(1)
    const label = places[index] ?? 0
    const marks = path.map((point) => {
      const [cx, cy] = point.split(',')
      return `<circle cx="${cx}" cy="${cy}" r="2.5" fill="${colour}"/>`
    })
    return (
      `<polyline fill="none" stroke="${colour}" stroke-width="2" stroke-dasharray="${dash}" points="${path.join(' ')}"/>` +
      marks.join('') +
      `<path d="M${right + 4} ${end} L${right + 18} ${label.toFixed(1)}" stroke="${colour}" stroke-width="0.8" fill="none"/>` +
      `<text x="${right + 22}" y="${(label + 4).toFixed(1)}" fill="${colour}">${name} (${(points.at(-1)?.y ?? 0).toFixed(2)})</text>`
    )
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}" font-family="sans-serif" font-size="12" fill="#222">
<title>Processor time of a request against the number of animals</title>
<rect width="100%" height="100%" fill="white"/>
<text x="${frame.left}" y="24" font-size="14">Processor time of a request, as a multiple of bare node:http with the same bytes</text>
${[...grid, ...ticks, ...drawn].join('\n')}
<text x="${(frame.left + right) / 2}" y="${frame.height - 12}" text-anchor="middle">animals in the store</text>
</svg>
`
}

/** The cases that were measured at every size. */
const linesOf = (sizes: readonly Sized[]): readonly Line[] => {
  const names = sizes[0]?.cases.map(({ name }) => name) ?? []
  return names.flatMap((name) => {
    const points = sizes.flatMap(({ animals, cases }) => {
      const cost = cases.find((each) => each.name === name)?.ratio.cpu
      return typeof cost === 'number' && cost > 0 ? [{ x: animals, y: cost }] : []
    })
    return points.length === sizes.length ? [{ name, points }] : []
  })
}

const ticksIn = ({ least, most }: { least: number; most: number }): readonly number[] =>
  [0.25, 0.5, 0.75, 1, 1.5, 2, 3, 5, 7, 10, 15, 20, 30, 50].filter(
    (tick) => tick >= least && tick <= most,
  )

/** Places labels near their lines, so that no label covers another and all are inside the frame. */
const spread = (wanted: readonly number[]): readonly number[] => {
  const order = wanted.map((at, index) => ({ at, index })).toSorted((a, b) => a.at - b.at)
  const places = order.map(({ at }) => at)
  for (let n = 1; n < places.length; n += 1) {
    places[n] = Math.max(places[n] ?? 0, (places[n - 1] ?? 0) + labelHeight)
  }
  let lowest: number = frame.height - frame.bottom
  for (let n = places.length - 1; n >= 0; n -= 1) {
    places[n] = Math.min(places[n] ?? 0, lowest)
    lowest = (places[n] ?? 0) - labelHeight
  }
  const result: number[] = []
  for (const [rank, { index }] of order.entries()) result[index] = places[rank] ?? 0
  return result
}
