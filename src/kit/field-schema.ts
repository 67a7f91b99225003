import type { TSchema } from 'typebox'

/** The keywords that the schema of a field may have. */
export type FieldSchema = {
  /** Two of them if null is a value too, which is the second. */
  readonly type?: string | readonly [type: string, orNull: 'null']
  readonly format?: string
  readonly enum?: ReadonlyArray<string | null>
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly items?: TSchema
  readonly minItems?: number
  readonly maxItems?: number
  /** The items are texts or numbers. */
  readonly uniqueItems?: boolean
  /** Of a map: the schema of each name, and of each value. */
  readonly propertyNames?: TSchema
  readonly additionalProperties?: TSchema | boolean
  readonly maxProperties?: number
  readonly default?: unknown
  readonly 'x-default'?: unknown
  readonly 'x-pattern-rule'?: string
}

/** The keywords that are enforced on each kind of field. An object refuses members that it does not name; a map has members of any name. */
const enforced = {
  integer: ['format', 'minimum', 'maximum'],
  string: ['minLength', 'maxLength', 'pattern'],
  choice: ['enum'],
  'date-time': ['format', 'maxLength'],
  array: ['items', 'minItems', 'maxItems', 'uniqueItems'],
  object: ['properties', 'required', 'minProperties', 'maxProperties', 'additionalProperties'],
  map: ['propertyNames', 'maxProperties', 'additionalProperties'],
} as const

/**
 * Keywords of any field. Those with `x-` only describe, except `x-default`: a default that is hidden from code generators,
 * many of which make a field with a default required.
 */
const general = ['type', 'default', 'x-default', 'title', 'description', 'examples']
const marks = ['x-pattern-rule', 'x-extension', 'x-service-assigned']

export const isNullable = ({ type }: FieldSchema): boolean => Array.isArray(type)

type FieldKind = keyof typeof enforced

const isKind = (kind: string | undefined): kind is FieldKind =>
  kind !== undefined && Object.hasOwn(enforced, kind)

/**
 * Determines how a field is read, and checks that all keywords of its schema are enforced.
 * @throws Error if the schema has a keyword that no reader enforces
 */
export const kindOf = (name: string, schema: TSchema): FieldKind => {
  // Its keywords are checked against a list; the author of the schema typed their values.
  const { type: types, format, enum: choices, additionalProperties } = schema as FieldSchema
  const [type] = typeof types === 'object' ? types : [types]
  const isDateTime = type === 'string' && format === 'date-time'
  const isMap = type === 'object' && typeof additionalProperties === 'object'
  const kind = choices !== undefined ? 'choice' : isDateTime ? format : isMap ? 'map' : type
  const said = `The schema of ${name}`
  if (!isKind(kind))
    throw new Error(`${said} is neither an integer nor a string, an array or an object.`)
  const allowed = new Set<string>([...enforced[kind], ...general, ...marks])
  const other = Object.keys(schema).find((keyword) => !allowed.has(keyword))
  if (other !== undefined) throw new Error(`${said} says ${other}, which is not enforced.`)
  if (kind === 'integer' && format !== undefined && format !== 'int32' && format !== 'int64')
    throw new Error(`${said} says format ${format}, which is not enforced.`)
  if (!isMap && additionalProperties !== undefined && additionalProperties !== false)
    throw new Error(`${name} allows members that it does not name, and each of those is refused.`)
  return kind
}

/** The name of a schema's value in messages: "a Book", "an Author", or "Books" for an array. */
export const schemaName = (schema: TSchema): string => {
  const { title = 'value', type } = schema as { readonly title?: string; readonly type?: string }
  if (type === 'array' && title !== 'value') return title
  return `${/^[AEIOU]/.test(title) ? 'an' : 'a'} ${title}`
}
