import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { type Comparison, compareWork, tellOf } from './budget.ts'
import type { Executed } from './files.ts'
import { countWork, type Work } from './work.ts'

const committed = fileURLToPath(new URL('../work-budget.json', import.meta.url))

/** What to count, and the budget for it. */
export type GuardOptions = {
  /** Names of kinds of requests; all if there are none. */
  readonly kinds?: readonly string[]
  /** A file with another budget than the committed one. */
  readonly budget?: string | undefined
}

/** The committed budget: the work for a request, and the most files of `src/` that some kinds may execute. */
export type Budget = Work & { readonly files: Readonly<Record<string, number>> }

/** Counts the work for requests and holds it against the budget. */
export const guardWork = async ({
  kinds = [],
  budget: file = committed,
}: GuardOptions = {}): Promise<{
  /** Whether nothing grew. */
  readonly ok: boolean
  readonly told: string
  readonly work: Work
}> => {
  const budget = readBudget(file)
  const work = await countWork(kinds)
  const comparison = compareWork(budget, work)
  return { ok: comparison.grown.length === 0, told: tellOf(comparison, budget, work), work }
}

/** Makes today's counts the budget. */
export const acceptWork = async (): Promise<void> => {
  const { files } = readBudget()
  writeBudget({ ...(await countWork()), files })
}

/** Compares the executed files with the budget. Kinds that it does not name may execute any number. */
export const compareFiles = (
  executed: ReadonlyMap<string, Executed>,
  file = committed,
): Comparison => {
  const grown: string[] = []
  const fallen: string[] = []
  for (const [kind, most] of Object.entries(readBudget(file).files)) {
    const now = executed.get(kind)?.files.length ?? Number.NaN
    if (now < most) fallen.push(`${kind}: ${now} files, ${most} in the budget. ${accept}`)
    else if (now !== most) grown.push(`${kind}: ${now} files, and ${most} are allowed. ${accept}`)
  }
  return { grown, fallen }
}

const accept = 'npm run bench:files -- --accept takes what is counted now for the budget.'

/** Makes today's executed files the budget, for the kinds that have one. */
export const acceptFiles = (executed: ReadonlyMap<string, Executed>): void => {
  const budget = readBudget()
  const files = Object.keys(budget.files).map((kind) => [kind, executed.get(kind)?.files.length])
  writeBudget({ ...budget, files: Object.fromEntries(files) })
}

const writeBudget = (budget: Budget): void =>
  writeFileSync(committed, `${JSON.stringify(budget, undefined, 2)}\n`)

// Written by `writeBudget`.
export const readBudget = (file = committed): Budget =>
  JSON.parse(readFileSync(file, 'utf8')) as Budget
