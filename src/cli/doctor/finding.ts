import type { Environment } from '../../base/environments.ts'

/** The result of a check. */
export type Finding = {
  readonly check:
    | 'configuration'
    | 'node'
    | 'folder'
    | 'key'
    | 'disk'
    | 'database'
    | 'counters'
    | 'port'
    | 'clock'
  /** Undefined if it concerns the whole service. */
  readonly environment?: Environment
  readonly fine: boolean
  /** What the check saw. */
  readonly message: string
  /** What to do about it, if it is not fine. */
  readonly advice?: string
}

/** A finding that everything is fine. */
export const fine = (check: Finding['check'], message: string): Finding => ({
  check,
  fine: true,
  message,
})

export const trouble = (check: Finding['check'], message: string, advice: string): Finding => ({
  check,
  fine: false,
  message,
  advice,
})

/** What may be wrong: whether it is, what the check saw, and what to do about it. */
export type Rule = readonly [isWrong: boolean, message: string, advice: string]

/** The troubles among the rules of a check. */
export const troubles = (check: Finding['check'], rules: readonly Rule[]): readonly Finding[] =>
  rules.filter(([isWrong]) => isWrong).map(([, message, advice]) => trouble(check, message, advice))

/** Milliseconds by which the clocks of two machines may differ. */
const clockTolerance = 1_000

/**
 * Checks the clock of another machine.
 *
 * @param ahead milliseconds by which it is ahead of this machine's
 */
export const checkOtherClock = (
  ahead: number,
  { of, advice }: { readonly of: string; readonly advice: string },
): readonly Finding[] => {
  const seconds = (Math.abs(ahead) / 1_000).toFixed(1)
  const message = `The clock of the ${of} differs from this machine's by ${seconds} s.`
  return troubles('clock', [[Math.abs(ahead) > clockTolerance, message, advice]])
}
