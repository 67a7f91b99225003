import { isUtf8 } from 'node:buffer'
import type { TArray, TObject } from 'typebox'
import { messageOf } from '../base/errors/message-of.ts'
import { schemaName } from './field-schema.ts'
import { type JsonMember, membersOf } from './tokens.ts'
import { compileMembers, compileValue, faulty, type Reading } from './read-value.ts'

/** Reads the bytes of a body; undefined means no body. */
type BodyReader<Value> = (body: Uint8Array | undefined) => Reading<Value>

/**
 * Compiles an object schema into a function that reads a JSON body exactly: int64 as bigint, repeated and unknown names
 * refused, all faults reported.
 * @param noun the name of the body in messages
 * @throws Error if the schema says something that the reader does not enforce
 */
export const compileBodyReader = (
  schema: TObject,
  noun = 'body',
): BodyReader<Record<string, unknown>> => {
  const read = compileMembers(schema, 'json', `a field of ${schemaName(schema)}`)
  return ofJson(noun, 'an object', `${schemaName(schema)} as a JSON object`, (text) =>
    read(membersOf(text)),
  )
}

/**
 * The same for an array of objects. A fault of an item is named by its place: `[3].name`.
 * @throws Error if the schema says something that the reader does not enforce
 */
export const compileListReader = (schema: TArray<TObject>): BodyReader<unknown> => {
  const read = compileValue('body', schema, 'json')
  return ofJson('body', 'an array', `${schemaName(schema)} as a JSON array`, (text) => {
    const reading = read(text)
    if (reading.ok) return reading
    const faults = reading.faults.map((fault) =>
      fault.at === undefined ? { ...fault, problem: `The body ${fault.problem}.` } : fault,
    )
    return { ...reading, faults }
  })
}

/** @param wanted the `type` in messages */
const ofJson =
  <Value>(
    noun: string,
    type: 'an object' | 'an array',
    wanted: string,
    read: (text: string) => Reading<Value>,
  ): BodyReader<Value> =>
  (body) => {
    const invalid = (problem: string) => faulty(`The ${noun} ${problem}`, 'invalid_json')
    if (body === undefined || body.length === 0) return invalid(`is empty; send ${wanted}.`)
    if (!isUtf8(body)) return invalid('is not UTF-8 (RFC 8259, 8.1).')
    const text = Buffer.from(body.buffer, body.byteOffset, body.byteLength).toString('utf8')
    if (text.codePointAt(0) === 0xfeff)
      return invalid('begins with a byte order mark (RFC 8259, 8.1).')
    let value: unknown
    try {
      value = JSON.parse(text)
    } catch (error) {
      return invalid(`is not JSON (RFC 8259): ${messageOf(error)}.`)
    }
    const given = typeOf(value)
    if (given !== type) return faulty(`The ${noun} is ${given}; send ${wanted}.`)
    return read(text.trim())
  }

const typeOf = (value: unknown): string => {
  if (value === null) return 'null'
  if (Array.isArray(value)) return 'an array'
  return typeof value === 'object' ? 'an object' : `a ${typeof value}`
}

/**
 * Compiles an object schema into a function that reads texts by their names, as of a query string. A list may be given with
 * commas, repeated, or both: `id=1,2&id=3`. @param kind the name of a member in messages
 */
export const compileTextReader = (schema: TObject, kind = 'a parameter of this operation') =>
  compileMembers(schema, 'text', kind)

/** Compiles an object schema into a function that reads the parameters of a path, in the schema's order. */
export const compilePathReader = (schema: TObject): ((params: readonly string[]) => Reading) => {
  const read = compileTextReader(schema)
  const names = Object.keys(schema.properties)
  return (params) => read(names.map((name, at) => ({ name, token: params[at] ?? '' })))
}

/** Compiles an object schema into a function that reads the header fields that it names. */
export const compileHeaderReader = (
  schema: TObject,
): ((headers: Readonly<Record<string, string | string[] | undefined>>) => Reading) => {
  const read = compileTextReader(schema)
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

/**
 * Splits a query string (application/x-www-form-urlencoded, WHATWG URL section 5.1) and keeps repeated names. The
 * percent-encoding was validated with the request target, and its limit bounds the length.
 */
export const parseQuery = (query: string): readonly JsonMember[] => {
  if (query === '') return []
  const pairs: JsonMember[] = []
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
