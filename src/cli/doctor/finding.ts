import type { Environment } from '../../core/environments.ts'

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
