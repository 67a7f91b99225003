import type { TObject, TSchema } from 'typebox'

/** What the schema of a field may say. */
export type FieldSchema = {
  readonly type?: string
  readonly format?: string
  readonly enum?: readonly string[]
  readonly minimum?: number | bigint
  readonly maximum?: number | bigint
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly items?: TSchema
  readonly minItems?: number
  readonly maxItems?: number
  readonly default?: unknown
  readonly 'x-default'?: unknown
  readonly 'x-pattern-rule'?: string
}

/** The keywords that are enforced on each kind of field. */
const enforced = {
  integer: ['type', 'format', 'minimum', 'maximum'],
  string: ['type', 'minLength', 'maxLength', 'pattern'],
  choice: ['type', 'enum'],
  'date-time': ['type', 'format'],
  array: ['type', 'items', 'minItems', 'maxItems'],
} as const

/** The formats of an integer; there is none of a string. */
const integerFormats: ReadonlySet<string> = new Set(['int32', 'int64'])

/**
 * Keywords of any field. Those with `x-` only describe, but for `x-default`: it is a default that generators of code
 * do not see, for many demand a field that has one.
 */
const general = ['default', 'x-default', 'title', 'description', 'examples', 'x-pattern-rule']
const marks = ['x-extension']

/** The keywords of an object. Any member that it does not name is refused. */
const ofObject = ['type', 'properties', 'required', 'additionalProperties', 'title', 'description']
const marksOfObject = ['x-service-assigned']

/** How a field is read. */
export type FieldKind = keyof typeof enforced | 'object'

/**
 * Tells how a field is to be read, and holds its schema to what is enforced of that kind.
 *
 * @throws Error if the schema says something that no reader could hold an input to
 */
export const kindOf = (name: string, schema: TSchema): FieldKind => {
  // Its keywords are held against a list; their values are typed by who wrote the schema.
  const { type, format, enum: choices } = schema as FieldSchema
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
    throw new Error(`The schema of ${name} says format ${format}, which nothing here enforces.`)
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

/** @throws where the schema has a keyword beside these */
const holdToKeywords = (name: string, schema: object, allowed: readonly string[]): void => {
  const other = Object.keys(schema).find((keyword) => !allowed.includes(keyword))
  if (other === undefined) return
  throw new Error(`The schema of ${name} says ${other}, which nothing here enforces.`)
}

/** What a message calls a value of a schema: "a Book". */
export const schemaName = (schema: TSchema): string =>
  `a ${'title' in schema ? String(schema.title) : 'value'}`
