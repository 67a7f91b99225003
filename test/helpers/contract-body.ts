import { Compile, type Validator } from 'typebox/schema'
import { JsonNumber, parseSpelled } from './exact-json.ts'
import { plainDocument, resolve, type Schema } from './openapi.ts'

/**
 * The faults of a body by its schema in the document, by JSON Schema (2020-12). Integers are compared exactly. A field
 * that the schema does not name is a fault too.
 */
export const bodyFaults = (text: string, schema: Schema): readonly string[] => {
  let exact: unknown
  try {
    exact = parseSpelled(text)
  } catch {
    return ['the body is not JSON']
  }
  const validator = validatorOf(schema)
  const plain: unknown = JSON.parse(text)
  const faults = exactFaults(exact, schema, 'body')
  if (validator.Check(plain)) return faults
  const [, errors] = validator.Errors(plain)
  return [...errors.map(({ instancePath, message }) => `body${instancePath} ${message}`), ...faults]
}

const validators = new Map<string, Validator>()

const validatorOf = (schema: Schema): Validator => {
  const name = JSON.stringify(schema, (_key, value: unknown) =>
    typeof value === 'bigint' ? Number(value) : value,
  )
  let validator = validators.get(name)
  if (validator === undefined) {
    // References of the document begin at its root.
    validator = Compile({ components: plainDocument.components, ...JSON.parse(name) })
    validators.set(name, validator)
  }
  return validator
}

const plainInteger = /^(?:0|-?[1-9]\d*)$/

const exactFaults = (value: unknown, of: Schema, place: string): string[] => {
  const schema = resolve(of)
  const known = schema.anyOf?.map(resolve).find(({ enum: choices }) => choices !== undefined)
  // The document is open for later versions. This one answers with what it names alone.
  if (typeof value === 'string' && known?.enum?.includes(value) === false) {
    return [`${place} is none of the known values`]
  }
  if (value instanceof JsonNumber) {
    if (schema.type === 'integer' && !plainInteger.test(value.text)) {
      return [`${place} is the integer ${value.text}, but not in plain digits`]
    }
    const number = schema.type === 'integer' ? BigInt(value.text) : undefined
    const { minimum, maximum } = schema
    const outside =
      number !== undefined &&
      ((minimum !== undefined && number < minimum) || (maximum !== undefined && number > maximum))
    return outside ? [`${place} is ${value.text}, out of its bounds`] : []
  }
  if (Array.isArray(value)) {
    const { items } = schema
    if (items === undefined) return []
    return value.flatMap((item, at) => exactFaults(item, items, `${place}/${at}`))
  }
  if (value === null || typeof value !== 'object') return []
  const { properties, additionalProperties: members } =
    schema.anyOf === undefined ? schema : variantOf(value, schema.anyOf)
  return Object.entries(value).flatMap(([name, member]) => {
    const property = properties?.[name] ?? (typeof members === 'object' ? members : undefined)
    return property === undefined
      ? [`${place}/${name} is in no schema`]
      : exactFaults(member, property, `${place}/${name}`)
  })
}

/** The schema for the `type` of an object; an empty one if there is none. */
const variantOf = (value: object, schemas: readonly Schema[]): Schema => {
  const found = schemas.map(resolve).find(({ properties }) => {
    const types = properties?.['type'] && resolve(properties['type']).enum
    return types?.some((each) => each === Reflect.get(value, 'type')) === true
  })
  return found ?? {}
}
