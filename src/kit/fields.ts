import type { TProperties, TSchema } from 'typebox'
import { isOptional, Type } from '../base/schema/type.ts'
import { int64 } from '../base/int64.ts'

/** Fields that several schemas have. The document says each once, under the name of its owner and its own. */
export const titled = <Fields extends TProperties>(owner: string, fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => {
      // In a patch, members of a map may be null.
      if ('additionalProperties' in field) return [name, field]
      const own = { title: owner + name.charAt(0).toUpperCase() + name.slice(1), ...field }
      return [name, isOptional(field) ? Type.Optional(own) : own]
    }),
    // They are as before.
  ) as Fields

/** A 64-bit integer that is not negative, or not below another `minimum`. */
export const Natural = (description: string, example: bigint, minimum = 0n) =>
  Type.Unsafe<bigint>({
    type: 'integer',
    format: 'int64',
    description,
    minimum,
    maximum: int64.maximum,
    examples: [example],
  })

/** A signed 64-bit integer: JSON digits outside, bigint inside, never a double in between. */
export const Int64 = (description: string, example: bigint) =>
  Natural(description, example, int64.minimum)

/** The id of a row that the store assigns. */
export const AssignedId = {
  ...Int64('Unique identifier, assigned by the service; ascending from 1, never reused.', 1n),
  title: 'AssignedId',
}

export const Int32 = (description: string, minimum: number, maximum: number, example: number) =>
  Type.Integer({ description, format: 'int32', minimum, maximum, examples: [example] })

/** An integer of 32 bits in the JSON of a row, where all integers are `bigint`. */
export const inRow = (schema: TSchema) => Type.Unsafe<bigint>(schema)

/** A count or a limit, which a 32-bit integer holds. */
export const Count = (description: string, example: number) =>
  Int32(description, 0, 2_147_483_647, example)

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
export const Line = (
  description: string,
  maxLength: number,
  example: string | null,
  minLength = 0,
) =>
  Type.String({
    description,
    ...(minLength > 0 && { minLength }),
    maxLength,
    pattern: `^[^${controls}]*$`,
    'x-pattern-rule': 'no control character',
    ...(example !== null && { examples: [example] }),
  })

/** A text for people, on any number of lines. */
export const Text = (description: string, maxLength: number, example: string) =>
  Type.String({
    description,
    minLength: 1,
    maxLength,
    pattern: '^[^\\x00-\\x08\\x0b\\x0c\\x0e-\\x1f\\x7f-\\x9f]*$',
    'x-pattern-rule': 'no control character but tabs and line breaks',
    examples: [example],
  })

// Every day of the calendar: months of 31 days, of 30, and February, whose 29th is in a leap year.
const days = [
  '(0[13578]|1[02])-(0[1-9]|[12][0-9]|3[01])',
  '(0[469]|11)-(0[1-9]|[12][0-9]|30)',
  '02-(0[1-9]|1[0-9]|2[0-8])',
].join('|')
const leapYear = '[0-9]{2}(0[48]|[2468][048]|[13579][26])|([02468][048]|[13579][26])00'
const date = `[0-9]{4}-(${days})|(${leapYear})-02-29`

/** A day of the calendar (full-date of RFC 3339). */
export const FullDate = (description: string, example: string) =>
  Type.String({
    description,
    minLength: 10,
    maxLength: 10,
    pattern: `^(${date})$`,
    'x-pattern-rule': 'the form of a day, like 2024-05-17',
    examples: [example],
  })

/** A day, or as much of it as somebody knows: a month, or a year. */
export const PartialDate = (description: string, example: string) =>
  Type.String({
    description,
    minLength: 4,
    maxLength: 10,
    pattern: `^([0-9]{4}(-(0[1-9]|1[0-2]))?|${date})$`,
    'x-pattern-rule': 'the form of a day, a month or a year, like 2024-05-17, 2024-05 or 2024',
    examples: [example],
  })

/** Texts by names that the client chooses. */
export const TextMap = (
  description: string,
  max: { readonly names: number; readonly nameLength: number; readonly length: number },
  example: Readonly<Record<string, string>>,
) =>
  Type.Unsafe<Readonly<Record<string, string>>>({
    type: 'object',
    description,
    maxProperties: max.names,
    propertyNames: Line('A name.', max.nameLength, Object.keys(example)[0] ?? '', 1),
    additionalProperties: Text('A text.', max.length, Object.values(example)[0] ?? ''),
    examples: [example],
  })

/** A name that people give: 1 to 200 code points, kept exactly as sent. */
export const Name = (description: string, example: string) =>
  Type.String({
    description,
    minLength: 1,
    maxLength: 200,
    pattern: namePattern,
    'x-pattern-rule':
      'at least one character that is not white space, and no control character or lone surrogate',
    examples: [example],
  })
