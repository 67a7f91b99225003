import * as fc from 'fast-check'
import type { allowedText } from './texts.ts'

/** One field of a query, a path, a header or a body. */
export type Field = {
  readonly name: string
  readonly required: boolean
  readonly schema: Parameters<typeof allowedText>[0]
}

const maybe = <T>(required: boolean, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  required ? arbitrary : fc.option(arbitrary, { nil: undefined })

/** Some of the fields with a value each, in any order. */
export const chosen = <T>(
  fields: readonly Field[],
  value: (field: Field) => fc.Arbitrary<T>,
): fc.Arbitrary<ReadonlyArray<readonly [string, T]>> =>
  fc
    .tuple(
      ...fields.map((field) =>
        maybe(field.required, value(field)).map((one) =>
          one === undefined ? [] : [[field.name, one] as const],
        ),
      ),
    )
    .map((all) => all.flat())
    .chain((all) => fc.shuffledSubarray(all, { minLength: all.length }))

const strangeNames = fc.oneof(
  fc.constantFrom(
    'offset',
    'page',
    'Limit',
    'limit ',
    'limit[]',
    '__proto__',
    'constructor',
    'hasOwnProperty',
    'api_key',
    'access_token',
  ),
  fc.string({ minLength: 1, maxLength: 30 }),
  fc
    .string({ unit: 'grapheme', minLength: 1, maxLength: 10 })
    .filter((text) => text.isWellFormed()),
)

/** Names that are none of these. */
export const strangers = (known: readonly string[]): fc.Arbitrary<readonly string[]> =>
  fc.uniqueArray(
    strangeNames.filter((name) => !known.includes(name)),
    { minLength: 1, maxLength: 3 },
  )
