import assert from 'node:assert/strict'
import { test } from 'node:test'
import { withFieldsInPlace } from '../../scripts/generators/inline-fields.ts'
import { openapiSource } from '../helpers/openapi.ts'

/**
 * A client of the interface document notices no extension. The OpenAPI document marks all extensions. Without them it
 * is the interface document, to the field.
 */

type Json = { readonly [name: string]: unknown }

const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null

/** The target of a reference in the document; any other value is returned unchanged. */
const followed = (value: unknown, document: Json): unknown => {
  if (!isObject(value) || typeof value['$ref'] !== 'string') return value
  const [, ...names] = value['$ref'].split('/')
  return names.reduce<unknown>((within, name) => isObject(within) && within[name], document)
}

/** The document without everything that it marks as an extension, and without references to that. */
const withoutExtensions = (value: unknown, document: Json): unknown => {
  const isKept = (member: unknown): boolean => {
    const target = followed(member, document)
    return !(isObject(target) && target['x-extension'] === true)
  }
  if (Array.isArray(value)) {
    return value.filter(isKept).map((item) => withoutExtensions(item, document))
  }
  if (!isObject(value)) return value
  const { 'x-extension-statuses': statuses } = value
  if (Array.isArray(statuses) && isObject(value['responses'])) {
    const given = Object.entries(value['responses']).filter(
      ([status]) => !statuses.includes(Number(status)),
    )
    const { 'x-extension-statuses': _, ...rest } = value
    return withoutExtensions({ ...rest, responses: Object.fromEntries(given) }, document)
  }
  return Object.fromEntries(
    Object.entries(value).flatMap(([name, member]) =>
      isKept(member) ? [[name, withoutExtensions(member, document)]] : [],
    ),
  )
}

const methods = ['get', 'put', 'post', 'delete', 'options', 'head', 'patch', 'trace']
const constraints = ['minimum', 'maximum', 'default']

/** The type of a schema in the words of the interface document's tables. */
const kindOf = (schema: unknown): string => {
  if (!isObject(schema)) return 'none'
  if (typeof schema['$ref'] === 'string') return schema['$ref'].split('/').at(-1) ?? ''
  if (Array.isArray(schema['anyOf'])) return kindOf(schema['anyOf'].at(-1))
  if (Array.isArray(schema['enum']) && schema['description'] !== undefined) return 'string'
  if (schema['type'] === 'array') return `array of ${kindOf(schema['items'])}`
  return schema['format'] === 'int64' ? 'integer int64' : String(schema['type'])
}

const bodyOf = (value: unknown): string => {
  const content = isObject(value) && isObject(value['content']) ? value['content'] : {}
  const kinds = Object.entries(content).map(
    ([type, media]) => `${type} ${kindOf(isObject(media) && media['schema'])}`,
  )
  return kinds.join(', ')
}

const parameterOf = (value: unknown): string => {
  assert.ok(isObject(value) && isObject(value['schema']))
  const { schema } = value
  const limits = constraints.flatMap((name) =>
    // An int64 is bounded by its format.
    name in schema && schema['format'] !== 'int64' ? [`${name} ${String(schema[name])}`] : [],
  )
  const required = value['required'] === true ? 'required' : 'optional'
  return [value['in'], value['name'], required, kindOf(schema), ...limits].map(String).join(' ')
}

/** A text for each operation of a document, with its parameters, bodies and statuses, and for each schema with its fields. */
const tablesOf = (document: Json): readonly string[] => [
  ...Object.entries(Object(document['paths'])).flatMap(([path, item]) =>
    methods.flatMap((method) => {
      const operation: unknown = Object(item)[method]
      if (!isObject(operation)) return []
      const { operationId, deprecated, parameters = [], requestBody, responses } = operation
      assert.ok(Array.isArray(parameters))
      return [
        `${method.toUpperCase()} ${path} ${String(operationId)}${deprecated === true ? ', deprecated' : ''}`,
        ...parameters.map((one) => parameterOf(followed(one, document))),
        ...(requestBody === undefined ? [] : [`body ${bodyOf(requestBody)}`]),
        ...Object.entries(Object(responses)).map(
          ([status, response]) => `${status} ${bodyOf(followed(response, document))}`,
        ),
      ].join('\n  ')
    }),
  ),
  ...Object.entries(Object(Object(document['components'])['schemas'])).map(([name, schema]) => {
    const { properties, required = [], enum: values } = Object(schema)
    if (properties === undefined) return `${name}: ${values?.join(', ') ?? kindOf(schema)}`
    const fields = Object.entries(Object(properties)).map(
      ([field, of]) =>
        `${field}: ${required.includes(field) ? 'required' : 'optional'} ${kindOf(of)}`,
    )
    return [name, ...fields].join('\n  ')
  }),
]

/** The tables of the interface document, copied by hand. */
const given = `
GET /pets listPets
  query limit optional integer minimum 1 maximum 100 default 20
  query status optional PetStatus
  200 application/json Pets
  401 application/json Error
  429 application/json Error
POST /pets createPet
  body application/json NewPet
  201 application/json Pet
  400 application/json Error
  401 application/json Error
  429 application/json Error
GET /pets/{petId} getPet, deprecated
  path petId required integer int64
  200 application/json Pet
  401 application/json Error
  404 application/json Error
  429 application/json Error
Pet
  id: required integer int64
  name: required string
  categoryId: required integer int64
  status: optional PetStatus
NewPet
  name: required string
  categoryId: required integer int64
  status: optional PetStatus
PetStatus: available, pending, sold
Pets: array of Pet
Error
  code: required string
  message: required string
  status: required integer
`

test('without what is marked as an extension the document is the interface document', () => {
  const document = withFieldsInPlace(openapiSource)
  const bare = Object(withoutExtensions(document, document))
  assert.deepEqual(new Set(tablesOf(bare)), new Set(given.trim().split(/\n(?! )/)))
})
