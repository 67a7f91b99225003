import type { TObject, TSchema } from 'typebox'
import { int64FromJson, int64FromText, type Int64Fault } from '../core/int64.ts'
import { type JsonMember, readJsonBody } from './json-object.ts'
import type { QueryPair } from './query.ts'

/** What a reader made of its input: a value of the schema's type, or every fault at once. */
export type Reading =
  | { readonly ok: true; readonly value: Record<string, unknown> }
  | { readonly ok: false; readonly kind: 'invalid_json' | 'invalid'; readonly faults: Fault[] }

/** One thing that is wrong. `field` is undefined where the whole input is. */
export type Fault = { readonly field: string | undefined; readonly problem: string }

type Source = 'json' | 'text'
type FieldValue = { readonly value: unknown } | { readonly problem: string }
type FieldReader = (token: string) => FieldValue

/** One field of a schema, compiled. */
type Field = {
  readonly name: string
  readonly read: FieldReader
  readonly isRequired: boolean
  /** What it is where it is not given, if anything. */
  readonly fallback: unknown
}

type Members = ReadonlyArray<JsonMember>

/** What the schema of a field may say. */
type FieldSchema = {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly default?: unknown
  readonly 'x-default'?: unknown
  readonly 'x-pattern-rule'?: string
}

/** The keywords that are enforced on each kind of field. */
const enforced = {
  integer: ['type', 'format', 'minimum', 'maximum'],
  string: ['type', 'minLength', 'maxLength', 'pattern'],
  choice: ['type', 'enum'],
} as const

/** The formats of an integer; there is none of a string. */
const integerFormats: ReadonlySet<string> = new Set(['int32', 'int64'])

/**
 * Keywords of any field. Those with `x-` only describe, but for `x-default`: it is a default that generators of code
 * do not see, for many demand a field that has one.
 */
const general = ['default', 'x-default', 'title', 'description', 'examples', 'x-pattern-rule']
const marks = ['x-extension']

/** The keywords of an object. Any member that it does not name is refused. */
const ofObject = ['type', 'properties', 'required', 'additionalProperties', 'title', 'description']
const marksOfObject = ['x-service-assigned']

/**
 * Compiles an object schema into a function that reads a JSON body exactly: int64 as bigint, names
 * that are repeated or unknown refused, all faults named. The same schema is published in the
 * OpenAPI document, so a keyword that is not enforced here stops the start.
 *
 * @param noun what the bytes are to who reads of a problem
 * @throws where the schema says something that the reader could not hold an input to
 */
export const compileBodyReader = (
  schema: TObject,
  noun = 'body',
): ((body: Uint8Array | undefined) => Reading) => {
  const read = compileMembers(schema, 'json', `a field of ${schemaName(schema)}`)
  return (body) => {
    const json = readJsonBody(body, noun, schemaName(schema))
    if (json.kind === 'invalid') {
      return {
        ok: false,
        kind: 'invalid_json',
        faults: [{ field: undefined, problem: json.problem }],
      }
    }
    if (json.kind === 'other') {
      const problem = `The ${noun} is ${json.type}; send ${schemaName(schema)} as a JSON object.`
      return { ok: false, kind: 'invalid', faults: [{ field: undefined, problem }] }
    }
    return read(json.members)
  }
}

/** Compiles an object schema into a function that reads the parameters of a query string. */
export const compileQueryReader = (schema: TObject): ((pairs: readonly QueryPair[]) => Reading) =>
  compileMembers(schema, 'text', 'a parameter of this operation')

/** Compiles an object schema into a function that reads the cells of a row, by their columns. */
export const compileRowReader = (schema: TObject): ((cells: Members) => Reading) =>
  compileMembers(schema, 'text', `a field of ${schemaName(schema)}`)

/** Compiles an object schema into a function that reads the parameters of a path, given in the schema's order. */
export const compilePathReader = (schema: TObject): ((params: readonly string[]) => Reading) => {
  const read = compileMembers(schema, 'text', 'a parameter of this operation')
  const names = Object.keys(schema.properties)
  return (params) => read(names.map((name, at) => ({ name, token: params[at] ?? '' })))
}

/** Compiles an object schema into a function that reads those header fields that it names. */
export const compileHeaderReader = (
  schema: TObject,
): ((headers: Readonly<Record<string, string | string[] | undefined>>) => Reading) => {
  const read = compileMembers(schema, 'text', 'a parameter of this operation')
  // Node writes the names of fields in lower case.
  const names = Object.keys(schema.properties).map((name) => [name, name.toLowerCase()] as const)
  return (headers) =>
    read(
      names.flatMap(([name, field]) => {
        const token = headers[field]
        // What stands more than once Node joins by commas, but for a few fields that no schema names.
        return typeof token === 'string' ? [{ name, token }] : []
      }),
    )
}

const compileMembers = (
  schema: TObject,
  source: Source,
  kind: string,
): ((members: Members) => Reading) => {
  holdToKeywords(schemaName(schema), schema, [...ofObject, ...marksOfObject])
  if ('additionalProperties' in schema && schema.additionalProperties !== false) {
    throw new Error(
      `${schemaName(schema)} allows members that it does not name, and here each of those is refused.`,
    )
  }
  const required = schema.required ?? []
  const fields = new Map<string, Field>()
  for (const [name, field] of Object.entries(schema.properties)) {
    const read = compileField(name, field, source)
    const isRequired = required.includes(name)
    const { default: standard, 'x-default': fallback = standard } = field as FieldSchema
    fields.set(name, { name, read, isRequired, fallback })
  }
  const serviceAssigned: readonly string[] = (schema as AssignedSchema)['x-service-assigned'] ?? []
  const known = [...fields.keys()].join(', ')

  const unknownProblem = (name: string): string => {
    if (serviceAssigned.includes(name)) return 'is assigned by the service, so leave it out'
    return known === ''
      ? `is not ${kind}, which takes none`
      : `is not ${kind}, which takes ${known}`
  }

  /** Faults of names that the schema does not have. */
  const straysOf = (names: readonly string[]): readonly Fault[] => {
    const times = new Map<string, number>()
    return names.flatMap((name) => {
      const time = (times.get(name) ?? 0) + 1
      times.set(name, time)
      if (time > 2) return []
      return { field: name, problem: time === 1 ? unknownProblem(name) : repetition }
    })
  }

  return (members) => {
    const value: Record<string, unknown> = {}
    const faults: Fault[] = []
    const given: Field[] = []
    const repeated: Field[] = []
    const strays: string[] = []
    for (const { name, token } of members) {
      const field = fields.get(name)
      if (field === undefined) {
        strays.push(name)
      } else if (given.includes(field)) {
        if (repeated.includes(field)) continue
        repeated.push(field)
        faults.push({ field: name, problem: repetition })
      } else {
        given.push(field)
        const result = field.read(token)
        if ('problem' in result) faults.push({ field: name, problem: result.problem })
        // By the name in the schema: one that came from outside would first be made a key by V8.
        else value[field.name] = result.value
      }
    }
    for (const field of fields.values()) {
      if (given.includes(field)) continue
      if (field.isRequired) faults.push({ field: field.name, problem: 'is required' })
      else if (field.fallback !== undefined) value[field.name] = field.fallback
    }
    // They may be many, so they stand last.
    const all = strays.length > 0 ? faults.concat(straysOf(strays)) : faults
    return all.length > 0 ? { ok: false, kind: 'invalid', faults: all } : { ok: true, value }
  }
}

const repetition = 'is given more than once, but is taken once only'

type AssignedSchema = TObject & { readonly 'x-service-assigned'?: readonly string[] }

const schemaName = (schema: TSchema): string =>
  `a ${'title' in schema ? String(schema.title) : 'value'}`

const compileField = (name: string, schema: TSchema, source: Source): FieldReader => {
  // Its keywords are held against a list; their values are typed by who wrote the schema.
  const field = schema as FieldSchema
  const kind = field.enum !== undefined ? 'choice' : field.type
  if (kind !== 'integer' && kind !== 'string' && kind !== 'choice') {
    throw new Error(`The schema of ${name} is neither an integer nor a string.`)
  }
  holdToKeywords(name, schema, [...enforced[kind], ...general, ...marks])
  if (kind !== 'integer') return compileString(field, source)
  if (field.format !== undefined && !integerFormats.has(field.format)) {
    throw new Error(
      `The schema of ${name} says format ${field.format}, which nothing here enforces.`,
    )
  }
  return compileInteger(field, source)
}

/** @throws where the schema has a keyword beside these */
const holdToKeywords = (name: string, schema: object, allowed: readonly string[]): void => {
  const other = Object.keys(schema).find((keyword) => !allowed.includes(keyword))
  if (other === undefined) return
  throw new Error(`The schema of ${name} says ${other}, which nothing here enforces.`)
}

const compileInteger = (field: FieldSchema, source: Source): FieldReader => {
  const { minimum, maximum, format } = field
  if (minimum === undefined || maximum === undefined) {
    throw new Error('An integer needs its bounds in the schema.')
  }
  const wanted = `must be an integer from ${minimum} to ${maximum}`
  const parse: (token: string) => bigint | Int64Fault =
    source === 'json' ? int64FromJson : int64FromText
  return (token) => {
    const value = parse(token)
    if (typeof value === 'string' || value < minimum || value > maximum) {
      return { problem: `${wanted}, not ${shown(token, source)}` }
    }
    return { value: format === 'int64' ? value : Number(value) }
  }
}

const compileString = (field: FieldSchema, source: Source): FieldReader => {
  const { minLength = 0, maxLength = Infinity } = field
  const choices = field.enum
  const pattern = field.pattern === undefined ? undefined : new RegExp(field.pattern, 'u')
  const rule = field['x-pattern-rule'] ?? 'the form that the schema gives, and no lone surrogate'
  const wanted = choices === undefined ? 'must be a string' : `must be one of ${choices.join(', ')}`
  return (token) => {
    if (source === 'json' && token.charCodeAt(0) !== 0x22) {
      return { problem: `${wanted}, not ${shown(token, source)}` }
    }
    // A JSON string token parses to a string.
    const value = source === 'json' ? (JSON.parse(token) as string) : token
    if (choices !== undefined) {
      return choices.includes(value)
        ? { value }
        : { problem: `${wanted}, not ${shown(token, source)}` }
    }
    // Counting code points costs more than counting units, so it waits until it can matter.
    if (value.length < minLength || value.length > maxLength) {
      const length = codePoints(value)
      if (length < minLength || length > maxLength) {
        const bounds = `${wanted} of ${minLength} to ${maxLength} characters`
        return { problem: `${bounds}, not of ${length}` }
      }
    }
    // Only an escape in JSON can be half of a pair; the document says it in words, as no pattern can everywhere.
    const isText = source === 'text' || value.isWellFormed()
    return isText && (pattern === undefined || pattern.test(value))
      ? { value }
      : { problem: `must have ${rule}` }
  }
}

const codePoints = (text: string): number => {
  let count = 0
  for (const _ of text) count += 1
  return count
}

const longestShown = 40

/** A piece of the input, quoted and cut, for a message: printable, and of bounded length. */
const shown = (token: string, source: Source): string => {
  const start = token.slice(0, longestShown + 1)
  const quoted = source === 'json' ? start : JSON.stringify(start)
  const printable = quoted.replaceAll(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu, ' ')
  if (printable.length <= longestShown) return printable
  // Half of a character beyond the basic plane is none.
  return `${printable.slice(0, longestShown).replace(/[\ud800-\udbff]$/, '')}…`
}

const mostFaultsNamed = 25

/** All faults in one sentence: `name is required; status must be one of available, …`. */
export const describeFaults = (faults: readonly Fault[]): string => {
  const named = faults
    .slice(0, mostFaultsNamed)
    .map(({ field, problem }) => (field === undefined ? problem : `${fieldName(field)} ${problem}`))
  const rest = faults.length - named.length
  if (rest > 0) named.push(`and ${rest} faults more`)
  const sentence = named.join('; ')
  return sentence.endsWith('.') ? sentence : `${sentence}.`
}

const plainName = /^[A-Za-z_][\w-]{0,63}$/

const fieldName = (name: string): string => (plainName.test(name) ? name : shown(name, 'text'))
