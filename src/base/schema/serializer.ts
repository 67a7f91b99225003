import type { TArray, TObject, TSchema } from 'typebox'

type Serialize = (value: unknown) => string

/** Compiles a response schema: int64 exact, only the fields of the schema. Throws Error for a type that is never sent. */
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
      // Of a map it is a schema; of other objects it is no object.
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

/** An object with members of any name. */
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

/** A string, or one of several objects, told apart by their `type`. */
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
