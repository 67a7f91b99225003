import type { TProperties, TSchema, Type as TypeBox } from 'typebox'

/** Makes plain JSON Schema objects as TypeBox does, with its types. Loading TypeBox would take a third of the start-up time. */
export const Type = {
  Array: (items: TSchema, options: object = {}) => ({ type: 'array', items, ...options }),
  Integer: (options: object = {}) => ({ type: 'integer', ...options }),
  Object: (properties: Readonly<Record<string, TSchema>>, options: object = {}) => {
    const names = Object.keys(properties)
    const required = names.filter((name) => !isOptional(properties[name] ?? {}))
    return { type: 'object', ...(required.length > 0 && { required }), properties, ...options }
  },
  /** An optional field. The mark is not enumerable, so it is not part of the published schema. */
  Optional: (schema: TSchema) =>
    Object.defineProperty({ ...schema }, optionalMark, { value: true }),
  String: (options: object = {}) => ({ type: 'string', ...options }),
  /** A schema with an explicit type. */
  Unsafe: (schema: TSchema) => ({ ...schema }),
  // These functions behave as TypeBox declares its own.
} as unknown as Pick<
  typeof TypeBox,
  'Array' | 'Integer' | 'Object' | 'Optional' | 'String' | 'Unsafe'
>

/** An object with a title, by which the OpenAPI document refers to it. */
export const Component = <Properties extends TProperties>(
  title: string,
  description: string,
  properties: Properties,
  options: object = {},
) => Type.Object(properties, { title, description, ...options })

/** Bytes, which are neither text nor JSON. */
export type BytesSchema = ReturnType<typeof TypeBox.Unsafe<Uint8Array>> & {
  readonly maxLength: number
}

/** @param maxLength in bytes */
export const Bytes = (maxLength: number): BytesSchema =>
  // `maxLength` is among the keywords.
  Type.Unsafe<Uint8Array>({ type: 'string', format: 'binary', maxLength }) as BytesSchema

export const isBytes = (schema: TSchema): schema is BytesSchema =>
  'format' in schema && schema.format === 'binary'

/** One of several strings. */
export const Choice = <T extends string>(choices: readonly T[], options: object) =>
  Type.Unsafe<T>({ type: 'string', enum: [...choices], ...options })

/** One of the known strings, or one that a later version adds. Clients must accept unknown values. */
export const OpenChoice = <Known extends string>(
  known: TSchema,
  { description, ...added }: { readonly description: string; readonly pattern: string },
) =>
  Type.Unsafe<Known>({ description, anyOf: [known, { type: 'string', maxLength: 64, ...added }] })

/** The property with which TypeBox marks optional fields. */
const optionalMark = '~optional'

export const isOptional = (schema: TSchema): boolean => optionalMark in schema
