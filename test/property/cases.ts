import * as fc from 'fast-check'
import { type Operation, operations, resolve } from '../helpers/openapi.ts'
import {
  allowedText,
  allowedToken,
  forbiddenText,
  forbiddenToken,
  isAllowed,
  type Spelled,
} from './texts.ts'

/** One request, and its expected answer by the document. */
export type RequestCase = {
  readonly operationId: string
  /** Without the base address. */
  readonly path: string
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly expected: Expected
}

export type Expected =
  | { readonly kind: 'allowed'; readonly sent: ReadonlyMap<string, Spelled['value']> }
  | {
      readonly kind: 'refused'
      readonly status: number
      readonly code: string
      /** Names that the message must have. */
      readonly names: readonly string[]
    }

/** Ids of the animals that the store has at the start. */
export const standing = 5

type Pairs = RequestCase['query']
type Field = {
  readonly name: string
  readonly required: boolean
  readonly schema: Parameters<typeof allowedText>[0]
}

const queryFields = ({ parameters }: Operation): readonly Field[] =>
  parameters.filter((parameter) => parameter.in === 'query')

/** A made-up cursor is refused, so no valid case has one. */
const freeFields = (operation: Operation): readonly Field[] =>
  queryFields(operation).filter(({ name }) => name !== 'cursor')

const maybe = <T>(required: boolean, arbitrary: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  required ? arbitrary : fc.option(arbitrary, { nil: undefined })

/** Some of the fields with a value each, in any order. */
const chosen = <T>(
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

const allowedQuery = (operation: Operation): fc.Arbitrary<Pairs> =>
  chosen(freeFields(operation), ({ schema }) => allowedText(schema))

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

const strangers = (known: readonly string[]): fc.Arbitrary<readonly string[]> =>
  fc.uniqueArray(
    strangeNames.filter((name) => !known.includes(name)),
    { minLength: 1, maxLength: 3 },
  )

/** A query with at least one fault, and the names of all that is wrong. */
const forbiddenQuery = (
  operation: Operation,
): fc.Arbitrary<{ readonly pairs: Pairs; readonly names: readonly string[] }> => {
  const known = queryFields(operation).map(({ name }) => name)
  const stranger = fc
    .tuple(allowedQuery(operation), strangers(known), fc.string({ maxLength: 9 }))
    .map(([pairs, names, value]) => ({
      pairs: [...names.map((name) => [name, value] as const), ...pairs],
      names,
    }))
  if (known.length === 0) return stranger
  const fields = queryFields(operation)
  const wrong = fc
    .subarray([...fields], { minLength: 1 })
    .chain((some) =>
      chosen(
        some.map((field) => ({ ...field, required: true })),
        ({ schema }) => wellFormed(forbiddenText(schema)),
      ),
    )
    .map((pairs) => ({ pairs, names: pairs.map(([name]) => name) }))
  const empty = fc
    .constantFrom(...known)
    .map((name) => ({ pairs: [[name, '']] as Pairs, names: [name] }))
  const free = freeFields(operation)
  const repeated = fc
    .constantFrom(...free)
    .chain(({ name, schema }) =>
      fc.tuple(fc.constant(name), fc.array(allowedText(schema), { minLength: 2, maxLength: 4 })),
    )
    .map(([name, values]) => ({
      pairs: values.map((value) => [name, value] as const),
      names: [name],
    }))
  return fc.oneof(wrong, wrong, stranger, repeated, empty)
}

const wellFormed = (arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  arbitrary.filter((text) => text.isWellFormed())

/** What a path parameter names, encoded in either of two ways. */
const segment = (text: string, whole: boolean): string =>
  whole
    ? [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    : encodeURIComponent(text)

const pathOf = (
  operation: Operation,
  texts: (field: Field) => fc.Arbitrary<string>,
): fc.Arbitrary<string> => {
  const field = operation.parameters.find((parameter) => parameter.in === 'path')
  if (field === undefined) return fc.constant(operation.path)
  return fc
    .tuple(texts(field), fc.boolean())
    .map(([text, whole]) => operation.path.replace(`{${field.name}}`, () => segment(text, whole)))
}

/** An id of an animal or a category that stands, or one that none will ever have. */
const ids = ({ schema }: Field): fc.Arbitrary<string> =>
  resolve(schema).type === 'string'
    ? wellFormed(allowedText(schema)).filter((text) => text !== '.' && text !== '..')
    : fc.oneof(
        fc.integer({ min: 1, max: standing }).map(String),
        allowedText(schema).filter((id) => BigInt(id) < 1n || BigInt(id) > 1_000_000_000n),
      )

const headersOf = (operation: Operation): fc.Arbitrary<Readonly<Record<string, string>>> =>
  chosen(
    operation.parameters.filter((parameter) => parameter.in === 'header'),
    ({ schema }) => allowedText(schema),
  ).map((pairs) => Object.fromEntries(pairs))

const space = fc.constantFrom('', '', ' ', '\n', '\t ', '\r\n  ')

/** Members as the text of an object, with white space where it may stand. */
const objectText = (
  members: ReadonlyArray<readonly [name: string, token: string]>,
  gap: string,
): string =>
  `${gap}{${gap}${members.map(([name, token]) => `${JSON.stringify(name)}${gap}:${gap}${token}`).join(`${gap},${gap}`)}${gap}}${gap}`

const bodyFields = (operation: Operation): readonly Field[] => {
  const schema = resolve(operation.body ?? {})
  return Object.entries(schema.properties ?? {}).map(([name, property]) => ({
    name,
    required: schema.required?.includes(name) ?? false,
    schema: property,
  }))
}

/** The text of a body, and the values that it gives. */
export type Body = { readonly text: string; readonly sent: ReadonlyMap<string, Spelled['value']> }

export const allowedBody = (operation: Operation): fc.Arbitrary<Body> =>
  fc
    .tuple(
      chosen(bodyFields(operation), ({ schema }) => allowedToken(schema)),
      space,
    )
    .map(([members, gap]) => ({
      text: objectText(
        members.map(([name, { token }]) => [name, token]),
        gap,
      ),
      sent: new Map(members.map(([name, { value }]) => [name, value])),
    }))

/** A body with at least one fault, and the names of all that is wrong. */
const forbiddenBody = (
  operation: Operation,
): fc.Arbitrary<{ readonly text: string; readonly names: readonly string[] }> => {
  const fields = bodyFields(operation)
  const known = fields.map(({ name }) => name)
  const spoilt = fc.tuple(
    ...fields.map(({ name, required, schema }) => {
      const good = allowedToken(schema).map(({ token }) => ({
        name,
        tokens: [token],
        wrong: false,
      }))
      const bad = forbiddenToken(schema).map((token) => ({ name, tokens: [token], wrong: true }))
      const twice = fc
        .tuple(allowedToken(schema), allowedToken(schema))
        .map(([a, b]) => ({ name, tokens: [a.token, b.token], wrong: true }))
      const none = fc.constant({ name, tokens: [] as string[], wrong: required })
      return fc.oneof({ arbitrary: good, weight: 3 }, { arbitrary: bad, weight: 4 }, twice, none)
    }),
  )
  const strange = fc.option(strangers(known), { nil: [] })
  return fc
    .tuple(spoilt, strange, space)
    .filter(([parts, extra]) => extra.length > 0 || parts.some(({ wrong }) => wrong))
    .chain(([parts, extra, gap]) => {
      const members = parts.flatMap(({ name, tokens }) =>
        tokens.map((token) => [name, token] as const),
      )
      const all = [...members, ...extra.map((name) => [name, 'null'] as const)]
      const names = [...parts.filter(({ wrong }) => wrong).map(({ name }) => name), ...extra]
      return fc
        .shuffledSubarray(all, { minLength: all.length })
        .map((shuffled) => ({ text: objectText(shuffled, gap), names }))
    })
}

const refused = (status: number, code: string, names: readonly string[] = []): Expected => ({
  kind: 'refused',
  status,
  code,
  names,
})

/** Requests of one operation that the document allows. */
export const allowedCase = (operation: Operation): fc.Arbitrary<RequestCase> =>
  fc
    .record({
      path: pathOf(operation, ids),
      query: allowedQuery(operation),
      headers: headersOf(operation),
      body: operation.body === undefined ? fc.constant(undefined) : allowedBody(operation),
    })
    .map(({ body, ...rest }) => ({
      ...rest,
      operationId: operation.operationId,
      body: body?.text,
      expected: { kind: 'allowed', sent: body?.sent ?? new Map() },
    }))

/** A path that is not an int64 names nothing: a read gets 404, and a PUT is refused. */
const unreadable = ({ method, path }: Operation): readonly [status: number, code: string] => {
  if (method === 'PUT') return [400, 'invalid_parameter']
  return [404, path.startsWith('/pets/') ? 'pet_not_found' : 'category_not_found']
}

/** Requests of one operation that the document forbids, each in one place. */
export const forbiddenCases = (operation: Operation): ReadonlyArray<fc.Arbitrary<RequestCase>> => {
  if (operation.method === 'OPTIONS') return []
  const spoilt = (change: fc.Arbitrary<Partial<RequestCase>>): fc.Arbitrary<RequestCase> =>
    fc.tuple(allowedCase(operation), change).map(([one, changes]) => ({ ...one, ...changes }))
  const cases = [
    spoilt(
      forbiddenQuery(operation).map(({ pairs, names }) => ({
        query: pairs,
        expected: refused(400, 'invalid_parameter', names),
      })),
    ),
    spoilt(
      authorizations.map(([authorization, code]) => ({
        headers: { authorization },
        expected: refused(401, code),
      })),
    ),
  ]
  if (operation.parameters.some((parameter) => parameter.in === 'path')) {
    const paths = pathOf(operation, ({ schema }) =>
      wellFormed(forbiddenText(schema)).filter((text) => text !== '.' && text !== '..'),
    )
    const [status, code] = unreadable(operation)
    cases.push(spoilt(paths.map((path) => ({ path, expected: refused(status, code) }))))
  }
  for (const { name, schema } of operation.parameters.filter(
    (parameter) => parameter.in === 'header',
  )) {
    const texts = fc
      .oneof(
        fc.string({ maxLength: 40 }),
        forbiddenText(schema),
        fc.constantFrom('"', '""', '"a', 'a b', 'a'.repeat(256), `"${'a'.repeat(256)}"`),
      )
      .filter((text) => /^[!-~][ -~]*$/.test(text) && !isAllowed(resolve(schema), text.trim()))
    cases.push(
      spoilt(
        texts.map((text) => ({
          headers: { [name]: text },
          expected: refused(400, 'invalid_parameter', [name]),
        })),
      ),
    )
  }
  if (operation.body !== undefined) {
    const faulty = spoilt(
      forbiddenBody(operation).map(({ text, names }) => ({
        body: text,
        expected: refused(400, 'invalid_body', names),
      })),
    )
    const broken = allowedBody(operation)
      .chain(({ text }) =>
        fc
          .tuple(
            fc.nat({ max: text.length - 1 }),
            fc.constantFrom('', '"', '{', ',', ']', '\\', '\u0001', "'", 'NaN'),
          )
          .map(([at, piece]) => text.slice(0, at) + piece + text.slice(at + 1)),
      )
      .filter((text) => !isJson(text))
    const others = fc.json().filter((text) => !text.startsWith('{'))
    cases.push(faulty, faulty, faulty, faulty)
    cases.push(spoilt(broken.map((body) => ({ body, expected: refused(400, 'invalid_json') }))))
    cases.push(spoilt(others.map((body) => ({ body, expected: refused(400, 'invalid_body') }))))
  }
  return cases
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text)
    return true
  } catch {
    return false
  }
}

/** Invalid keys, each with the code of its refusal. */
const authorizations: fc.Arbitrary<readonly [header: string, code: string]> = fc
  .oneof(
    fc.string({ maxLength: 60 }),
    fc.stringMatching(/^[Bb]earer +[!-~]{1,60} *$/),
    fc.stringMatching(/^Bearer pets_(?:test|live)_[0-9A-Za-z]{36}$/),
    fc.constantFrom('Bearer', 'Basic dXNlcjpwYXNz', 'Bearer a b', 'Bearer,a', 'Bearer\ta'),
  )
  .filter((text) => /^[!-~][ -~]*$/.test(text))
  .map((text) => [text, /^bearer +\S/i.test(text) ? 'invalid_api_key' : 'missing_api_key'] as const)

/** Every kind of case of every operation; operations with a body come most often. */
export const requestCases: fc.Arbitrary<RequestCase> = fc.oneof(
  ...operations.map(allowedCase),
  ...operations
    .filter(({ body }) => body !== undefined)
    .flatMap((one) => [allowedCase(one), allowedCase(one)]),
  ...operations.flatMap(forbiddenCases),
)
