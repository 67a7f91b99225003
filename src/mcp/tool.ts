import { Buffer } from 'node:buffer'
import { readExact, withDigits } from '../base/exact-json.ts'
import type { Answer } from '../base/wire-request.ts'
import { filledPath } from '../kit/links.ts'
import { type Json, type JsonSchema as Schema, mapValues } from '../kit/openapi/schemas.ts'
import type { Operation } from '../kit/operation.ts'
import { type ApiDescription, operationsOf } from '../kit/resource.ts'
import { isBytes } from '../base/schema/type.ts'
import { storeTools } from './catalogue.ts'

/** What a tool returns; `retryAfter` in seconds. */
export type Returned = { value: Json } | { code: string; message: string; retryAfter?: number }

export const invalid = (message: string): Returned => ({ code: 'invalid_parameter', message })

export type Tool = ReturnType<typeof toolOf>
export type Call = Exclude<ReturnType<Tool['ask']>, Returned>

/** Returns the sets of tools: `store`, one for each resource with its other operations under their own names, and `deletes`. */
export const toolsetsOf = ({ resources }: ApiDescription): Record<string, Tool[]> => {
  const operations = new Map(operationsOf({ resources }).map((each) => [each.id, each]))
  const named = new Set<string>()
  const sets: Record<string, Tool[]> = {}
  const add = (set: string, ...parts: Parameters<typeof toolOf>) =>
    void (sets[set] ??= []).push(toolOf(...parts))
  for (const [name, [id, about, takes]] of Object.entries(storeTools)) {
    const operation = operations.get(id)
    if (operation === undefined) throw new Error(`There is no ${id}.`)
    named.add(id)
    add('store', operation, name, about, takes)
  }
  for (const { name, operations: own } of resources)
    for (const operation of own) {
      const { id, method, body, deprecation } = operation
      if (named.has(id) || deprecation || (body && isBytes(body.schema))) continue
      const words = id.replaceAll(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
      add(method === 'DELETE' ? 'deletes' : name, operation, words)
    }
  return sets
}

/** The kind of access of a tool, by the method of its operation. */
const accesses = {
  GET: 'read',
  POST: 'add',
  PUT: 'change',
  PATCH: 'change',
  DELETE: 'delete',
} as const

/**
 * Makes the tool of an operation. Its arguments are both the parameters and the fields of the body. A body that is an array
 * is the argument `items`.
 * @param takes the names of the query parameters that it takes, all by default; a single one is required
 */
export const toolOf = (operation: Operation, name: string, about?: string, takes?: string) => {
  const { method, path, body, createsOnce, scope, summary, answers } = operation
  const [answered, params, query, sent] = [
    Object.values(answers)[0]?.schema,
    operation.params,
    operation.query,
    body?.schema,
    // The schemas of TypeBox are plain JSON Schema.
  ].map((schema) => (schema ?? {}) as Schema) as [Schema, Schema, Schema, Schema]
  const inBody = sent.items ? { properties: { items: sent }, required: ['items'] } : sent
  const names = takes?.split(' ') ?? Object.keys(query.properties ?? {})
  const inQuery = Object.fromEntries(names.map((each) => [each, query.properties?.[each] ?? {}]))
  const once: Readonly<Record<string, Schema>> = createsOnce ? { requestId } : {}
  const fields = { ...params.properties, ...inQuery, ...inBody.properties, ...once }
  const required = [params, query, inBody].flatMap((each) => each.required ?? [])
  if (takes !== undefined && names.length === 1) required.push(takes)
  const access = scope?.endsWith(':read') ? 'read' : accesses[method]
  const page = { items: answered, ...(operation.isPaged && { cursor: { type: 'string' } }) }
  const output = answered.items ? { properties: page, required: ['items'] } : answered
  const input = { properties: fields, ...(required.length > 0 && { required }) }
  return {
    name,
    access,
    /** As `tools/list` shows it. */
    shown: {
      name,
      description: `${about ?? summary}.`,
      inputSchema: shownOf({ type: 'object', ...input }, true),
      outputSchema: shownOf({ type: 'object', ...output }, false),
      annotations: {
        readOnlyHint: access === 'read',
        destructiveHint: access === 'change' || access === 'delete',
        idempotentHint: access !== 'add',
        openWorldHint: false,
      },
    },
    /** Returns a request under `/v1`, or what is wrong with the arguments. */
    ask: (args: Json) => {
      const faults = required.flatMap((each) => (each in args ? [] : `${each} is required`))
      const given = mapValues(args, (value, each) => {
        const field = Object.hasOwn(fields, each) ? fields[each] : undefined
        if (field === undefined)
          faults.push(
            `${each.slice(0, 40)} is not one of ${Object.keys(fields).join(', ') || 'no arguments'}`,
          )
        else if (!Object.hasOwn(inBody.properties ?? {}, each) && !isPlain(field, value))
          faults.push(`${each} must be a plain ${String(field.type)}`)
        return changed(field ?? {}, value, each, (text, of) => {
          const isInteger = typeof text === 'string' && /^-?\d{1,19}$/.test(text)
          if (!isInteger) faults.push(`${of} must be a 64-bit integer as text, like "17"`)
          return isInteger ? BigInt(text) : text
        })
      })
      const part = (all: object = {}) =>
        Object.entries(given).filter(([each]) => Object.hasOwn(all, each))
      const [key] = part(once).map(([, value]) => String(value))
      if (key !== undefined && !/^[!-~]{1,200}$/.test(key))
        faults.push('requestId must be 1 to 200 visible ASCII characters, like a UUID')
      const search = new URLSearchParams(
        part(inQuery).map(([each, value]) => [each, String(value)]),
      )
      if (faults.length > 0) return invalid(`${faults.slice(0, 10).join('; ')}.`)
      const content = sent.items ? given['items'] : Object.fromEntries(part(sent.properties))
      return {
        method,
        target: `/v1${filledPath(path, Object.fromEntries(part(params.properties)))}?${search.toString()}`,
        headers: { ...(key !== undefined && { 'idempotency-key': key }) },
        body: body && Buffer.from(JSON.stringify(content, withDigits)),
        read: (answer: Answer) => readAnswer(answer, answered),
      }
    },
  }
}

/** Whether a parameter of the URL contains no objects. An int64 is checked elsewhere. */
const isPlain = ({ format }: Schema, value: unknown): boolean =>
  format === 'int64' || [value].flat().every((each) => typeof each !== 'object')

const requestId = {
  type: 'string',
  minLength: 1,
  maxLength: 200,
  description: 'The same with each retry',
}

const readAnswer = ({ status, lines, body }: Answer, schema: Schema): Returned => {
  const answer = readExact(String(body ?? '{}'))
  if (status >= 400) {
    const { code, message } = answer as { readonly code: string; readonly message: string }
    const [, seconds] = /^Retry-After: (\d+)/m.exec(lines) ?? []
    return { code, message, ...(seconds !== undefined && { retryAfter: Number(seconds) }) }
  }
  const value = changed(schema, answer, '', String)
  const [, cursor] = /[?&]cursor=([\w-]+)[^>]*>; rel="next"/.exec(lines) ?? []
  // A result that is not a list is an object.
  return { value: schema.items ? { items: value, ...(cursor && { cursor }) } : (value as Json) }
}

const ofOutput = /^(?:type|required)$/
const ofInput = /^(?:type|required|enum|default|minimum|maximum|maxItems)$/

/** Returns the schema of an argument or a result, shortened, with int64 as text. Results may have fields of later versions. */
const shownOf = (schema: Schema, isInput: boolean): Schema => {
  const { format, description = '', items, anyOf, properties } = schema
  const { additionalProperties: others } = schema
  const shown = (each: Schema): Schema => shownOf(each, isInput)
  const [clause] = isInput ? description.split(/[.;:,] /, 1) : []
  const about = clause && { description: clause.replaceAll('`', '') }
  if (format === 'int64') return { type: 'string', pattern: '^-?\\d{1,19}$', ...about }
  const choice = anyOf?.[0]?.properties
  // Shows what all choices share. They differ in their `type` and in objects.
  if (choice)
    return shown({
      ...anyOf[0],
      properties: mapValues(choice, ({ type, enum: several, properties: inner, ...rest }) => ({
        type,
        ...(!several && !inner && rest),
      })),
    })
  // A long list of choices is left out; a refusal names them.
  const isLong = (schema.enum?.length ?? 0) > 20
  const keywords = isInput && !isLong ? ofInput : ofOutput
  const kept = Object.entries(schema).filter(([each]) => keywords.test(each))
  return {
    ...Object.fromEntries(kept),
    ...(items && { items: shownOf({ ...items, description: '' }, isInput) }),
    ...(properties && { properties: mapValues(properties, shown) }),
    ...(isInput && properties && { additionalProperties: false }),
    ...(typeof others === 'object' && { additionalProperties: shown(others) }),
    ...about,
  }
}

/** Applies `change` to each int64 that the schema has in a value; other integers become numbers. @param name of the field */
const changed = (
  schema: Schema,
  value: unknown,
  name: string,
  change: (int64: unknown, name: string) => unknown,
): unknown => {
  if (schema.format === 'int64' && value !== null) return change(value, name)
  if (Array.isArray(value))
    return value.map((item) => changed(schema.items ?? {}, item, name, change))
  if (typeof value === 'bigint') return Number(value)
  if (typeof value !== 'object' || value === null) return value
  const { anyOf, properties = {}, additionalProperties: others } = schema
  const { type } = value as Json
  const chosen = anyOf?.find((each) => each.properties?.['type']?.enum?.includes(type))
  if (chosen !== undefined) return changed(chosen, value, name, change)
  return mapValues(value as Json, (member, each) => {
    const own = Object.hasOwn(properties, each) ? properties[each] : others
    return changed(typeof own === 'object' ? own : {}, member, each, change)
  })
}
