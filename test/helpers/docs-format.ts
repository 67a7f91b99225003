/**
 * How a Markdown document marks its commands for the tests.
 *
 * - A comment before a block of the language `sh` names the test that runs it. Blocks of one name run one
 *   after the other, in one shell. The block may be followed by one of another language (`text`, `json`,
 *   `http`, `csv`): the whole of what the commands print, on both streams. In it `…` stands for anything,
 *   on a line of its own for any number of lines.
 * - `status=2` in the comment says how the last command ends, if not with 0.
 * - A block that no test runs says why.
 *
 * ````md
 * <!-- test: making a key -->
 * ```sh
 * npx petstore keys create --environment staging --plan free --name "My shop"
 * ```
 *
 * ```text
 * Key key_… (My shop, free, staging):
 * …
 * ```
 *
 * <!-- not tested: it installs packages -->
 * ```sh
 * npm ci
 * ```
 * ````
 */
export type DocBlock = {
  /** Of the block's first fence, from 1 on. */
  readonly line: number
  readonly code: string
  readonly status: number
  readonly output: string | undefined
}

const testMark = /^\s*<!-- test: (.+?)(?: status=(\d+))? -->$/
const reasonMark = /^\s*<!-- not tested: .+ -->$/

/** Finds the marked blocks of a document, and what breaks the rules above, with its line. */
export const readDoc = (markdown: string) => {
  const lines = markdown.split('\n')
  const tests = new Map<string, DocBlock[]>()
  const faults: string[] = []
  let marks = 0
  for (let at = 0; at < lines.length; at += 1) {
    if (testMark.test(lines[at] ?? '')) marks += 1
    const fence = readFence(lines, at)
    if (fence === undefined) continue
    at = fence.end - 1
    if (fence.language !== 'sh') continue
    const before = lastFilled(lines, fence.line - 2)
    const [, name, status = '0'] = testMark.exec(before) ?? []
    if (name === undefined) {
      if (!reasonMark.test(before)) faults.push(`line ${fence.line}: the block is not marked`)
      continue
    }
    marks -= 1
    const next = readFence(lines, nextFilled(lines, fence.end))
    const output = next === undefined || next.language === 'sh' ? undefined : next.text
    const blocks = tests.get(name) ?? []
    blocks.push({ line: fence.line, code: fence.text, status: Number(status), output })
    tests.set(name, blocks)
  }
  if (marks > 0) faults.push(`${marks} marks stand before no block of the language sh`)
  return { tests, faults }
}

/** Reads the fence that begins at a line; `end` is the index of the line after it. */
const readFence = (lines: readonly string[], at: number) => {
  const [, indent = '', fence, language = ''] = /^(\s*)(`{3,})(\w*)\s*$/.exec(lines[at] ?? '') ?? []
  if (fence === undefined) return undefined
  const length = lines.slice(at + 1).findIndex((line) => line.trim() === fence)
  if (length === -1) throw new Error(`The block at line ${at + 1} has no end.`)
  const end = at + 1 + length
  // A block inside a list is indented with it.
  const text = lines.slice(at + 1, end).map((line) => line.slice(indent.length))
  return { line: at + 1, language, text: text.join('\n'), end: end + 1 }
}

const lastFilled = (lines: readonly string[], from: number): string =>
  lines.slice(0, from + 1).findLast((line) => line.trim() !== '') ?? ''

const nextFilled = (lines: readonly string[], from: number): number => {
  const offset = lines.slice(from).findIndex((line) => line.trim() !== '')
  return offset === -1 ? lines.length : from + offset
}

/** Whether an output matches what a document shows; white space at the ends of lines is ignored. */
export const matchesShown = (shown: string, printed: string): boolean => {
  const pattern = tidy(shown)
    .split('\n')
    .map((line) =>
      line.trim() === '…'
        ? '(?:.*\n)*?'
        : `${line
            .split('…')
            .map((part) => RegExp.escape(part))
            .join('.*?')}\n`,
    )
    .join('')
  return new RegExp(`^${pattern}$`).test(`${tidy(printed)}\n`)
}

const tidy = (text: string): string => text.replaceAll(/[ \t]+$/gm, '').replaceAll(/^\n+|\n+$/g, '')

/** Programs that not every machine has. */
const uncommon = ['curl', 'jq', 'openssl', 'sqlite3'] as const

/** The programs that the blocks call and that a machine may lack. */
export const programsOf = (blocks: readonly DocBlock[]): readonly string[] =>
  uncommon.filter((program) =>
    blocks.some(({ code }) => new RegExp(`(?:^|[|;&(]|\\$\\()\\s*${program}\\s`, 'm').test(code)),
  )
