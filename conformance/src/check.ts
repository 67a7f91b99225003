import type { Session } from './session.ts'

/** Checks one sentence of the interface document. */
export type Check = {
  /** Names the check in reports and in `--only`, like `create.required`. */
  readonly id: string
  /** The heading of the interface document under which the sentence stands. */
  readonly section: string
  /** The sentence. Cells of a table row are joined by spaces. */
  readonly quote: string
  /** Sends what it needs. @throws Violation if the implementation falls short */
  readonly run: (session: Session) => Promise<void>
  /** Whether it uses up the quota of the key; such checks run last, and only if asked for. */
  readonly exhausts?: true
}

/** The implementation does not do what the sentence says. */
export class Violation extends Error {}

/** A check that cannot be made here. The message says why. */
export class NotApplicable extends Error {}

/**
 * @param message what was expected and what came
 * @throws Violation
 */
export function expect(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Violation(message)
}

/** A value for a message, cut to a readable length. */
export const shown = (value: unknown): string => {
  const json = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const text = json.replaceAll(/\s+/g, ' ')
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
