import { isDeepStrictEqual } from 'node:util'
import { ErrorBody } from '../../base/errors/error-schema.ts'
import { ProblemDetails } from '../../base/errors/problem.ts'
import type { Message } from '../resource.ts'
import { type Operation, requestHeadersOf } from '../operation.ts'

export type Json = Readonly<Record<string, unknown>>

/** A schema as its readers see it: what TypeBox types is plain JSON Schema. */
export type JsonSchema = Json & {
  readonly title?: string
  readonly type?: string | undefined
  readonly format?: string
  readonly description?: string
  readonly enum?: readonly unknown[]
  readonly items?: JsonSchema
  readonly anyOf?: readonly JsonSchema[]
  readonly required?: readonly string[]
  readonly properties?: Readonly<Record<string, JsonSchema>>
  readonly additionalProperties?: boolean | JsonSchema
}

/** An object with other values under the same names. */
export const mapValues = <Value, Result>(
  object: Readonly<Record<string, Value>>,
  change: (value: Value, name: string) => Result,
): Readonly<Record<string, Result>> =>
  Object.fromEntries(Object.entries(object).map(([name, value]) => [name, change(value, name)]))

/** The schemas that the document names, by their titles. */
export type Components = ReadonlyMap<string, Json>

/** Every schema with a title that the operations and messages use, at whatever depth, and those of errors. */
export const componentsOf = (
  operations: readonly Operation[],
  messages: readonly Message[] = [],
): Components => {
  const found = new Map<string, Json>()
  const used = operations.map((operation) => {
    const { query, params, body, answers } = operation
    const answered = Object.values(answers).map(({ schema }) => schema)
    return [query, params, requestHeadersOf(operation), body?.schema, answered]
  })
  collect([used, messages.map(({ schema }) => schema), ErrorBody, ProblemDetails], found)
  return found
}

const collect = (value: unknown, found: Map<string, Json>): void => {
  if (value === null || typeof value !== 'object') return
  const schema = value as Json
  const { title, type } = schema
  if (typeof title === 'string' && !Array.isArray(type)) {
    const known = found.get(title)
    // What a use of it adds (a default, a description of its own) stands beside the reference.
    const isPlainer = known === undefined || Object.keys(schema).length < Object.keys(known).length
    if (isPlainer) found.set(title, schema)
  }
  for (const item of Object.values(schema)) collect(item, found)
}

/**
 * Puts a reference wherever a schema has the title of a component, and keeps what differs from it.
 * @param within the component that is being written itself
 */
export const withReferences = (
  value: unknown,
  components: Components,
  within?: string,
): unknown => {
  if (Array.isArray(value)) return value.map((item) => withReferences(item, components))
  if (value === null || typeof value !== 'object') return value
  const { title, ...rest } = value as Json
  const component = typeof title === 'string' ? components.get(title) : undefined
  const referring = (item: unknown) => withReferences(item, components)
  if (component === undefined) return mapValues(value as Json, referring)
  if (title === within) return mapValues(rest, referring)
  const reference = { $ref: `#/components/schemas/${String(title)}` }
  const differing = Object.entries(rest).filter(([k, own]) => !isDeepStrictEqual(component[k], own))
  const { type, enum: _, ...more } = Object.fromEntries(differing)
  // Only null makes another type, and another choice.
  return type ? { ...more, anyOf: [reference, { type: 'null' }] } : { ...reference, ...more }
}
