import { hash } from 'node:crypto'
import type { TSchema } from 'typebox'
import { Type } from '../base/schema/type.ts'
import { type Refusal, refusal } from '../base/errors/api-error.ts'
import { isMet, type Precondition, unconditional, type Versions } from '../base/data/change.ts'
import type { Stored } from '../base/data/table.ts'

/** A list of entity tags, or `*` for any (RFC 9110, 8.8.3 and 13.1). Empty elements are allowed and mean nothing (5.6.1.2). */
const oneTag = '(W[\\/])?["][!#-~\\x80-\\xff]*["]'
const space = '[ \\x09]*'
const tagList = `^([*]|(${space},)*${space}${oneTag}(${space},(${space}${oneTag})?)*${space})$`
const readableList = new RegExp(tagList, 'u')
const maxTagListLength = 4_096

const condition = (description: string) =>
  Type.Optional(
    // No `examples`: tools would send the example with each request, and it names one version only.
    Type.String({
      description,
      pattern: tagList,
      maxLength: maxTagListLength,
      'x-pattern-rule': 'entity tags separated by commas, like "3fa2c1-7", or * (RFC 9110, 13.1)',
      'x-extension': true,
    }),
  )

export const conditionHeaders = {
  'If-Match': condition(
    'Performs the request only if the resource exists and its `ETag` is one of these; otherwise the answer is 412. `*` matches any (RFC 9110, 13.1.1).',
  ),
  'If-None-Match': condition(
    'Performs the request only if the resource does not exist or its `ETag` is not one of these; otherwise the answer is 412, or 304 for a GET. `*` matches any (RFC 9110, 13.1.2).',
  ),
} as const

/** The tags of a header field, `any` for `*`; undefined if the field is malformed. */
const tagsOf = (field: string): readonly string[] | 'any' | undefined => {
  if (field === '*') return 'any'
  if (field.length > maxTagListLength || !readableList.test(field)) return undefined
  return field.match(/(?:W\/)?"[^"]*"/g) ?? undefined
}

/**
 * The revision of a representation. It changes with the fields of the schema and their types, so that older tags no longer
 * match, even if no row changed.
 */
export const revisionOf = (schema: TSchema): string =>
  hash('sha256', JSON.stringify(shapeOf(schema))).slice(0, 6)

const shapeOf = (schema: TSchema): unknown => {
  // The keywords that decide how a value is written; the author of the schema typed their values.
  const { type, format, items, properties } = schema as {
    readonly type?: string
    readonly format?: string
    readonly items?: TSchema
    readonly properties?: Readonly<Record<string, TSchema>>
  }
  const fields = Object.entries(properties ?? {}).map(([name, field]) => [name, shapeOf(field)])
  return [type, format, items && shapeOf(items), fields]
}

/** The precondition on the version of a row. A missing field requires nothing. */
export const preconditionOf = (
  headers: Readonly<Record<string, unknown>>,
  revision: string,
): Precondition => {
  const { 'If-Match': match, 'If-None-Match': noneMatch } = headers
  if (match === undefined && noneMatch === undefined) return unconditional
  return {
    // Only strong tags match strongly: a weak one names no version (RFC 9110, 8.8.3.2).
    match: versionsOf(match, `"${revision}-`),
    noneMatch: versionsOf(noneMatch, `"${revision}-`, /^W\//),
  }
}

const versionsOf = (field: unknown, start: string, ignored?: RegExp): Versions | undefined => {
  const tags = typeof field === 'string' ? tagsOf(field) : undefined
  if (tags === undefined || tags === 'any') return tags
  return tags.flatMap((tag) => {
    const strong = ignored === undefined ? tag : tag.replace(ignored, '')
    const version = strong.startsWith(start) ? strong.slice(start.length, -1) : ''
    return /^(?:0|[1-9]\d{0,18})$/.test(version) ? [BigInt(version)] : []
  })
}

/** @param what the resource: "The book 17" @param precondition the one that failed */
export const preconditionFailed = (
  what: string,
  { match, noneMatch }: Pick<Precondition, 'match' | 'noneMatch'>,
): Refusal => {
  const fields = [match && 'If-Match', noneMatch && 'If-None-Match'].filter(Boolean).join(' and ')
  // `*` depends only on whether the resource exists.
  const why =
    noneMatch === undefined && match === 'any'
      ? 'does not exist, and If-Match: * asks for one that does'
      : match === undefined && noneMatch === 'any'
        ? 'exists already, and If-None-Match: * asks for one that does not'
        : `does not meet ${fields}; another request may have changed it`
  return refusal('precondition_failed', `${what} ${why}. Read it again and decide again.`)
}

/** The refusal of a change of a row that does not meet its precondition; undefined if it does. */
export const unmet = (
  what: string,
  precondition: Precondition,
  stored: Stored | undefined,
): Refusal | undefined =>
  isMet(precondition, stored) ? undefined : preconditionFailed(what, precondition)

/** Evaluates the preconditions of a GET, in the order of RFC 9110, 13.2.2. */
export const judgeTag = (
  tag: string,
  ifMatch: string | undefined,
  ifNoneMatch: string | undefined,
): 'as it is' | 'not_modified' | 'precondition_failed' | 'unreadable' => {
  if (ifMatch !== undefined) {
    const tags = tagsOf(ifMatch)
    if (tags === undefined) return 'unreadable'
    if (tags !== 'any' && !tags.includes(tag)) return 'precondition_failed'
  }
  if (ifNoneMatch === undefined) return 'as it is'
  // Most clients send a single tag.
  if (ifNoneMatch === tag) return 'not_modified'
  const tags = tagsOf(ifNoneMatch)
  if (tags === undefined) return 'unreadable'
  const isThere = tags === 'any' || tags.includes(tag) || tags.includes(`W/${tag}`)
  return isThere ? 'not_modified' : 'as it is'
}
