import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'

/** By kind of request, then by figure. */
type Counts = Readonly<Record<string, Readonly<Record<string, number>>>>

/** The committed budget: the work per request, and how many files of `src/` some kinds may execute. */
export type Budget = Readonly<Record<What, Counts>>
export type What = 'work' | 'files'

const committed = fileURLToPath(new URL('../work-budget.json', import.meta.url))

// Written by `accept`.
export const readBudget = (file = committed): Budget =>
  JSON.parse(readFileSync(file, 'utf8')) as Budget

/**
 * Without optimising compilers and with a single V8 thread, a function always allocates the same, however
 * often it has run. The young generation is large enough that nothing is collected while a kind is counted.
 */
const flags =
  '--expose-gc --no-opt --no-maglev --no-lazy-feedback-allocation --single-threaded --min-semi-space-size=128 --max-semi-space-size=128'

/** Counts in a separate process: some kinds, or all that have a budget. Also lists the files. */
const count = async (what: What, kinds: readonly string[], budget: Budget) => {
  const program = fileURLToPath(new URL('count.ts', import.meta.url))
  const wanted = kinds.length === 0 && what === 'files' ? Object.keys(budget.files) : kinds
  const args = [...flags.split(' '), program, what, ...wanted]
  const { stdout } = await promisify(execFile)(process.execPath, args, { maxBuffer: 1 << 24 })
  const printed = JSON.parse(stdout.trimEnd().split('\n').at(-1) ?? '')
  if (what === 'work') return { counts: printed as Counts, files: {} }
  const files = printed as Record<string, readonly string[]>
  const counts = Object.entries(files).map(([kind, { length }]) => [kind, { files: length }])
  return { counts: Object.fromEntries(counts) as Counts, files }
}

/** The fraction by which a figure may randomly differ from the budget: how many requests share a commit depends on the load. */
const chanceOf = (kind: string, figure: string): number =>
  kind.startsWith('64 ') ? 0.4 : figure === 'heapBytes' ? 0.03 : 0

/** The figures above the budget, and those below it, as a sentence each. */
export const compare = (budget: Counts, counted: Counts) => {
  const grown: string[] = []
  const fallen: string[] = []
  for (const [kind, counts] of Object.entries(counted)) {
    for (const [figure, now] of Object.entries(counts)) {
      const before = budget[kind]?.[figure]
      const allowed = (before ?? 0) * chanceOf(kind, figure) + 0.001
      const moved = `from ${before} to ${now}.`
      if (before === undefined) grown.push(`${kind}: ${figure} has no budget.`)
      else if (now > before + allowed) grown.push(`${kind}: ${figure} grew ${moved}`)
      else if (now < before - allowed) fallen.push(`${kind}: ${figure} fell ${moved}`)
    }
  }
  return { grown, fallen }
}

/**
 * Counts the work of requests and compares it with the budget. Grouped kinds may be counted again, because a
 * busy machine splits groups.
 *
 * @param kinds all if empty
 * @param file a budget other than the committed one
 */
export const guard = async (what: What, kinds: readonly string[] = [], file?: string) => {
  const budget = readBudget(file)
  const { counts, files } = await count(what, kinds, budget)
  const counted = { ...counts }
  const isGrown = ([kind, each]: readonly [string, Counts[string]]): boolean =>
    kind.startsWith('64 ') && compare(budget[what], { [kind]: each }).grown.length > 0
  for (let times = 0; times < 4; times += 1) {
    const grown = Object.entries(counted).filter(isGrown)
    if (grown.length === 0) break
    const names = grown.map(([kind]) => kind)
    const again = Object.entries((await count(what, names, budget)).counts)
    for (const found of again) if (!isGrown(found)) counted[found[0]] = found[1]
  }
  const { grown, fallen } = compare(budget[what], counted)
  const last = `${grown.length} figures exceed the budget. To accept them: npm run bench:${what} -- --accept`
  return { ok: grown.length === 0, told: [...grown, ...fallen, last, ''].join('\n'), files }
}

/** Makes today's counts the budget. */
export const accept = async (what: What): Promise<void> => {
  const budget = readBudget()
  const changed = { ...budget, [what]: (await count(what, [], budget)).counts }
  writeFileSync(committed, `${JSON.stringify(changed, undefined, 2)}\n`)
}
