import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { compareWork, tellOf } from './budget.ts'
import { countWork, type Work } from './work.ts'

const committed = fileURLToPath(new URL('../work-budget.json', import.meta.url))

/** What to count, and what to hold it against. */
export type GuardOptions = {
  /** Names of kinds of requests; all where there are none. */
  readonly kinds?: readonly string[]
  /** Another budget than the committed one. */
  readonly budget?: string | undefined
}

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

/** Makes what is counted now the budget. */
export const acceptWork = async (): Promise<void> => {
  const work = await countWork()
  writeFileSync(committed, `${JSON.stringify(work, undefined, 2)}\n`)
}

// Written by `acceptWork`.
export const readBudget = (file = committed): Work => JSON.parse(readFileSync(file, 'utf8')) as Work
