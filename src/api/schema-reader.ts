import type { TArray, TObject } from 'typebox'
import { schemaName } from './field-schema.ts'
import { type JsonBody, type JsonMember, readJsonBody } from './json-object.ts'
import { compileMembers, compileValue, type Members, type Reading } from './read-members.ts'

/** Reads the bytes of a body; undefined means no body. */
type BodyReader<Value> = (body: Uint8Array | undefined) => Reading<Value>

/**
 * Compiles an object schema into a function that reads a JSON body exactly: int64 as bigint, repeated and unknown names
 * refused, all faults reported. The OpenAPI document publishes the same schema, so the service does not start with a
 * keyword that is not enforced.
 *
 * @param noun the name of the body in messages
 * @throws Error if the schema says something that the reader does not enforce
 */
export const compileBodyReader = (
  schema: TObject,
  noun = 'body',
): BodyReader<Record<string, unknown>> => {
  const read = compileMembers(schema, 'json', `a field of ${schemaName(schema)}`)
  return ofJson(noun, `${schemaName(schema)} as a JSON object`, (json) =>
    json.kind === 'object' ? read(json.members) : undefined,
  )
}

/**
 * The same for an array of objects. A fault of an item is named by its place: `[3].name`.
 *
 * @throws Error if the schema says something that the reader does not enforce
 */
export const compileListReader = (schema: TArray<TObject>): BodyReader<unknown> => {
  const read = compileValue('body', schema, 'json')
  return ofJson<unknown>('body', `${schemaName(schema)} as a JSON array`, (json) => {
    if (json.kind !== 'array') return undefined
    const reading = read(json.text)
    if ('value' in reading) return { ok: true, value: reading.value }
    return 'faults' in reading
      ? { ok: false, kind: 'invalid', faults: [...reading.faults] }
      : faulty('invalid', `The body ${reading.problem}.`)
  })
}

/**
 * @param wanted the expected value in messages
 * @param read returns undefined if the value is of another type
 */
const ofJson =
  <Value>(
    noun: string,
    wanted: string,
    read: (json: JsonBody) => Reading<Value> | undefined,
  ): BodyReader<Value> =>
  (body) => {
    const json = readJsonBody(body, noun, wanted)
    if (json.kind === 'invalid') return faulty('invalid_json', json.problem)
    const type = json.kind === 'other' ? json.type : `an ${json.kind}`
    return read(json) ?? faulty('invalid', `The ${noun} is ${type}; send ${wanted}.`)
  }

const faulty = (kind: 'invalid_json' | 'invalid', problem: string): Reading<never> => ({
  ok: false,
  kind,
  faults: [{ field: undefined, problem }],
})

/**
 * Compiles an object schema into a function that reads the parameters of a query string. A list may be given with commas,
 * repeated, or both: `id=1,2&id=3`.
 */
export const compileQueryReader = (schema: TObject): ((pairs: readonly QueryPair[]) => Reading) => {
  const read = compileMembers(schema, 'text', 'a parameter of this operation')
  const lists = Object.entries(schema.properties).flatMap(([name, field]) =>
    'items' in field ? name : [],
  )
  return (pairs) => read(lists.reduce(joinRepeated, pairs))
}

/** Joins the values of a repeated list by commas. No item can contain a comma. */
const joinRepeated = (pairs: readonly QueryPair[], list: string): readonly QueryPair[] => {
  const given = pairs.filter(({ name }) => name === list)
  const [first, ...others] = given
  if (first === undefined || others.length === 0) return pairs
  const joined = { name: list, token: given.map(({ token }) => token).join(',') }
  return [joined, ...pairs.filter(({ name }) => name !== list)]
}

/** Compiles an object schema into a function that reads the cells of a row, by their columns. */
export const compileRowReader = (schema: TObject): ((cells: Members) => Reading) =>
  compileMembers(schema, 'text', `a field of ${schemaName(schema)}`)

/** Compiles an object schema into a function that reads the parameters of a path, in the schema's order. */
export const compilePathReader = (schema: TObject): ((params: readonly string[]) => Reading) => {
  const read = compileMembers(schema, 'text', 'a parameter of this operation')
  const names = Object.keys(schema.properties)
  return (params) => read(names.map((name, at) => ({ name, token: params[at] ?? '' })))
}

/** Compiles an object schema into a function that reads the header fields that it names. */
export const compileHeaderReader = (
  schema: TObject,
): ((headers: Readonly<Record<string, string | string[] | undefined>>) => Reading) => {
  const read = compileMembers(schema, 'text', 'a parameter of this operation')
  // Node writes the names of fields in lower case.
  const names = Object.keys(schema.properties).map((name) => [name, name.toLowerCase()] as const)
  const ofNone = read([])
  return (headers) => {
    const given: JsonMember[] = []
    for (const [name, field] of names) {
      const token = headers[field]
      // Node joins repeated fields with commas, except a few that no schema names.
      if (typeof token === 'string') given.push({ name, token })
    }
    // Most requests have none of them.
    return given.length === 0 ? ofNone : read(given)
  }
}

/** One `name=value` of a query string, decoded, in the order sent. */
export type QueryPair = JsonMember

/**
 * Splits a query string (application/x-www-form-urlencoded, WHATWG URL section 5.1) and keeps repeated names. The
 * percent-encoding was validated with the request target.
 *
 * @param query the part after the question mark; the limit of the URI bounds its length
 */
export const parseQuery = (query: string): readonly QueryPair[] => {
  if (query === '') return []
  const pairs: QueryPair[] = []
  const isPlain = !query.includes('%') && !query.includes('+')
  // V8 caches the results of `split`, which is a waste because queries rarely repeat.
  for (let start = 0, end = 0; start <= query.length; start = end + 1) {
    end = query.indexOf('&', start)
    if (end === -1) end = query.length
    const piece = query.slice(start, end)
    if (piece === '') continue
    const equals = piece.indexOf('=')
    const name = equals === -1 ? piece : piece.slice(0, equals)
    const value = equals === -1 ? '' : piece.slice(equals + 1)
    pairs.push(isPlain ? { name, token: value } : { name: decode(name), token: decode(value) })
  }
  return pairs
}

const decode = (text: string): string => {
  const spaced = text.replaceAll('+', ' ')
  return spaced.includes('%') ? decodeURIComponent(spaced) : spaced
}
