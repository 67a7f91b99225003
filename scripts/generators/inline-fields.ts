type Json = { readonly [name: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/**
 * Inlines the schemas of single fields into the OpenAPI document, so that the clients type a text as
 * `string`, not as a named alias. Enumerations keep their names.
 *
 * @param openapi the document, as JSON; its integers become doubles
 */
export const withFieldsInPlace = (openapi: string): Json => {
  const document = JSON.parse(openapi)
  const { schemas } = document.components
  const isField = (schema: Json): boolean =>
    ['integer', 'string'].includes(String(schema['type'])) && schema['enum'] === undefined
  const names = Object.keys(schemas).filter((name) => isField(schemas[name]))
  const fields = new Map(names.map((name) => [`#/components/schemas/${name}`, schemas[name]]))
  const inPlace = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(inPlace)
    if (!isObject(value)) return value
    const { anyOf: [of, none] = [], ...own } = value as Json & { anyOf?: readonly Json[] }
    const field = fields.get(String(value['$ref'] ?? of?.['$ref']))
    if (field !== undefined && of === undefined) {
      const { $ref: _, ...beside } = value
      return { ...field, ...beside }
    }
    if (field !== undefined && none?.['type'] === 'null')
      return { ...field, ...own, type: [field.type, 'null'] }
    return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, inPlace(item)]))
  }
  for (const name of names) Reflect.deleteProperty(schemas, name)
  return inPlace(document) as Json
}
