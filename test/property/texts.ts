import * as fc from 'fast-check'
import { resolve, type Schema } from '../helpers/openapi.ts'
import { chosen, type Field } from './fields.ts'

/** Generators of text for one value: what the document allows, and what it forbids. */

/** The spelling of a JSON value, with its meaning. */
export type Spelled = { readonly token: string; readonly value: Value }
type Value = string | bigint | null | readonly Value[] | { readonly [name: string]: Value }

const int64 = { minimum: -(2n ** 63n), maximum: 2n ** 63n - 1n }

const boundsOf = (schema: Schema): { readonly min: bigint; readonly max: bigint } => ({
  min: BigInt(schema.minimum ?? int64.minimum),
  max: BigInt(schema.maximum ?? int64.maximum),
})

/**
 * Whether a string is one of the schema's: JSON Schema counts code points and searches patterns. That a string
 * is whole characters the document says in words.
 */
export const isAllowed = (schema: Schema, text: string): boolean => {
  if (!text.isWellFormed()) return false
  if (schema.enum !== undefined) return schema.enum.includes(text)
  if (schema.format === 'date-time') return dateTimeShape.test(text)
  const { length } = Array.from(text)
  if (length < (schema.minLength ?? 0) || length > (schema.maxLength ?? Infinity)) return false
  return schema.pattern === undefined || new RegExp(schema.pattern, 'u').test(text)
}

/** Near enough to refuse nothing that is a date-time. */
const dateTimeShape = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d+)?(Z|[+-]\d{2}:\d{2})$/i

/** Instants of the days after the clock of the tests, at any offset: as far ahead as a hold may end. */
const dateTimes = fc
  .record({
    time: fc.date({
      min: new Date('2026-11-20T12:02:00Z'),
      max: new Date('2026-11-27T12:00:00Z'),
      noInvalidDate: true,
    }),
    hours: fc.integer({ min: -23, max: 23 }),
    digits: fc.integer({ min: 0, max: 3 }),
  })
  .map(({ time, hours, digits }) => {
    const whole = Math.floor(time.getTime() / 10 ** (3 - digits)) * 10 ** (3 - digits)
    const local = new Date(whole + hours * 3_600_000).toISOString()
    const fraction = digits === 0 ? '' : local.slice(19, 20 + digits)
    const offset = `${hours < 0 ? '-' : '+'}${String(Math.abs(hours)).padStart(2, '0')}:00`
    return local.slice(0, 19) + fraction + (hours === 0 ? 'Z' : offset)
  })

/** URLs by https whose host is a name: what else the host may be, the document says in words. */
const urls = fc.stringMatching(
  /^https:[/][/][a-z][a-z0-9]{0,9}[.]example(:[1-9][0-9]{0,3})?([/?][!-"$-~]{0,60})?$/,
)

/** Integers within bounds: anywhere, at the ends, near zero, and among the first ids, which name something. */
const integers = (min: bigint, max: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(
    fc.bigInt({ min, max }),
    fc.constantFrom(min, min + 1n, max - 1n, max),
    fc.bigInt({ min: min > -99n ? min : -99n, max: max < 999n ? max : 999n }),
    fc.bigInt({ min: min > 1n ? min : 1n, max: max < 5n ? max : 5n }),
  )

const unknownStrings = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.string({ unit: 'grapheme', maxLength: 80 }),
  fc.string({ maxLength: 20 }),
  fc.stringMatching(/^[ \t\u00a0\u2003\u3000]{0,5}$/),
  fc
    .tuple(fc.string({ maxLength: 9 }), fc.constantFrom('\0', '\n', '\u007f', '\u0085', '\u001b'))
    .map(([text, control]) => text + control),
  fc.nat({ max: 99 }).map((more) => 'a'.repeat(150 + more)),
)

const strings = (schema: Schema): fc.Arbitrary<string> => {
  const { minLength = 0, pattern } = schema
  // Where thousands of characters are allowed, a few hundred will do.
  const maxLength = Math.min(schema.maxLength ?? 64, 600)
  const general = fc.string({ unit: 'binary', minLength, maxLength })
  return fc
    .oneof(
      general,
      fc.string({ unit: 'grapheme', minLength, maxLength: Math.min(maxLength, 40) }),
      fc.constantFrom('a', '🐕').map((one) => one.repeat(maxLength)),
      ...(pattern === undefined ? [] : [fc.stringMatching(new RegExp(pattern, 'u'))]),
    )
    .filter((text) => isAllowed(schema, text))
}

/** The text of a parameter that the schema allows. */
export const allowedText = (of: Schema): fc.Arbitrary<string> => {
  const schema = resolve(of)
  if (schema.type === 'integer') {
    const { min, max } = boundsOf(schema)
    return integers(min, max).map(String)
  }
  // Several values, with commas between them; enough of them to be several.
  if (schema.items !== undefined) {
    return fc
      .array(allowedText(schema.items), {
        minLength: Number(schema.minItems ?? 0),
        maxLength: Math.min(9, Number(schema.maxItems ?? 9)),
      })
      .map((values) => values.join(','))
  }
  if (schema.format === 'date-time') return dateTimes
  if (schema.pattern?.startsWith('^https?:') === true) return urls
  return schema.enum === undefined ? strings(schema) : fc.constantFrom(...schema.enum)
}

/** The text of a parameter that the schema forbids: well-formed Unicode, and not empty. */
export const forbiddenText = (of: Schema): fc.Arbitrary<string> => {
  const schema = resolve(of)
  if (schema.items !== undefined) {
    return fc
      .tuple(
        // With a comma it would be several values, which may be valid.
        forbiddenText(schema.items).filter((text) => !text.includes(',')),
        fc.array(allowedText(schema.items), { maxLength: 3 }),
      )
      .map(([wrong, right]) => [...right, wrong].join(','))
  }
  if (schema.type === 'integer') {
    const { min, max } = boundsOf(schema)
    const spoilt = integers(min, max).chain((value) =>
      fc.constantFrom(
        ...formed(value, '#.0|#e0|+#| #|# |0#|--#|0x#|#n|#,0|"#"|#\0|[#]'),
        String(value).replaceAll(/\d/g, (digit) => String.fromCodePoint(0x0660 + Number(digit))),
      ),
    )
    const words = fc.constantFrom(...'null|true|NaN|Infinity|-|-0|1e2|0.5|{}|٣'.split('|'))
    return fc
      .oneof(outside(min, max).map(String), spoilt, words, unknownStrings)
      .filter(
        (text) =>
          text !== '' && !(/^(?:0|-?[1-9]\d*)$/.test(text) && isWithin(BigInt(text), min, max)),
      )
  }
  return fc
    .oneof(unknownStrings, ...(schema.enum === undefined ? [] : [spoiltChoices(schema.enum)]))
    .filter((text) => text !== '' && !isAllowed(schema, text))
}

/** Spellings with a value wherever they have a #. */
const formed = (value: string | bigint, forms: string): string[] =>
  forms.replaceAll('#', () => String(value)).split('|')

const isWithin = (value: bigint, min: bigint, max: bigint): boolean => value >= min && value <= max

const outside = (min: bigint, max: bigint): fc.Arbitrary<bigint> =>
  fc.oneof(
    fc.constantFrom(min - 1n, max + 1n),
    fc.bigInt({ min: max + 1n, max: max + 10n ** 30n }),
    fc.bigInt({ min: min - 10n ** 30n, max: min - 1n }),
  )

const spoiltChoices = (choices: readonly string[]): fc.Arbitrary<string> =>
  fc
    .constantFrom(...choices)
    .chain((choice) =>
      fc.constantFrom(choice.toUpperCase(), choice.slice(1), ...formed(choice, '# | #|#,#|#\0')),
    )

/** A JSON value that the schema allows, in any spelling that JSON has for it. */
export const allowedToken = (of: Schema): fc.Arbitrary<Spelled> => {
  const { isNullable, ...schema } = resolve(of)
  if (isNullable) {
    const cleared = fc.constant({ token: 'null', value: null })
    return fc.oneof({ arbitrary: allowedToken(schema), weight: 4 }, cleared)
  }
  if (schema.type === 'integer') {
    const { min, max } = boundsOf(schema)
    return integers(min, max).chain((value) =>
      fc.constantFrom(...spellings(value)).map((token) => ({ token, value })),
    )
  }
  if (schema.items !== undefined) {
    const constraints = { minLength: Number(schema.minItems ?? 0), maxLength: 9 }
    const item = allowedToken(schema.items)
    const selector = ({ value }: Spelled): unknown => value
    return (
      schema.uniqueItems === true
        ? fc.uniqueArray(item, { ...constraints, selector })
        : fc.array(item, constraints)
    ).map((items) => ({
      token: arrayToken(items.map(({ token }) => token)),
      value: items.map(({ value }) => value),
    }))
  }
  const fields = fieldsOf(schema)
  if (fields !== undefined) {
    return chosen(fields, (field) => allowedToken(field.schema)).map(spelledObject)
  }
  if (typeof schema.additionalProperties === 'object') {
    return membersOf(schema, schema.additionalProperties).map(spelledObject)
  }
  return allowedText(schema).chain((value) =>
    spelledString(value).map((token) => ({ token, value })),
  )
}

/** The fields of an object; undefined if the schema is of something else. */
export const fieldsOf = ({ properties, required = [] }: Schema): readonly Field[] | undefined =>
  properties &&
  Object.entries(properties).map(([name, schema]) => ({
    name,
    required: required.includes(name),
    schema,
  }))

/** Some members of a map, as few as leave room for the rest of a body. */
const membersOf = (
  { propertyNames = {} }: Schema,
  values: Schema,
): fc.Arbitrary<ReadonlyArray<readonly [name: string, value: Spelled]>> =>
  fc.uniqueArray(fc.tuple(strings(propertyNames), allowedToken(values)), {
    maxLength: 4,
    selector: ([name]) => name,
  })

const spelledObject = (members: ReadonlyArray<readonly [string, Spelled]>): Spelled => ({
  token: objectToken(members.map(([name, { token }]) => [name, token])),
  value: Object.fromEntries(members.map(([name, { value }]) => [name, value])),
})

type Pair = readonly [name: string, token: string]

/** @param gap white space, which may stand around each part */
export const objectToken = (members: readonly Pair[], gap = ''): string =>
  `${gap}{${gap}${members.map(([name, token]) => `${JSON.stringify(name)}${gap}:${gap}${token}`).join(`${gap},${gap}`)}${gap}}${gap}`

export const arrayToken = (items: readonly string[], gap = ''): string =>
  `${gap}[${items.join(',')}${gap}]${gap}`

/** Ways to spell an integer as a JSON number. */
const spellings = (value: bigint): readonly string[] => {
  if (value === 0n) return ['0', '0.0', '0e0', '-0', '0e999', '0E-0', '-0.0e-9']
  const plain = String(value)
  const zeros = /0*$/.exec(plain)?.[0].length ?? 0
  const spelled = formed(value, '#|#|#.0|#.000|#e0|#E-0|#00e-2|#0.0E-1')
  if (zeros > 0)
    spelled.push(`${plain.slice(0, -zeros)}e${zeros}`, `${plain.slice(0, -zeros)}E+0${zeros}`)
  const [, sign = '', digits = ''] = /^(-?)(\d+)$/.exec(plain) ?? []
  spelled.push(`${sign}0.${digits}e${digits.length}`, `${sign}0.00${digits}E+${digits.length + 2}`)
  return spelled
}

const escaped = (text: string): string =>
  Array.from(
    { length: text.length },
    (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`,
  ).join('')

/** Ways to spell a string as a JSON string. */
const spelledString = (text: string): fc.Arbitrary<string> =>
  fc.constantFrom(
    JSON.stringify(text),
    JSON.stringify(text),
    `"${escaped(text)}"`,
    JSON.stringify(text).replaceAll('/', String.raw`\/`),
    `"${escaped(text)
      .toUpperCase()
      .replaceAll(String.raw`\U`, String.raw`\u`)}"`,
  )

const otherTypes = fc.constantFrom('null', 'true', 'false', '{}', '[]', '[1]', '{"a":{}}', '[[[]]]')

/** A JSON value that the schema forbids. */
export const forbiddenToken = (of: Schema): fc.Arbitrary<string> => {
  const { isNullable, ...schema } = resolve(of)
  if (isNullable) return forbiddenToken(schema).filter((token) => token !== 'null')
  if (schema.type === 'integer') {
    const { min, max } = boundsOf(schema)
    const fractions = integers(min, max).chain((value) =>
      fc.constantFrom(
        ...formed(value, '#.5|#.00000000000000000000001|1e-1|0.1|123e-3|1e-400|5E-324'),
      ),
    )
    const far = fc.constantFrom(
      '1e19',
      '1E400',
      '-1e400',
      `1${'0'.repeat(20)}`,
      '9223372036854775807.5e1',
      `1e${'9'.repeat(30)}`,
    )
    const quoted = integers(min, max).map((value) => `"${value}"`)
    const beyond = outside(min, max).chain((value) => fc.constantFrom(...spellings(value)))
    return fc.oneof(beyond, fractions, far, quoted, otherTypes)
  }
  if (schema.items !== undefined) {
    const others = fc.array(
      allowedToken(schema.items).map(({ token }) => token),
      { maxLength: 3 },
    )
    const oneWrong = fc
      .tuple(others, forbiddenToken(schema.items), others)
      .map(([before, wrong, after]) => arrayToken([...before, wrong, ...after]))
    const mayBeEmpty = Number(schema.minItems ?? 0) === 0
    const takesIntegers = resolve(schema.items).type === 'integer'
    return fc.oneof(
      oneWrong,
      otherTypes.filter(
        (token) => !(mayBeEmpty && token === '[]') && !(takesIntegers && token === '[1]'),
      ),
      fc.integer().map(String),
      unknownStrings.chain(spelledString),
    )
  }
  const fields = fieldsOf(schema)
  if (fields !== undefined) {
    const oneWrong = fc
      .constantFrom(...fields)
      .chain(({ name, schema: inner }) =>
        forbiddenToken(inner).map((token) => objectToken([[name, token]])),
      )
    const others = otherTypes.filter((token) => !token.startsWith('{'))
    return fc.oneof(oneWrong, others, fc.integer().map(String))
  }
  const { additionalProperties: values } = schema
  if (typeof values === 'object') {
    const oneWrong = fc
      .tuple(membersOf(schema, values), strings(schema.propertyNames ?? {}), forbiddenToken(values))
      .map(([members, name, wrong]) =>
        objectToken([...members.map(([other, { token }]): Pair => [other, token]), [name, wrong]]),
      )
    const others = otherTypes.filter((token) => token !== '{}')
    return fc.oneof(oneWrong, others, unknownStrings.chain(spelledString))
  }
  const wrong = fc
    .oneof(
      unknownStrings,
      fc.constantFrom('', ' '),
      ...(schema.enum === undefined ? [] : [spoiltChoices(schema.enum)]),
    )
    .filter((text) => !isAllowed(schema, text))
    .chain(spelledString)
  const halves = fc.constantFrom(
    String.raw`"\ud83d"`,
    String.raw`"a\udc15"`,
    String.raw`"\udc15\ud83d"`,
  )
  return fc.oneof(
    wrong,
    halves,
    otherTypes,
    fc.integer().map(String),
    fc.double().filter(Number.isFinite).map(String),
  )
}
