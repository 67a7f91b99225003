import type { Measured } from './measure.ts'

/** A size of the store and what was measured at it. */
export type Sized = {
  readonly animals: number
  readonly keys: number
  readonly cases: readonly Measured[]
}

/** The figures as a table for a terminal or a Markdown page. */
export const tableOf = ({ animals, keys, cases }: Sized): string => {
  const rows = cases.map(({ name, bound, status, service, bare, ratio }) => [
    name,
    String(status),
    ratio.cpu.toFixed(2),
    bound === undefined ? '' : bound.toFixed(2),
    service.cpu.toFixed(1),
    bare.cpu.toFixed(1),
    ratio.requestsPerSecond.toFixed(2),
    Math.round(service.requestsPerSecond).toString(),
    service.p50.toFixed(2),
    service.p99.toFixed(2),
  ])
  const head = [
    'case',
    'status',
    'cpu ×',
    'at most',
    'cpu µs',
    'bare µs',
    'req/s ×',
    'req/s',
    'p50 ms',
    'p99 ms',
  ]
  const lines = [head, ...rows]
  const widths = head.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  )
  const text = (line: readonly string[]): string =>
    `| ${line.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  const rule = `|${widths.map((width) => '-'.repeat(width + 2)).join('|')}|`
  const title = `${animals.toLocaleString('en')} animals, ${keys.toLocaleString('en')} keys`
  return [title, '', text(head), rule, ...rows.map(text), ''].join('\n')
}

const frame = { width: 720, height: 400, left: 60, right: 220, top: 30, bottom: 50 } as const
const colours = ['#1b6ca8', '#c8553d', '#3a7d44', '#7a4ea3', '#8a6d1f']

/** Cost against the size of the store: one line a case, both axes from what was measured. */
export const plotOf = (sizes: readonly Sized[]): string => {
  const names = [...new Set(sizes.flatMap(({ cases }) => cases.map(({ name }) => name)))].filter(
    (name) => sizes.every(({ cases }) => cases.some((each) => each.name === name)),
  )
  const costs = (name: string): number[] =>
    sizes.map(({ cases }) => cases.find((each) => each.name === name)?.ratio.cpu ?? Number.NaN)
  const most = Math.max(1, ...names.flatMap(costs)) * 1.1
  const logs = sizes.map(({ animals }) => Math.log10(Math.max(1, animals)))
  const least = Math.min(...logs)
  const greatest = Math.max(...logs)
  const x = (log: number): number =>
    frame.left +
    ((log - least) / (greatest - least || 1)) * (frame.width - frame.left - frame.right)
  const y = (cost: number): number =>
    frame.height - frame.bottom - (cost / most) * (frame.height - frame.top - frame.bottom)
  const lines = names.map((name, index) => {
    const colour = colours[index % colours.length]
    const points = costs(name).map(
      (cost, at) => `${x(logs[at] ?? 0).toFixed(1)},${y(cost).toFixed(1)}`,
    )
    const last = costs(name).at(-1) ?? 0
    return (
      `<polyline fill="none" stroke="${colour}" stroke-width="2" points="${points.join(' ')}"/>` +
      `<text x="${frame.width - frame.right + 8}" y="${y(last) + 4 + index * 2}" fill="${colour}">${name}</text>`
    )
  })
  const ticks = logs.map(
    (log) =>
      `<text x="${x(log)}" y="${frame.height - frame.bottom + 20}" text-anchor="middle">10^${log.toFixed(0)}</text>`,
  )
  const grid = Array.from({ length: Math.floor(most) + 1 }, (_, cost) => {
    const at = y(cost)
    return `<line x1="${frame.left}" x2="${frame.width - frame.right}" y1="${at}" y2="${at}" stroke="#ddd"/><text x="${frame.left - 8}" y="${at + 4}" text-anchor="end">${cost}</text>`
  })
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${frame.width} ${frame.height}" font-family="sans-serif" font-size="12">
<rect width="100%" height="100%" fill="white"/>
<text x="${frame.left}" y="18">Processor time of a request, as a multiple of the bare server's</text>
${[...grid, ...ticks, ...lines].join('\n')}
<text x="${(frame.left + frame.width - frame.right) / 2}" y="${frame.height - 10}" text-anchor="middle">animals</text>
</svg>
`
}
