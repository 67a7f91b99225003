import type { TObject } from 'typebox'
import { schemaName } from './field-schema.ts'
import { type JsonMember, readJsonBody } from './json-object.ts'
import type { QueryPair } from './query.ts'
import { compileMembers, type Members, type Reading } from './read-members.ts'

/**
 * Compiles an object schema into a function that reads a JSON body exactly: int64 as bigint, repeated and unknown names
 * refused, all faults reported. The OpenAPI document publishes the same schema, so a keyword that is not enforced here
 * stops the start.
 *
 * @param noun the name of the body in messages
 * @throws Error if the schema says something that the reader does not enforce
 */
export const compileBodyReader = (
  schema: TObject,
  noun = 'body',
): ((body: Uint8Array | undefined) => Reading) => {
  const read = compileMembers(schema, 'json', `a field of ${schemaName(schema)}`)
  return (body) => {
    const json = readJsonBody(body, noun, schemaName(schema))
    if (json.kind === 'invalid') {
      return {
        ok: false,
        kind: 'invalid_json',
        faults: [{ field: undefined, problem: json.problem }],
      }
    }
    if (json.kind === 'other') {
      const problem = `The ${noun} is ${json.type}; send ${schemaName(schema)} as a JSON object.`
      return { ok: false, kind: 'invalid', faults: [{ field: undefined, problem }] }
    }
    return read(json.members)
  }
}

/** Compiles an object schema into a function that reads the parameters of a query string. */
export const compileQueryReader = (schema: TObject): ((pairs: readonly QueryPair[]) => Reading) =>
  compileMembers(schema, 'text', 'a parameter of this operation')

/** Compiles an object schema into a function that reads the cells of a row, by their columns. */
export const compileRowReader = (schema: TObject): ((cells: Members) => Reading) =>
  compileMembers(schema, 'text', `a field of ${schemaName(schema)}`)

/** Compiles an object schema into a function that reads the parameters of a path, in the schema's order. */
export const compilePathReader = (schema: TObject): ((params: readonly string[]) => Reading) => {
  const read = compileMembers(schema, 'text', 'a parameter of this operation')
  const names = Object.keys(schema.properties)
  return (params) => read(names.map((name, at) => ({ name, token: params[at] ?? '' })))
}

/** Compiles an object schema into a function that reads the header fields that it names. */
export const compileHeaderReader = (
  schema: TObject,
): ((headers: Readonly<Record<string, string | string[] | undefined>>) => Reading) => {
  const read = compileMembers(schema, 'text', 'a parameter of this operation')
  // Node writes the names of fields in lower case.
  const names = Object.keys(schema.properties).map((name) => [name, name.toLowerCase()] as const)
  const ofNone = read([])
  return (headers) => {
    const given: JsonMember[] = []
    for (const [name, field] of names) {
      const token = headers[field]
      // Node joins repeated headers by commas, except a few that no schema names.
      if (typeof token === 'string') given.push({ name, token })
    }
    // Most requests have none of them.
    return given.length === 0 ? ofNone : read(given)
  }
}
