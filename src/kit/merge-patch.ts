import type { Static, TObject, TOptional, TProperties, TSchema, TUnsafe } from 'typebox'
import { Component, isOptional, Type } from '../base/schema/type.ts'
import { type BodyDescription, jsonBody } from './operation.ts'

/** The same fields, each of which may be missing. */
export const eachOptional = <Fields extends TProperties>(fields: Fields) =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, Type.Optional(field)]),
    // The names are those of the fields.
  ) as { [Name in keyof Fields]: TOptional<Fields[Name]> }

/** Null, if a resource may lack the field. */
type Cleared<Shown extends TObject, Name> = Name extends keyof Static<Shown>
  ? object extends Pick<Static<Shown>, Name>
    ? null
    : never
  : never

/** Of a map, null removes a member. */
type Merged<Value> = string extends keyof Value
  ? { readonly [Name in keyof Value]: Value[Name] | null }
  : Value

type PatchOf<Shown extends TObject, Fields extends TProperties, Lasting> = TObject<{
  readonly [Name in keyof Fields]: TOptional<
    TUnsafe<Merged<Static<Fields[Name]>> | Cleared<Shown, Exclude<Name, Lasting>>>
  >
}>

/**
 * The schema of a merge patch (RFC 7396). It may lack any field. `null` removes a field that the resource may lack.
 * @param shown the schema of the resource
 * @param fields the fields that a client may change
 * @param assigned the fields that the service assigns
 * @param lasting those that `null` does not remove, though the resource may lack them
 * @param fixed the fields that a client gives once, and that never change
 * @throws Error if the resource has another field
 */
export const mergePatch = <
  Shown extends TObject,
  Fields extends TProperties,
  const Lasting extends keyof Fields = never,
>(
  title: string,
  description: string,
  shown: Shown,
  fields: Fields,
  {
    assigned,
    lasting = [],
    fixed = [],
  }: {
    assigned: readonly string[]
    lasting?: readonly Lasting[]
    fixed?: readonly string[]
  },
): PatchOf<Shown, Fields, Lasting> => {
  const known = new Set([...Object.keys(fields), ...assigned, ...fixed])
  const unknown = Object.keys(shown.properties).find((name) => !known.has(name))
  if (unknown !== undefined) throw new Error(`${title} does not say what becomes of ${unknown}.`)
  const isCleared = (name: string): boolean =>
    isOptional(shown.properties[name] ?? {}) && !lasting.some((each) => each === name)
  const properties = Object.entries(fields).map(([name, field]) => [
    name,
    Type.Optional(isCleared(name) ? orNull(field) : field),
  ])
  const options = { required: [], additionalProperties: false, 'x-service-assigned': assigned }
  return Component(title, description, Object.fromEntries(properties), options)
}

/** The body of an operation that takes a merge patch. */
export const patchBody = <Body extends TObject>(
  schema: Body,
  examples: BodyDescription['examples'] & object,
  description = 'The changes.',
): BodyDescription<Body> => ({
  ...jsonBody(description, schema, examples),
  mediaTypes: ['application/merge-patch+json', 'application/json'],
})

/** A map after a merge patch of it; null if nothing is left. */
export const mergedMap = <Value>(
  before: Readonly<Record<string, Value>> | undefined,
  patch: Readonly<Record<string, Value | null>>,
): Readonly<Record<string, Value>> | null => {
  const members = new Map(Object.entries(before ?? {}))
  for (const [name, value] of Object.entries(patch)) {
    if (value === null) members.delete(name)
    else members.set(name, value)
  }
  return members.size === 0 ? null : Object.fromEntries(members)
}

/** A value or null. A map, whose members may be null too, has no title. */
const orNull = (field: TSchema): TSchema => {
  const { type, enum: choices, ...rest } = field as Readonly<Record<string, unknown>>
  const { additionalProperties: members } = rest
  return {
    type: [type, 'null'],
    ...rest,
    ...(typeof members === 'object' && { additionalProperties: orNull(members as TSchema) }),
    ...(Array.isArray(choices) && { enum: [...(choices as unknown[]), null] }),
  }
}
