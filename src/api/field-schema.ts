import type { TObject, TSchema } from 'typebox'

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
  readonly default?: unknown
  readonly 'x-default'?: unknown
  readonly 'x-pattern-rule'?: string
}

/** The keywords that are enforced on each kind of field. */
const enforced = {
  integer: ['type', 'format', 'minimum', 'maximum'],
  string: ['type', 'minLength', 'maxLength', 'pattern'],
  choice: ['type', 'enum'],
  'date-time': ['type', 'format', 'maxLength'],
  array: ['type', 'items', 'minItems', 'maxItems', 'uniqueItems'],
} as const

/** The formats of an integer. */
const integerFormats: ReadonlySet<string> = new Set(['int32', 'int64'])

/**
 * Keywords of any field. Those with `x-` only describe, except `x-default`: a default that is hidden from code generators,
 * many of which make a field with a default required.
 */
const general = ['default', 'x-default', 'title', 'description', 'examples', 'x-pattern-rule']
const marks = ['x-extension']

/** The keywords of an object. Members that it does not name are refused. */
const ofObject = [
  'type',
  'properties',
  'required',
  'minProperties',
  'maxProperties',
  'additionalProperties',
  'title',
  'description',
]
const marksOfObject = ['x-service-assigned']

/** Whether null is a value of a field. */
export const isNullable = ({ type }: FieldSchema): boolean => Array.isArray(type)

/** How a field is read. */
export type FieldKind = keyof typeof enforced | 'object'

/**
 * Determines how a field is read, and checks that all keywords of its schema are enforced.
 *
 * @throws Error if the schema has a keyword that no reader enforces
 */
export const kindOf = (name: string, schema: TSchema): FieldKind => {
  // Its keywords are checked against a list; the author of the schema typed their values.
  const { type: types, format, enum: choices } = schema as FieldSchema
  const [type] = typeof types === 'object' ? types : [types]
  if (type === 'object') return 'object'
  const kind =
    choices !== undefined ? 'choice' : type === 'string' && format === 'date-time' ? format : type
  if (
    kind !== 'integer' &&
    kind !== 'string' &&
    kind !== 'choice' &&
    kind !== 'date-time' &&
    kind !== 'array'
  ) {
    throw new Error(
      `The schema of ${name} is neither an integer nor a string, an array or an object.`,
    )
  }
  holdToKeywords(name, schema, [...enforced[kind], ...general, ...marks])
  if (kind === 'integer' && format !== undefined && !integerFormats.has(format)) {
    throw new Error(`The schema of ${name} says format ${format}, which is not enforced.`)
  }
  return kind
}

/** @throws Error if the schema of an object says something that no reader could hold an input to */
export const holdToObject = (schema: TObject): void => {
  holdToKeywords(schemaName(schema), schema, [...ofObject, ...marksOfObject])
  if ('additionalProperties' in schema && schema.additionalProperties !== false) {
    throw new Error(
      `${schemaName(schema)} allows members that it does not name, and here each of those is refused.`,
    )
  }
}

/** @throws Error if the schema has other keywords than these */
const holdToKeywords = (name: string, schema: object, allowed: readonly string[]): void => {
  const other = Object.keys(schema).find((keyword) => !allowed.includes(keyword))
  if (other === undefined) return
  throw new Error(`The schema of ${name} says ${other}, which is not enforced.`)
}

/** The name of a schema's value in messages: "a Book", "an Author", or "Books" for an array. */
export const schemaName = (schema: TSchema): string => {
  const { title = 'value', type } = schema as { readonly title?: string; readonly type?: string }
  if (type === 'array' && title !== 'value') return title
  return `${/^[AEIOU]/.test(title) ? 'an' : 'a'} ${title}`
}
