import type { Environment } from '../../base/environments.ts'

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
  readonly message: string
  /** What to do about it, if it is not fine. */
  readonly advice?: string
}

type Check = Finding['check']

export const fine = (check: Check, message: string): Finding => ({ check, fine: true, message })

/** @param text what the check found, and in its last line what to do about it */
export const trouble = (check: Check, text: string): Finding => {
  const at = text.lastIndexOf('\n')
  return { check, fine: false, message: text.slice(0, at), advice: text.slice(at + 1) }
}

/** The text for `trouble` if something is wrong, otherwise false. */
export type Rule = string | false

export const troubles = (check: Check, rules: readonly Rule[]): readonly Finding[] =>
  rules.flatMap((rule) => (rule === false ? [] : trouble(check, rule)))

/** Milliseconds by which the clocks of two machines may differ. */
const clockTolerance = 1_000

/** Checks the clock of the machine `of`, `ahead` milliseconds ahead of this one's. `goes` says what depends on the clocks. */
export const checkOtherClock = (of: string, ahead: number, goes: string): readonly Finding[] =>
  troubles('clock', [
    Math.abs(ahead) > clockTolerance &&
      `The clock of the ${of} differs from this machine's by ${(Math.abs(ahead) / 1_000).toFixed(1)} s.\nKeep both right with NTP; ${goes}.`,
  ])
