import type { TObject, TSchema } from 'typebox'
import { dateTimeFromText } from '../base/date-time.ts'
import { type Fault, faultOfItem, faultWithin, shown, type Source } from './faults.ts'
import { type FieldSchema, isNullable, kindOf, schemaName } from './field-schema.ts'
import {
  elementsOf,
  int64FromJson,
  int64FromText,
  type JsonMember,
  membersOf,
  textOf,
} from './tokens.ts'

/** The result of a reader: a value of the schema's type, or every fault at once. */
export type Reading<Value = Record<string, unknown>> =
  | { readonly ok: true; readonly value: Value }
  | {
      readonly ok: false
      readonly kind: 'invalid_json' | 'invalid'
      readonly faults: readonly Fault[]
    }

type ValueReader = (token: string) => Reading<unknown>

const found = (value: unknown): Reading<unknown> => ({ ok: true, value })

export const faulty = (
  problem: string,
  kind: 'invalid_json' | 'invalid' = 'invalid',
): Reading<never> => ({ ok: false, kind, faults: [{ field: undefined, problem }] })

const unlike = (wanted: string, token: string, source: Source): Reading<never> =>
  faulty(`${wanted}, not ${shown(token, source)}`)

/**
 * Compiles the schema of a field, at any depth.
 * @throws Error if the schema says something that the reader does not enforce
 */
export const compileValue = (name: string, schema: TSchema, source: Source): ValueReader => {
  const read = compileKind(name, schema, source)
  // Text outside JSON has no null.
  if (source === 'text' || !isNullable(schema)) return read
  return (token) => (token === 'null' ? found(null) : read(token))
}

const compileKind = (name: string, schema: TSchema, source: Source): ValueReader => {
  // Its keywords are checked against a list; the author of the schema typed their values.
  const field = schema as FieldSchema
  switch (kindOf(name, schema)) {
    case 'integer':
      return compileInteger(field, source)
    case 'date-time':
      return compileDateTime(field, source)
    case 'array':
      return compileArray(name, field, source)
    case 'object':
      return compileObject(name, schema as TObject, source)
    case 'map':
      return compileMap(name, field)
    case 'string':
    case 'choice':
      return compileString(field, source)
  }
}

const compileDateTime = ({ maxLength = Infinity }: FieldSchema, source: Source): ValueReader => {
  const wanted =
    'must be a date-time of RFC 3339 with an offset, to the millisecond, like 2026-11-20T12:00:00.000Z'
  return (token) => {
    const isString = source === 'text' || token.startsWith('"')
    const text = source === 'json' && isString ? textOf(token) : token
    const value = isString && text.length <= maxLength ? dateTimeFromText(text) : undefined
    return value === undefined ? unlike(wanted, token, source) : found(value)
  }
}

const shortCount = /^[1-9]\d{0,8}$/

const compileInteger = (field: FieldSchema, source: Source): ValueReader => {
  const { minimum, maximum, format } = field
  if (minimum === undefined || maximum === undefined)
    throw new Error('An integer needs its bounds in the schema.')
  const wanted = `must be an integer from ${minimum} to ${maximum}`
  const parse = source === 'json' ? int64FromJson : int64FromText
  const isCounted = source === 'text' && format === 'int32'
  return (token) => {
    // Most numbers in a query are short and need no bigint.
    if (isCounted && shortCount.test(token)) {
      const count = Number(token)
      if (count >= minimum && count <= maximum) return found(count)
    }
    const value = parse(token)
    return typeof value === 'string' || value < minimum || value > maximum
      ? unlike(wanted, token, source)
      : found(format === 'int64' ? value : Number(value))
  }
}

const compileString = (field: FieldSchema, source: Source): ValueReader => {
  const { minLength = 0, maxLength = Infinity } = field
  const choices = field.enum?.filter((choice) => choice !== null)
  const pattern = field.pattern === undefined ? undefined : new RegExp(field.pattern, 'u')
  const rule = field['x-pattern-rule'] ?? 'the form that the schema gives'
  const wanted =
    choices === undefined
      ? 'must be a string'
      : `must be ${choices.length === 1 ? '' : 'one of '}${choices.join(', ')}`
  const upwards = maxLength === Infinity ? ' or more' : ` to ${maxLength}`
  const bounds = `${minLength}${minLength === maxLength ? '' : upwards}`
  return (token) => {
    if (source === 'json' && !token.startsWith('"')) return unlike(wanted, token, source)
    const value = source === 'json' ? textOf(token) : token
    if (choices !== undefined)
      return choices.includes(value) ? found(value) : unlike(wanted, token, source)
    // Code points are counted only if the number of UTF-16 units is out of bounds.
    if (value.length < minLength || value.length > maxLength) {
      const length = Iterator.from(value).reduce((count) => count + 1, 0)
      if (length < minLength || length > maxLength)
        return faulty(`${wanted} of ${bounds} characters, not of ${length}`)
    }
    // Only an escape in JSON can make a lone surrogate. Not every pattern can exclude it, so the document says so in words.
    if (source === 'json' && !value.isWellFormed())
      return faulty('must have no lone surrogate, which is half of a pair')
    return pattern === undefined || pattern.test(value) ? found(value) : faulty(`must have ${rule}`)
  }
}

/** An array in JSON, or several values of a text with commas between them. */
const compileArray = (name: string, field: FieldSchema, source: Source): ValueReader => {
  const { items, minItems = 0, maxItems, uniqueItems = false } = field
  if (items === undefined || maxItems === undefined)
    throw new Error(`The array ${name} needs its items and its bound in the schema.`)
  const read = compileValue(name, items, source)
  const wanted = `must be an array of ${minItems} to ${maxItems} items`
  return (token) => {
    if (source === 'json' && !token.startsWith('[')) return unlike(wanted, token, source)
    const tokens = source === 'json' ? elementsOf(token) : token.split(',')
    if (tokens.length < minItems || tokens.length > maxItems)
      return faulty(`${wanted}, not of ${tokens.length}`)
    const values: unknown[] = []
    const faults: Fault[] = []
    for (const [index, each] of tokens.entries()) {
      const reading = read(each)
      if (!reading.ok) {
        // A single value of a text is named without an index, because its sender does not think of a list.
        if (source === 'text' && tokens.length === 1) return reading
        faults.push(...reading.faults.map((fault) => faultOfItem(index, fault)))
      } else if (uniqueItems && values.includes(reading.value)) {
        const problem = `repeats ${shown(each, source)}; name each once`
        faults.push(faultOfItem(index, { field: undefined, problem }))
      } else values.push(reading.value)
    }
    return faults.length > 0 ? { ok: false, kind: 'invalid', faults } : found(values)
  }
}

const compileObject = (name: string, schema: TObject, source: Source): ValueReader => {
  if (source === 'text') throw new Error(`Only JSON can have an object: ${name}.`)
  const noun = 'title' in schema ? schemaName(schema) : name
  const read = compileMembers(schema, source, `a field of ${noun}`)
  return (token) =>
    token.startsWith('{') ? read(membersOf(token)) : unlike('must be an object', token, source)
}

/** A JSON object whose names the sender chooses. */
const compileMap = (
  name: string,
  { propertyNames, additionalProperties, maxProperties }: FieldSchema,
): ValueReader => {
  if (
    propertyNames === undefined ||
    typeof additionalProperties !== 'object' ||
    maxProperties === undefined
  )
    throw new Error(`The map ${name} needs its names, its values and its bound in the schema.`)
  const readName = compileValue(name, propertyNames, 'json')
  const readMember = compileValue(name, additionalProperties, 'json')
  return (token) => {
    if (!token.startsWith('{')) return unlike('must be an object', token, 'json')
    const members = membersOf(token)
    if (members.length > maxProperties)
      return faulty(`must have ${maxProperties} names at most, not ${members.length}`)
    const values = new Map<string, unknown>()
    const faults = members.flatMap(({ name: member, token: text }): readonly Fault[] => {
      const named = readName(JSON.stringify(member))
      if (!named.ok)
        return named.faults.map((fault) => ({
          ...fault,
          problem: `has a name that ${fault.problem}`,
        }))
      if (values.has(member)) return [faultWithin(member, repeated)]
      const reading = readMember(text)
      if (!reading.ok) return reading.faults.map((fault) => faultWithin(member, fault))
      values.set(member, reading.value)
      return []
    })
    // Defined one by one, `__proto__` is a name like any other.
    return faults.length > 0
      ? { ok: false, kind: 'invalid', faults }
      : found(Object.fromEntries(values))
  }
}

const repeated: Fault = {
  field: undefined,
  problem: 'is given more than once, but may be given only once',
}

type Field = {
  readonly name: string
  readonly read: ValueReader
  readonly isRequired: boolean
  readonly fallback: unknown
  /** Whether it may be repeated: a list outside JSON, whose values are then joined by commas. */
  readonly isRepeatable: boolean
}

/** An object schema, and what else this file reads of it. */
type ObjectSchema = TObject & {
  readonly minProperties?: number
  readonly maxProperties?: number
  readonly 'x-service-assigned'?: readonly string[]
}

/** Compiles a reader of members, which reports all faults. @param kind the name of a member in messages */
export const compileMembers = (
  schema: ObjectSchema,
  source: Source,
  kind: string,
): ((members: readonly JsonMember[]) => Reading) => {
  kindOf(schemaName(schema), schema)
  const fields = new Map(
    Object.entries(schema.properties).map(([name, field]): [string, Field] => {
      const { default: standard, 'x-default': fallback = standard } = field as FieldSchema
      const isRepeatable = source === 'text' && 'items' in field
      const isRequired = schema.required?.includes(name) ?? false
      const read = compileValue(name, field, source)
      return [name, { name, read, isRequired, fallback, isRepeatable }]
    }),
  )
  const all = [...fields.values()]
  const takes = `takes ${all.length === 0 ? 'none' : [...fields.keys()].join(', ')}`
  const { minProperties: min = 0, maxProperties: max = Infinity } = schema
  const wanted = min === max ? `exactly ${min}` : `${min} to ${max}`
  const miscounted = `${schemaName(schema)} must have ${wanted} of ${[...fields.keys()].join(', ')}`

  const unknownProblem = (name: string): string =>
    schema['x-service-assigned']?.includes(name) === true
      ? 'is assigned by the service, so leave it out'
      : `is not ${kind}, which ${takes}`

  /** The faults of names that are not in the schema, or are repeated. */
  const straysOf = (members: readonly JsonMember[]): readonly Fault[] => {
    const times = new Map<string, number>()
    return members.flatMap(({ name }): Fault | readonly [] => {
      const time = (times.get(name) ?? 0) + 1
      times.set(name, time)
      const field = fields.get(name)
      if (time === 1 && field === undefined) return { field: name, problem: unknownProblem(name) }
      if (time !== 2 || field?.isRepeatable === true) return []
      return { ...repeated, field: name }
    })
  }

  return (members) => {
    const value: Record<string, unknown> = {}
    const given: Field[] = []
    // Most inputs have no fault.
    let faults: Fault[] | undefined
    for (const { name, token } of members) {
      const field = fields.get(name)
      if (field === undefined || given.includes(field)) continue
      given.push(field)
      const reading = field.read(field.isRepeatable ? joined(name, members) : token)
      // `field.name` is interned already; the name from the input is not.
      if (reading.ok) value[field.name] = reading.value
      else (faults ??= []).push(...reading.faults.map((fault) => faultWithin(name, fault)))
    }
    for (const field of all) {
      if (given.includes(field)) continue
      if (field.isRequired) (faults ??= []).push({ field: field.name, problem: 'is required' })
      else if (field.fallback !== undefined) value[field.name] = field.fallback
    }
    if (given.length < min || given.length > max)
      (faults ??= []).push({ field: undefined, problem: miscounted })
    // There may be many of them, so they come last.
    if (given.length < members.length) {
      const strays = straysOf(members)
      if (strays.length > 0) faults = [...(faults ?? []), ...strays]
    }
    return faults === undefined ? { ok: true, value } : { ok: false, kind: 'invalid', faults }
  }
}

/** The values of a repeated list. No item can contain a comma. */
const joined = (list: string, members: readonly JsonMember[]): string =>
  members.flatMap(({ name, token }) => (name === list ? token : [])).join(',')
