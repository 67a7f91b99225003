import { type Check, NotApplicable, Violation } from './check.ts'
import { animals } from './checks/animals.ts'
import { everyAnswer } from './checks/every-answer.ts'
import type { Report, Result } from './report.ts'
import { Session, type SessionOptions } from './session.ts'

/** All checks, in the order in which they run. */
export const checks: readonly Check[] = [...animals, ...everyAnswer]

export type RunOptions = SessionOptions & {
  /** Whether to use up the key's quota, to see how the implementation answers requests over the limit. */
  readonly exhaust: boolean
  /** Runs only checks whose id contains this. */
  readonly only: string
}

/** Runs the checks one after another. Resolves with the result of each. */
export const runChecks = async (options: RunOptions): Promise<Report> => {
  const session = new Session(options)
  const results: Result[] = []
  for (const check of checks) {
    if (!check.id.includes(options.only)) continue
    const { id, section, quote } = check
    results.push({ id, section, quote, ...(await outcomeOf(check, session, options.exhaust)) })
  }
  return { url: options.url, requests: session.exchanges.length, results }
}

const outcomeOf = async (
  check: Check,
  session: Session,
  exhaust: boolean,
): Promise<Pick<Result, 'outcome' | 'message'>> => {
  if (check.exhausts === true && !exhaust) {
    return { outcome: 'skipped', message: 'It uses up the quota of the key; --exhaust runs it.' }
  }
  try {
    await check.run(session)
    return { outcome: 'passed' }
  } catch (error) {
    if (error instanceof NotApplicable) return { outcome: 'skipped', message: error.message }
    if (error instanceof Violation) return { outcome: 'failed', message: error.message }
    throw error
  }
}
