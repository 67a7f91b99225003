import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Counts } from './count.ts'

type Work = Readonly<Record<string, Counts>>

/** The committed budget: the work for a request, and how many files of `src/` some kinds may execute. */
export type Budget = { readonly work: Work; readonly files: Readonly<Record<string, number>> }

const committed = fileURLToPath(new URL('../work-budget.json', import.meta.url))

// Written by `accept`.
export const readBudget = (file = committed): Budget =>
  JSON.parse(readFileSync(file, 'utf8')) as Budget

/**
 * Without optimising compilers, and with a single thread for V8, a function allocates the same however often it ran before.
 * The young generation is large enough that nothing is collected while a kind is counted.
 */
const flags =
  '--expose-gc --no-opt --no-maglev --no-lazy-feedback-allocation --single-threaded --min-semi-space-size=128 --max-semi-space-size=128'

/** Counts in a process of its own. */
const count = async <T>(what: 'work' | 'files', kinds: readonly string[]): Promise<T> => {
  const program = fileURLToPath(new URL('count.ts', import.meta.url))
  const args = [...flags.split(' '), program, what, ...kinds]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 24 })
  // The last line of what `count.ts` prints.
  return JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '') as T
}

/** The share by which a figure may differ from the budget by chance: how many requests share a commit depends on the load. */
const chanceOf = (kind: string, figure: string): number =>
  kind.startsWith('64 ') ? 0.4 : figure === 'heapBytes' ? 0.03 : 0

/** The figures that exceed the budget, and those below it, a sentence each. */
export const compare = (
  budget: Readonly<Record<string, Readonly<Record<string, number>>>>,
  counted: Readonly<Record<string, Readonly<Record<string, number>>>>,
): { readonly grown: readonly string[]; readonly fallen: readonly string[] } => {
  const grown: string[] = []
  const fallen: string[] = []
  for (const [kind, counts] of Object.entries(counted)) {
    for (const [figure, now] of Object.entries(counts)) {
      const before = budget[kind]?.[figure]
      const allowed = (before ?? 0) * chanceOf(kind, figure) + 0.001
      if (before === undefined) grown.push(`${kind}: ${figure} has no budget.`)
      else if (now > before + allowed)
        grown.push(`${kind}: ${figure} grew from ${before} to ${now}.`)
      else if (now < before - allowed)
        fallen.push(`${kind}: ${figure} fell from ${before} to ${now}.`)
    }
  }
  return { grown, fallen }
}

/** What to count, and a file with another budget than the committed one. */
export type GuardOptions = {
  readonly kinds?: readonly string[]
  readonly budget?: string | undefined
}

const verdict = ({ grown, fallen }: ReturnType<typeof compare>, command: string) => ({
  ok: grown.length === 0,
  told: [
    ...grown,
    ...fallen,
    `${grown.length} figures exceed the budget. To accept them: ${command}`,
  ]
    .join('\n')
    .concat('\n'),
})

/** Counts the work for requests and compares it with the budget. A busy machine splits groups: these may be counted again. */
export const guardWork = async ({ kinds = [], budget }: GuardOptions = {}) => {
  const allowed = readBudget(budget).work
  const counted: Record<string, Counts> = { ...(await count<Work>('work', kinds)) }
  const isGrown = ([kind, counts]: readonly [string, Counts]): boolean =>
    kind.startsWith('64 ') && compare(allowed, { [kind]: counts }).grown.length > 0
  for (let times = 0; times < 4; times += 1) {
    const grown = Object.entries(counted).filter(isGrown)
    if (grown.length === 0) break
    const again = await count<Work>(
      'work',
      grown.map(([kind]) => kind),
    )
    for (const found of Object.entries(again)) if (!isGrown(found)) counted[found[0]] = found[1]
  }
  return verdict(compare(allowed, counted), 'npm run bench:work -- --accept')
}

/** The files that requests of the kinds with a budget execute, and how many they are. */
const countFiles = async (kinds: readonly string[]) => {
  const files = await count<Record<string, readonly string[]>>('files', kinds)
  return {
    files,
    numbers: Object.fromEntries(Object.entries(files).map(([kind, all]) => [kind, all.length])),
  }
}

/** Counts the files that requests execute, and compares those of the kinds that have a budget. */
export const guardFiles = async ({ budget }: GuardOptions = {}) => {
  const allowed = readBudget(budget).files
  const { files, numbers } = await countFiles(Object.keys(allowed))
  const asCounts = (all: Readonly<Record<string, number>>) =>
    Object.fromEntries(Object.entries(all).map(([kind, each]) => [kind, { files: each }]))
  const compared = compare(asCounts(allowed), asCounts(numbers))
  return { ...verdict(compared, 'npm run bench:files -- --accept'), files }
}

/** Makes today's counts the budget. */
export const accept = async (what: 'work' | 'files'): Promise<void> => {
  const budget = readBudget()
  const changed =
    what === 'work'
      ? { work: await count<Work>('work', []) }
      : { files: (await countFiles(Object.keys(budget.files))).numbers }
  writeFileSync(committed, `${JSON.stringify({ ...budget, ...changed }, undefined, 2)}\n`)
}
