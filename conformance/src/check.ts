import type { Session } from './session.ts'

/** Checks one sentence of the interface document. */
export type Check = {
  /** Names the check in reports and in `--only`, like `create.required`. */
  readonly id: string
  /** The heading of the interface document that contains the sentence. */
  readonly section: string
  /** The sentence. Cells of a table row are joined by spaces. */
  readonly quote: string
  /** Sends the necessary requests. @throws Violation if the implementation does not conform */
  readonly run: (session: Session) => Promise<void>
  /** Whether it uses up the quota of the key; such checks run last, and only if asked for. */
  readonly exhausts?: true
}

/** The implementation does not do what the sentence says. */
export class Violation extends Error {}

/** A check that cannot be made here. The message says why. */
export class NotApplicable extends Error {}

/**
 * @param message what was expected and what was received
 * @throws Violation
 */
export function expect(condition: boolean, message: string): asserts condition {
  if (!condition) throw new Violation(message)
}

/** Formats a value for a message, truncated to a readable length. */
export const shown = (value: unknown): string => {
  const json = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value))
  const text = json.replaceAll(/\s+/g, ' ')
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
