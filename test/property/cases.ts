import * as fc from 'fast-check'
import { type Operation, operations, resolve, type Schema } from '../helpers/openapi.ts'
import { allowedBody, forbiddenBody, itemsOf, type Sent } from './bodies.ts'
import { chosen, type Field, strangers } from './fields.ts'
import { allowedText, forbiddenText, isAllowed } from './texts.ts'

/** One request, and its expected answer by the document. */
export type RequestCase = {
  readonly operationId: string
  /** Without the base address. */
  readonly path: string
  readonly query: ReadonlyArray<readonly [name: string, value: string]>
  readonly headers: Readonly<Record<string, string>>
  readonly body: string | undefined
  readonly expected: Allowed | Refused
}

export type Allowed = {
  readonly kind: 'allowed'
  readonly sent: Sent
  /** The items of a body that is an array. */
  readonly items?: readonly Sent[] | undefined
}

export type Refused = {
  readonly kind: 'refused'
  readonly status: number
  readonly code: string
  /** Names that the message must have. */
  readonly names: readonly string[]
}

/** Ids of the animals that the store has at the start. */
export const standing = 5

type Pairs = RequestCase['query']
const queryFields = ({ parameters }: Operation): readonly Field[] =>
  parameters.filter((parameter) => parameter.in === 'query')

/** A made-up cursor is refused, so no valid case has one. */
const freeFields = (operation: Operation): readonly Field[] =>
  queryFields(operation).filter(({ name }) => name !== 'cursor')

const allowedQuery = (operation: Operation): fc.Arbitrary<Pairs> =>
  chosen(freeFields(operation), ({ schema }) => allowedText(schema)).map((pairs) =>
    operation.operationId === 'getStatistics'
      ? possibleDays(pairs)
      : withoutOthers(pairs, operation),
  )

/**
 * A list of profiles takes one filter. A list in the order of names or of ends takes neither ids nor another order, and only
 * holds end. One by an order or a contact takes nothing else.
 */
const withoutOthers = (given: Pairs, { path }: Operation): Pairs => {
  const isOfContact = given.some(([name]) => name === 'contactId')
  const pairs = given.filter(([name]) => !isOfContact || !/^(?:petId|reference)$/.test(name))
  const [filter] = pairs.find(([name]) => name !== 'limit') ?? []
  if (path === '/profiles') return pairs.filter(([name]) => name === 'limit' || name === filter)
  const names = new Set(pairs.map(([name]) => name))
  const without = (...others: readonly string[]): Pairs =>
    pairs.filter(([name]) => !others.includes(name))
  if (names.has('name')) return without('id', 'after', 'sort')
  if (names.has('expiresBefore')) return without('sort', 'status')
  if (pairs.some(([name, value]) => name === 'sort' && value.endsWith('name')))
    return without('id', 'after')
  if (names.has('about')) return without('petId', 'orderId', 'contactId')
  if (names.has('contactId')) return without('petId', 'orderId', 'reference')
  return names.has('orderId') ? without('petId') : pairs
}

/** A time zone that there is, and days of one month. */
const possibleDays = (pairs: Pairs): Pairs =>
  pairs.flatMap(([name, value]) =>
    name === 'from' ? [] : [[name, name === 'timeZone' ? 'Asia/Kathmandu' : value]],
  )

/** All that is wrong. */
type Names = { readonly names: readonly string[] }

/** A query with at least one fault. */
const forbiddenQuery = (operation: Operation): fc.Arbitrary<Pick<RequestCase, 'query'> & Names> => {
  const known = queryFields(operation).map(({ name }) => name)
  const stranger = fc
    .tuple(allowedQuery(operation), strangers(known), fc.string({ maxLength: 9 }))
    .map(([pairs, names, value]) => ({
      query: [...names.map((name) => [name, value] as const), ...pairs],
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
    .map((query) => ({ query, names: query.map(([name]) => name) }))
  const empty = fc
    .constantFrom(...known)
    .map((name) => ({ query: [[name, '']] as Pairs, names: [name] }))
  // A list may be sent repeated.
  const single = freeFields(operation).filter(({ schema }) => resolve(schema).type !== 'array')
  const repeated = fc
    .constantFrom(...single)
    .chain(({ name, schema }) =>
      fc.tuple(fc.constant(name), fc.array(allowedText(schema), { minLength: 2, maxLength: 4 })),
    )
    .map(([name, values]) => ({
      query: values.map((value) => [name, value] as const),
      names: [name],
    }))
  return fc.oneof(wrong, wrong, stranger, repeated, empty)
}

const wellFormed = (arbitrary: fc.Arbitrary<string>): fc.Arbitrary<string> =>
  arbitrary.filter((text) => text.isWellFormed())

/** Others are no segment, but a way to go. */
const isSegment = (text: string): boolean => text !== '.' && text !== '..'

/** What a path parameter names, encoded in either of two ways. */
const segment = (text: string, whole: boolean): string =>
  whole
    ? [...Buffer.from(text)].map((byte) => `%${byte.toString(16).padStart(2, '0')}`).join('')
    : encodeURIComponent(text)

const pathOf = (
  operation: Operation,
  texts: (field: Field) => fc.Arbitrary<string>,
): fc.Arbitrary<string> => {
  const fields = operation.parameters.filter((parameter) => parameter.in === 'path')
  const segments = fields.map((field) => fc.tuple(texts(field), fc.boolean()))
  return fc
    .tuple(...segments)
    .map((all) =>
      all.reduce(
        (path, [text, whole]) => path.replace(/\{\w+\}/, () => segment(text, whole)),
        operation.path,
      ),
    )
}

/** An id that the resource has or may get, or one that none will ever have. */
const ids = ({ schema }: Field): fc.Arbitrary<string> =>
  resolve(schema).type === 'string'
    ? wellFormed(allowedText(schema)).filter(isSegment)
    : fc.oneof(
        fc.integer({ min: 1, max: standing }).map(String),
        allowedText(schema).filter((id) => BigInt(id) < 1n || BigInt(id) > 1_000_000_000n),
      )

const headersOf = (operation: Operation): fc.Arbitrary<Readonly<Record<string, string>>> =>
  chosen(
    operation.parameters.filter((parameter) => parameter.in === 'header'),
    ({ schema }) => allowedText(schema),
  ).map((pairs) => Object.fromEntries(pairs))

/** Requests of one operation that the document allows. */
const allowedCase = (operation: Operation): fc.Arbitrary<RequestCase> =>
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
      expected: { kind: 'allowed', sent: body?.sent ?? new Map(), items: body?.items },
    }))

/** A path that is not an int64 names nothing: a read gets 404, and a PUT is refused. */
const unreadable = ({ method, path }: Operation): readonly [status: number, code: string] => {
  if (method === 'PUT') return [400, 'invalid_parameter']
  const [, thing = ''] = /.*\{(\w+)Id\}/.exec(path) ?? []
  return [404, `${thing}_not_found`]
}

/** Requests of one operation that the document forbids, each in one place. */
const forbiddenCases = (operation: Operation): ReadonlyArray<fc.Arbitrary<RequestCase>> => {
  const { parameters, body } = operation
  const spoilt = (
    [status, code]: readonly [status: number, code: string],
    changes: fc.Arbitrary<Partial<RequestCase> & Partial<Names>>,
  ): fc.Arbitrary<RequestCase> =>
    fc.tuple(allowedCase(operation), changes).map(([one, { names = [], ...changed }]) => {
      const expected = { kind: 'refused', status, code, names } as const
      return { ...one, ...changed, expected }
    })
  const cases = [
    spoilt([400, 'invalid_parameter'], forbiddenQuery(operation)),
    fc.oneof(
      spoilt([401, 'missing_api_key'], authorizations(false)),
      spoilt([401, 'invalid_api_key'], authorizations(true)),
    ),
  ]
  if (parameters.some((parameter) => parameter.in === 'path')) {
    const paths = pathOf(operation, ({ schema }) =>
      wellFormed(forbiddenText(schema)).filter(isSegment),
    )
    cases.push(
      spoilt(
        unreadable(operation),
        paths.map((path) => ({ path })),
      ),
    )
  }
  for (const { name, schema } of parameters.filter((parameter) => parameter.in === 'header')) {
    const texts = fc
      .oneof(
        fc.string({ maxLength: 40 }),
        forbiddenText(schema),
        fc.constantFrom('"', '""', '"a', 'a b', 'a'.repeat(256), `"${'a'.repeat(256)}"`),
      )
      .filter((text) => headerText.test(text) && !isHeader(resolve(schema), text.trim()))
      .map((text) => ({ headers: { [name]: text }, names: [name] }))
    cases.push(spoilt([400, 'invalid_parameter'], texts))
  }
  if (body !== undefined) {
    const invalid = [400, 'invalid_body'] as const
    const faulty = spoilt(
      invalid,
      forbiddenBody(operation).map(({ text, names }) => ({ body: text, names })),
    )
    const broken = allowedBody(operation)
      .chain(({ text }) =>
        fc
          .tuple(
            fc.nat({ max: text.length - 1 }),
            fc.constantFrom('', '"', '{', ',', ']', '\\', '\u0001', "'", 'NaN'),
          )
          .map(([at, piece]) => ({ body: text.slice(0, at) + piece + text.slice(at + 1) })),
      )
      .filter((each) => !isJson(each.body))
    const first = itemsOf(operation) === undefined ? '{' : '['
    const others = fc.json().filter((text) => !text.startsWith(first))
    cases.push(faulty, faulty, faulty, faulty)
    cases.push(spoilt([400, 'invalid_json'], broken))
    cases.push(
      spoilt(
        invalid,
        others.map((text) => ({ body: text })),
      ),
    )
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

const headerText = /^[!-~][ -~]*$/

/** Headers without a valid key: with one that is not good, or with none at all. */
const authorizations = (hasKey: boolean): fc.Arbitrary<Pick<RequestCase, 'headers'>> =>
  fc
    .oneof(
      fc.string({ maxLength: 60 }),
      fc.stringMatching(/^[Bb]earer +[!-~]{1,60} *$/),
      fc.stringMatching(/^Bearer pets_(?:test|live)_[0-9A-Za-z]{36}$/),
      fc.constantFrom('Bearer', 'Basic dXNlcjpwYXNz', 'Bearer a b', 'Bearer,a', 'Bearer\ta'),
    )
    .filter((text) => headerText.test(text) && /^bearer +\S/i.test(text) === hasKey)
    .map((authorization) => ({ headers: { authorization } }))

/** Whether a header may be so, or is a whole number, whatever its range. */
const isHeader = (schema: Schema, text: string): boolean =>
  schema.type === 'integer' ? /^-?\d+$/.test(text) : isAllowed(schema, text)

/** A clock that moves would remove operations. */
const allowed = operations.filter(({ operationId }) => operationId !== 'moveClock')

/** Every kind of case of every operation; operations with a body come most often. */
export const requestCases: fc.Arbitrary<RequestCase> = fc.oneof(
  ...allowed.map(allowedCase),
  ...allowed
    .filter(({ body }) => body !== undefined)
    .flatMap((one) => [allowedCase(one), allowedCase(one)]),
  ...operations.flatMap(forbiddenCases),
)
