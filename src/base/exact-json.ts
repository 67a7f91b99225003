import type { TArray, TObject, TSchema } from 'typebox'

/** Plain data whose integers are `bigint`. A `number` is not allowed: JSON cannot tell a 64-bit integer from a double. */
export type Exact =
  | string
  | boolean
  | bigint
  | null
  | undefined
  | readonly Exact[]
  | { readonly [name: string]: Exact }

/** Writes a value as JSON, omitting members that are `undefined`. Throws TypeError if it contains a number. */
export const writeExact = (value: Exact): string => JSON.stringify(value, withoutNumbers)

/** Parses what `writeExact` wrote, without loss. Throws SyntaxError or RangeError if it is not JSON or has a fraction. */
export const readExact = (text: string): Exact =>
  // Up to 15 digits are exact in a double. Longer ones need a reviver, which takes five times as long.
  // With bigint for numbers, every JSON value is an `Exact`.
  (longDigits.test(text) ? JSON.parse(text, fromDigits) : fromNumbers(JSON.parse(text))) as Exact

const longDigits = /\d{16}/

const fromNumbers = (value: unknown): unknown => {
  if (typeof value === 'number') return BigInt(value)
  if (typeof value !== 'object' || value === null) return value
  const members = value as Record<string, unknown>
  // `for in` is safe: values made by `JSON.parse` inherit no enumerable members.
  for (const name in members) members[name] = fromNumbers(members[name])
  return members
}

/** A replacer for `JSON.stringify`: an integer that is a bigint keeps its digits. */
export const withDigits = (_name: string, value: unknown): unknown =>
  typeof value === 'bigint' ? JSON.rawJSON(String(value)) : value

const withoutNumbers = (name: string, value: unknown): unknown => {
  if (typeof value === 'number') throw new TypeError(`${name} is a number; make it a bigint.`)
  return withDigits(name, value)
}

/** @param context as `JSON.parse` passes it for a primitive value: its source text */
const fromDigits = (
  _name: string,
  value: unknown,
  context?: { readonly source?: string },
): unknown => (typeof value === 'number' ? BigInt(context?.source ?? value) : value)

type Serialize = (value: unknown) => string

/** Compiles a response schema into a writer: int64 exact, only the schema's fields. Throws Error for an unsupported type. */
export const compileSerializer = (schema: TSchema): Serialize => {
  const type = 'type' in schema ? schema.type : undefined
  if ('anyOf' in schema) return compileChoice(schema.anyOf as readonly TSchema[])
  if (Array.isArray(type)) {
    const write = compileSerializer({ ...schema, type: type[0] })
    return (value) => (value === null ? 'null' : write(value))
  }
  switch (type) {
    case 'array':
      // The type keyword tells which schema it is.
      return compileArray(schema as TArray)
    case 'object':
      // Only for a map is `additionalProperties` a schema.
      if ('additionalProperties' in schema && typeof schema.additionalProperties === 'object')
        return compileMap(schema.additionalProperties as TSchema)
      return compileObject(schema as TObject)
    case 'integer':
      return String
    case 'string':
      return compileString(schema)
    default:
      throw new Error(`A schema of type ${String(type)} cannot be serialised.`)
  }
}

const compileString = (schema: TSchema): Serialize => {
  const choices = choicesOf(schema)
  if (choices !== undefined) return (value) => choices.get(value) ?? JSON.stringify(value)
  // A date-time needs no escapes.
  if ('format' in schema && schema.format === 'date-time') return (value) => `"${value as string}"`
  return JSON.stringify
}

const compileArray = (schema: TArray): Serialize => {
  const item = compileSerializer(schema.items)
  return (value) => {
    // The handler returns what the schema of its operation says.
    const items = value as readonly unknown[]
    let text = '['
    let separator = ''
    for (const element of items) {
      text += separator + item(element)
      separator = ','
    }
    return `${text}]`
  }
}

/** Compiles an object whose members may have any names. */
const compileMap = (values: TSchema): Serialize => {
  const write = compileSerializer(values)
  return (value) => {
    // The handler returns what the schema of its operation says.
    const members = Object.entries(value as object)
    return `{${members.map(([name, member]) => `${JSON.stringify(name)}:${write(member)}`).join(',')}}`
  }
}

const compileObject = (schema: TObject): Serialize => {
  const fields = Object.entries(schema.properties).map(([name, field]) => ({
    name,
    /** The text before the value, as the first member and after others. */
    first: `{${JSON.stringify(name)}:`,
    later: `,${JSON.stringify(name)}:`,
    isInteger: 'type' in field && field.type === 'integer',
    choices: choicesOf(field),
    write: compileSerializer(field),
  }))
  return (value) => {
    const object = value as Readonly<Record<string, unknown>>
    let text = ''
    for (const { name, first, later, isInteger, choices, write } of fields) {
      const member = object[name]
      if (member === undefined) continue
      text += text === '' ? first : later
      // Common types are inlined: a call for each field would double the cost.
      if (isInteger) text += member as bigint
      else text += choices?.get(member) ?? write(member)
    }
    return text === '' ? '{}' : `${text}}`
  }
}

/** Compiles a choice of strings, or of objects that differ in their `type`. */
const compileChoice = (schemas: readonly TSchema[]): Serialize => {
  const objects = schemas.filter((schema): schema is TObject => 'properties' in schema)
  if (objects.length === 0) return JSON.stringify
  const writers = new Map(
    objects.flatMap((schema) => {
      const write = compileObject(schema)
      const { type } = schema.properties
      const types = type !== undefined && 'enum' in type ? (type.enum as readonly unknown[]) : []
      return types.map((each) => [each, write] as const)
    }),
  )
  return (value) => {
    const { type } = value as { readonly type: unknown }
    const write = writers.get(type)
    if (write === undefined) throw new TypeError(`No schema is for the type ${String(type)}.`)
    return write(value)
  }
}

/** The JSON of each value of an enumeration. */
const choicesOf = (field: TSchema): ReadonlyMap<unknown, string> | undefined =>
  'enum' in field && Array.isArray(field.enum)
    ? new Map(field.enum.map((choice: unknown) => [choice, JSON.stringify(choice)]))
    : undefined
