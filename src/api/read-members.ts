import type { TObject, TSchema } from 'typebox'
import { type Fault, faultOfItem, faultWithin, shown, type Source } from './faults.ts'
import { type FieldSchema, holdToObject, isNullable, kindOf, schemaName } from './field-schema.ts'
import { elementsOf, type JsonMember, membersOf } from './json-object.ts'
import {
  compileDateTime,
  compileInteger,
  compileString,
  type ValueReader,
  type ValueReading,
} from './read-scalar.ts'

/** The result of a reader: a value of the schema's type, or every fault at once. */
export type Reading<Value = Record<string, unknown>> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly kind: 'invalid_json' | 'invalid'; readonly faults: Fault[] }

/** One field of a schema, compiled. */
type Field = {
  readonly name: string
  readonly read: ValueReader
  readonly isRequired: boolean
  /** Its default, if it has one. */
  readonly fallback: unknown
}

export type Members = readonly JsonMember[]

/**
 * Compiles an object schema into a function that reads members. It refuses repeated and unknown names, and reports all
 * faults.
 *
 * @param kind the name of a member in messages
 */
export const compileMembers = (
  schema: TObject,
  source: Source,
  kind: string,
): ((members: Members) => Reading) => {
  holdToObject(schema)
  const required = schema.required ?? []
  const fields = new Map<string, Field>()
  for (const [name, field] of Object.entries(schema.properties)) {
    const read = compileValue(name, field, source)
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

  /** The faults of names that are not in the schema. */
  const straysOf = (names: readonly string[]): readonly Fault[] => {
    const times = new Map<string, number>()
    return names.flatMap((name) => {
      const time = (times.get(name) ?? 0) + 1
      times.set(name, time)
      if (time > 2) return []
      return { field: name, problem: time === 1 ? unknownProblem(name) : repetition }
    })
  }

  const all = [...fields.values()]
  const countFault = compileCount(schema)

  return (members) => {
    const value: Record<string, unknown> = {}
    const given: Field[] = []
    // Most inputs have no fault, so these are allocated only when needed.
    let faults: Fault[] | undefined
    let repeated: Field[] | undefined
    let strays: string[] | undefined
    for (const { name, token } of members) {
      const field = fields.get(name)
      if (field === undefined) {
        strays ??= []
        strays.push(name)
      } else if (given.includes(field)) {
        repeated ??= []
        if (repeated.includes(field)) continue
        repeated.push(field)
        faults ??= []
        faults.push({ field: name, problem: repetition })
      } else {
        given.push(field)
        const result = field.read(token)
        // `field.name` is interned already; the name from the input is not.
        if ('value' in result) value[field.name] = result.value
        else {
          faults ??= []
          if ('problem' in result) faults.push({ field: name, problem: result.problem })
          else faults.push(...result.faults.map((one) => faultWithin(name, one)))
        }
      }
    }
    for (const field of all) {
      if (given.includes(field)) continue
      if (field.isRequired) {
        faults ??= []
        faults.push({ field: field.name, problem: 'is required' })
      } else if (field.fallback !== undefined) value[field.name] = field.fallback
    }
    const miscounted = countFault?.(given.length)
    if (miscounted !== undefined) faults = [...(faults ?? []), miscounted]
    // There may be many of them, so they come last.
    if (strays !== undefined) faults = [...(faults ?? []), ...straysOf(strays)]
    return faults === undefined ? { ok: true, value } : { ok: false, kind: 'invalid', faults }
  }
}

/** Checks `minProperties` and `maxProperties`. */
const compileCount = (schema: TObject): ((count: number) => Fault | undefined) | undefined => {
  const { minProperties = 0, maxProperties = Infinity } = schema as CountedSchema
  if (minProperties === 0 && maxProperties === Infinity) return undefined
  const wanted =
    minProperties === maxProperties
      ? `exactly ${minProperties}`
      : `${minProperties} to ${maxProperties}`
  const problem = `${schemaName(schema)} must have ${wanted} of ${Object.keys(schema.properties).join(', ')}`
  return (count) =>
    count < minProperties || count > maxProperties ? { field: undefined, problem } : undefined
}

type CountedSchema = TObject & { readonly minProperties?: number; readonly maxProperties?: number }

const repetition = 'is given more than once, but may be given only once'

type AssignedSchema = TObject & { readonly 'x-service-assigned'?: readonly string[] }

/**
 * Compiles the schema of a field, at any depth.
 *
 * @throws Error if the schema says something that the reader does not enforce
 */
export const compileValue = (name: string, schema: TSchema, source: Source): ValueReader => {
  const read = compileKind(name, schema, source)
  // Text outside JSON has no null.
  if (source === 'text' || !isNullable(schema)) return read
  return (token) => (token === 'null' ? { value: null } : read(token))
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
    case 'string':
    case 'choice':
      return compileString(field, source)
  }
}

const compileObject = (name: string, schema: TObject, source: Source): ValueReader => {
  if (source === 'text') throw new Error(`Only JSON can have an object: ${name}.`)
  const read = compileMembers(
    schema,
    source,
    `a field of ${'title' in schema ? schemaName(schema) : name}`,
  )
  return (token) => {
    if (!token.startsWith('{')) return { problem: `must be an object, not ${shown(token, source)}` }
    const reading = read(membersOf(token))
    return reading.ok ? reading : { faults: reading.faults }
  }
}

/** An array in JSON, or several values of a text with commas between them. */
const compileArray = (name: string, field: FieldSchema, source: Source): ValueReader => {
  const { items, minItems = 0, maxItems, uniqueItems = false } = field
  if (items === undefined || maxItems === undefined) {
    throw new Error(`The array ${name} needs its items and its bound in the schema.`)
  }
  const read = compileValue(name, items, source)
  const wanted = `must be an array of ${minItems} to ${maxItems} items`
  return (token) => {
    if (source === 'json' && !token.startsWith('[')) {
      return { problem: `${wanted}, not ${shown(token, source)}` }
    }
    const tokens = source === 'json' ? elementsOf(token) : token.split(',')
    if (tokens.length < minItems || tokens.length > maxItems) {
      return { problem: `${wanted}, not of ${tokens.length}` }
    }
    const [only = ''] = tokens
    // A single value is reported without an index, because its sender does not think of a list.
    if (source === 'text' && tokens.length === 1) {
      const reading = read(only)
      return 'value' in reading ? { value: [reading.value] } : reading
    }
    const values: unknown[] = []
    const faults: Fault[] = []
    for (const [index, each] of tokens.entries()) {
      const reading = read(each)
      if ('value' in reading) {
        if (uniqueItems && values.includes(reading.value)) {
          const problem = `repeats ${shown(each, source)}; name each once`
          faults.push(faultOfItem(index, { field: undefined, problem }))
        }
        values.push(reading.value)
      } else faults.push(...faultsOf(reading).map((fault) => faultOfItem(index, fault)))
    }
    return faults.length > 0 ? { faults } : { value: values }
  }
}

const faultsOf = (reading: Exclude<ValueReading, { readonly value: unknown }>): readonly Fault[] =>
  'faults' in reading ? reading.faults : [{ field: undefined, problem: reading.problem }]
