/** Error correction codewords per block at level M (recovers 15 %), for versions 1 to 21; 28 for later ones. */
const checkLengths = [
  10, 16, 26, 18, 24, 16, 18, 22, 22, 26, 30, 22, 22, 24, 24, 28, 28, 26, 26, 26, 26,
]
/** The number of blocks, by version. */
const blockCounts = [
  1, 1, 1, 2, 2, 4, 4, 4, 5, 5, 5, 8, 9, 9, 10, 10, 11, 13, 14, 16, 17, 17, 18, 20, 21, 23, 25, 26,
  28, 29, 31, 33, 35, 37, 38, 40, 43, 45, 47, 49,
]

/** Rows of modules, 1 for dark; undefined where the data goes. */
type Grid = Array<Array<number | undefined>>

/** The masks: each inverts the modules where it gives 0. */
const masks: ReadonlyArray<(x: number, y: number) => number> = [
  (x, y) => (x + y) % 2,
  (_, y) => y % 2,
  (x) => x % 3,
  (x, y) => (x + y) % 3,
  (x, y) => (Math.floor(x / 3) + (y >> 1)) % 2,
  (x, y) => ((x * y) % 2) + ((x * y) % 3),
  (x, y) => (((x * y) % 2) + ((x * y) % 3)) % 2,
  (x, y) => (((x + y) % 2) + ((x * y) % 3)) % 2,
]

/**
 * Encodes a text as a QR code (ISO/IEC 18004) at level M, without the quiet zone.
 *
 * @returns the rows of modules, 1 for dark
 * @throws RangeError if it has more than 2,331 bytes
 */
export const qrCode = (text: string): readonly (readonly number[])[] => {
  const bytes = [...new TextEncoder().encode(text)]
  for (const [at, blocks] of blockCounts.entries()) {
    const version = at + 1
    const checks = checkLengths[at] ?? 28
    const free = emptyGrid(version, 0)
      .flat()
      .filter((cell) => cell === undefined).length
    const total = free >> 3
    const room = total - blocks * checks
    // In hexadecimal digits: the mode, the length, the bytes and the terminator.
    const digits = `4${hex(bytes.length, version < 10 ? 2 : 4)}${bytes.map((byte) => hex(byte)).join('')}0`
    if (digits.length > room * 2) continue
    const data = Array.from({ length: room }, (_, n) =>
      Number.parseInt(
        digits.slice(n * 2, n * 2 + 2) || ((n - digits.length / 2) % 2 ? '11' : 'ec'),
        16,
      ),
    )
    const words = interleaved(data, blocks, total, checks)
    const codes = masks.map((mask, number) => filled(emptyGrid(version, number), words, mask))
    const penalties = codes.map(penaltyOf)
    return codes[penalties.indexOf(Math.min(...penalties))] ?? []
  }
  throw new RangeError('The text is too long for a QR code.')
}

const hex = (value: number, length = 2): string => value.toString(16).padStart(length, '0')

/** The data and error correction codewords, interleaved in drawing order. */
const interleaved = (
  data: readonly number[],
  blocks: number,
  total: number,
  checks: number,
): readonly number[] => {
  const short = blocks - (total % blocks)
  const length = Math.floor(total / blocks) - checks
  const parts = Array.from({ length: blocks }, (_, n) => {
    const start = n * length + Math.max(0, n - short)
    return data.slice(start, start + length + Number(n >= short))
  })
  const column = (rows: readonly (readonly number[])[], at: number) =>
    rows.flatMap((row) => row[at] ?? [])
  const columns = (rows: readonly (readonly number[])[]) =>
    Array.from({ length: Math.max(length + 1, checks) }, (_, at) => column(rows, at)).flat()
  return [...columns(parts), ...columns(parts.map((part) => checksOf(part, checks)))]
}

/** The product in the standard's finite field GF(256). */
const times = (one: number, other: number): number => {
  let product = 0
  for (let bit = 7; bit >= 0; bit -= 1)
    product = (product << 1) ^ ((product >> 7) * 0x11d) ^ (((other >> bit) & 1) * one)
  return product
}

/** The Reed–Solomon error correction codewords of a block. */
const checksOf = (data: readonly number[], count: number): readonly number[] => {
  let divisor = [1]
  for (let n = 0, root = 1; n < count; n += 1, root = times(root, 2))
    divisor = [...divisor, 0].map((each, at) => each ^ times(divisor[at - 1] ?? 0, root))
  const rest = [...data, ...divisor.slice(1).fill(0)]
  for (const at of data.keys()) {
    const factor = rest[at] ?? 0
    for (const [n, each] of divisor.entries())
      rest[at + n] = (rest[at + n] ?? 0) ^ times(each, factor)
  }
  return rest.slice(data.length)
}

/** Appends the error correction bits (BCH) of a generator polynomial to a value. */
const withRest = (value: number, length: number, polynomial: number): number => {
  let rest = value
  for (let n = 0; n < length; n += 1) rest = (rest << 1) ^ ((rest >> (length - 1)) * polynomial)
  return (value << length) | rest
}

/** All that is not data: the function patterns, and the format and version information. */
const emptyGrid = (version: number, mask: number): Grid => {
  const size = 17 + 4 * version
  const grid: Grid = Array.from({ length: size }, () => Array.from({ length: size }))
  const set = (x: number, y: number, cell: number): void => {
    const row = grid[y]
    if (row && x in row) row[x] = cell
  }
  const rings = (x: number, y: number, radius: number, light: readonly number[]): void => {
    for (let dx = -radius; dx <= radius; dx += 1)
      for (let dy = -radius; dy <= radius; dy += 1)
        set(x + dx, y + dy, Number(!light.includes(Math.max(Math.abs(dx), Math.abs(dy)))))
  }
  for (const [x, y] of [
    [3, 3],
    [size - 4, 3],
    [3, size - 4],
  ] as const)
    rings(x, y, 4, [2, 4])
  const count = version === 1 ? 0 : Math.floor(version / 7) + 2
  const step = Math.floor((version * 8 + count * 3 + 5) / (count * 4 - 4)) * 2
  const centres = Array.from({ length: count }, (_, n) => (n === 0 ? 6 : size - 7 - (n - 1) * step))
  for (const x of centres)
    for (const y of centres) if (grid[y]?.[x] === undefined) rings(x, y, 2, [1])
  for (let at = 8; at < size - 8; at += 1) {
    set(at, 6, (at + 1) % 2)
    set(6, at, (at + 1) % 2)
  }
  const format = withRest(mask, 10, 0x537) ^ 0x5412
  for (let n = 0; n < 15; n += 1) {
    const bit = (format >> n) & 1
    set(8, n < 6 ? n : n < 8 ? n + 1 : size - 15 + n, bit)
    set(n < 8 ? size - 1 - n : n < 9 ? 7 : 14 - n, 8, bit)
  }
  set(8, size - 8, 1)
  if (version < 7) return grid
  for (let n = 0; n < 18; n += 1) {
    const bit = (withRest(version, 12, 0x1f25) >> n) & 1
    const [one, other] = [size - 11 + (n % 3), Math.floor(n / 3)]
    set(one, other, bit)
    set(other, one, bit)
  }
  return grid
}

/** Draws the codewords into the free modules, in columns of two from the right, alternating up and down. */
const filled = (
  grid: Grid,
  words: readonly number[],
  mask: (x: number, y: number) => number,
): readonly (readonly number[])[] => {
  const size = grid.length
  let at = 0
  for (let right = size - 1; right > 0; right -= right === 8 ? 3 : 2)
    for (let n = 0; n < size * 2; n += 1) {
      const x = right - (n % 2)
      const isUp = ((right < 6 ? right + 1 : right) & 2) === 0
      const y = isUp ? size - 1 - (n >> 1) : n >> 1
      const row = grid[y]
      if (row && row[x] === undefined) {
        row[x] = (((words[at >> 3] ?? 0) >> (7 - (at % 8))) & 1) ^ Number(mask(x, y) === 0)
        at += 1
      }
    }
  return grid as number[][]
}

/** The penalty score of a code: long runs, 2 × 2 blocks, patterns like a finder, imbalance of dark and light. */
const penaltyOf = (code: readonly (readonly number[])[]): number => {
  const size = code.length
  const lines = [...code, ...code.map((_, x) => code.map((row) => row[x]))].map((line) =>
    line.join(''),
  )
  const runs = lines.flatMap((line) => line.match(/0{5,}|1{5,}/g) ?? [])
  const corners = lines.flatMap((line) => line.match(/(?=10111010000|00001011101)/g) ?? [])
  let sum = corners.length * 40
  for (const run of runs) sum += run.length - 2
  for (const [y, row] of code.entries())
    for (const [x, cell] of row.entries())
      if ([row[x + 1], code[y + 1]?.[x], code[y + 1]?.[x + 1]].every((other) => other === cell))
        sum += 3
  const dark = code.flat().filter(Boolean).length
  return sum + Math.floor(Math.abs(dark / size ** 2 - 0.5) * 20) * 10
}
