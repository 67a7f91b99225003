import type { TArray, TObject, TSchema } from 'typebox'

/** Writes a value of a schema as JSON text. */
type Serialize = (value: unknown) => string

/**
 * Compiles a response schema into a serialiser, once, at start: an int64 is written from its bigint
 * digit for digit, and a field that the schema does not have is not written.
 *
 * @throws where the schema has a type that is never sent
 */
export const compileSerializer = (schema: TSchema): Serialize => {
  const type = 'type' in schema ? schema.type : undefined
  switch (type) {
    case 'array':
      // The type keyword tells which schema it is.
      return compileArray(schema as TArray)
    case 'object':
      return compileObject(schema as TObject)
    case 'integer':
      return String
    case 'string':
      return JSON.stringify
    default:
      throw new Error(`Nothing here serialises a schema of type ${String(type)}.`)
  }
}

const compileArray = (schema: TArray): Serialize => {
  const item = compileSerializer(schema.items)
  return (value) => {
    // The handler returns what the schema of its operation says.
    const items = value as readonly unknown[]
    let text = '['
    for (const [index, element] of items.entries()) {
      text += index === 0 ? item(element) : `,${item(element)}`
    }
    return `${text}]`
  }
}

const compileObject = (schema: TObject): Serialize => {
  const fields = Object.entries(schema.properties).map(([name, field]) => ({
    name,
    label: `${JSON.stringify(name)}:`,
    write: compileSerializer(field),
  }))
  return (value) => {
    const object = value as Readonly<Record<string, unknown>>
    let text = ''
    for (const { name, label, write } of fields) {
      const member = object[name]
      if (member === undefined) continue
      text += `${text === '' ? '{' : ','}${label}${write(member)}`
    }
    return text === '' ? '{}' : `${text}}`
  }
}
