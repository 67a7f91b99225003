import type { TObject } from 'typebox'

/** A message that the service sends to clients with POST. */
export type Message = {
  /** Its `type`. */
  readonly type: string
  /** The schema of its body. */
  readonly schema: TObject
  /** Its header fields. */
  readonly headers: TObject
  /** What each answer means, by its status (or `2XX`, or `default`). */
  readonly answers: Readonly<Record<string, string>>
}
