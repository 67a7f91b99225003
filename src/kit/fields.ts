import { Type } from '../base/schema/type.ts'
import { int64 } from '../base/int64.ts'

/** Fields that the schemas of several resources have. */

/** A signed 64-bit integer: JSON digits outside, bigint inside, never a double in between. */
export const Int64 = (description: string, example: bigint) =>
  Type.Unsafe<bigint>({
    type: 'integer',
    format: 'int64',
    // In words too: many readers of the document turn the bounds into doubles.
    description: `${description} A 64-bit integer, from ${int64.minimum} to ${int64.maximum}.`,
    minimum: int64.minimum,
    maximum: int64.maximum,
    examples: [example],
  })

/** A count or a limit, which a 32-bit integer holds. */
export const Count = (description: string, example: number) =>
  Type.Integer({
    description,
    format: 'int32',
    minimum: 0,
    maximum: 2_147_483_647,
    examples: [example],
  })

/**
 * An instant to the millisecond. A client may send it with any offset. Inside it is text in UTC with milliseconds, the
 * same that clients get.
 */
export const DateTime = (
  description: string,
  example: string | null = '2026-11-20T12:00:00.000Z',
) =>
  Type.Unsafe<string>({
    type: 'string',
    format: 'date-time',
    description,
    // RFC 3339 bounds no fraction of a second.
    maxLength: 64,
    ...(example !== null && { examples: [example] }),
  })

// The pattern of a name: no control character (Cc), and at least one character that is not white space (White_Space).
// All common engines read it alike: no \s, no \p, no surrogate. Prism fails on characters beyond \xff, so those are
// escapes; their hex digits are capitals, because kin-openapi (Go) translates only such escapes.
const controls = '\\x00-\\x1f\\x7f-\\x9f'
const space = ' \\xa0\\u1680\\u2000-\\u200A\\u2028\\u2029\\u202F\\u205F\\u3000'
const namePattern = `^[${space}]*[^${controls}${space}][^${controls}]*$`

/** A text for people, on one line. */
export const Line = (description: string, maxLength: number, example: string) =>
  Type.String({ description, maxLength, pattern: `^[^${controls}]*$`, examples: [example] })

/** How a name begins: 1 to 200 code points. */
export const NameBeginning = (description: string) =>
  Type.String({
    description,
    minLength: 1,
    maxLength: 200,
    pattern: `^[^${controls}]*$`,
    'x-pattern-rule': 'no control character',
    // No `examples`: tools would send one with all other filters, and it goes with none.
  })

/** A name that people give: 1 to 200 code points, kept exactly as sent. */
export const Name = (what: string, example: string) =>
  Type.String({
    description: `${what}, kept exactly as sent. Its length counts Unicode code points. No control character, at least one character that is not white space, and no lone surrogate: half of a pair, which JSON can escape though it is no character.`,
    minLength: 1,
    maxLength: 200,
    pattern: namePattern,
    'x-pattern-rule':
      'at least one character that is not white space, and no control character or lone surrogate',
    examples: [example],
  })
