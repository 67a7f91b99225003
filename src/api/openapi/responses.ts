import { http } from '../../core/node-http.ts'
import { catalogue, type ErrorCode } from '../../core/errors/catalogue.ts'
import { problemMediaType } from '../../core/errors/problem.ts'
import type { HeaderName } from '../answer-headers.ts'
import {
  type AnswerDescription,
  answersOf,
  commonErrors,
  errorsOf,
  type Operation,
} from '../operation.ts'
import { everyScope, lackedScope, type Scope } from '../../keys/scopes.ts'
import {
  commonHeaders,
  deprecatedHeaders,
  headerComponents,
  headersOfCode,
  headersOfStatus,
} from './headers.ts'

/** Errors that the wire answers before there is an operation: they carry no header of one. */
const wireErrors: ReadonlySet<ErrorCode> = new Set([
  'malformed_request',
  'request_timeout',
  'uri_too_long',
  'header_fields_too_large',
])

/** What OPTIONS can answer with: it needs no key and takes no parameter. */
const optionsErrors: readonly ErrorCode[] = commonErrors.filter(
  (code) => catalogue[code].status !== 401 && code !== 'invalid_parameter',
)

/** Statuses that the interface document gives every operation. */
const givenToAll: readonly number[] = [401, 429]

type Json = Readonly<Record<string, unknown>>

/** Every response of an operation, by status. */
export const responsesOf = (operation: Operation): Json => ({
  ...successes(operation, ({ description, schema }) => ({
    description,
    ...(schema && { content: { 'application/json': { schema } } }),
  })),
  ...errorResponses(errorsOf(operation), operation),
})

/** Every response of HEAD where GET is this operation: the same headers, and no body (RFC 9110, 9.3.2). */
export const headResponsesOf = (operation: Operation): Json => ({
  ...successes(operation, () => ({ description: 'What GET answers, without its body.' })),
  ...Object.fromEntries(
    [...byStatus(errorsOf(operation))].map(([status, codes]) => [
      status,
      {
        description: `${http.STATUS_CODES[status]}: what GET answers, without its body.`,
        headers: errorHeaders(status, codes, operation),
      },
    ]),
  ),
})

const successes = (
  operation: Operation,
  response: (answer: AnswerDescription) => { readonly description: string },
): Json =>
  Object.fromEntries(
    answersOf(operation).map(([status, answer]) => {
      const { description, ...body } = response(answer)
      const headers = successHeaders(operation, answer)
      const mark = answer.isExtension && { 'x-extension': true }
      return [status, { ...mark, description, headers, ...body }]
    }),
  )

/** Every response of OPTIONS on a path. @param takesPatch whether the path takes PATCH */
export const optionsResponses = (takesPatch: boolean): Json => ({
  204: {
    description: 'The methods that the path takes.',
    headers: headerReferences([
      ...commonHeaders,
      'Allow',
      ...(takesPatch ? (['Accept-Patch'] as const) : []),
    ]),
  },
  ...errorResponses(optionsErrors),
})

/** The responses that operations share, as components of the document: those of all, and one for each scope. */
export const sharedResponses = (): Json =>
  Object.fromEntries([
    ...[...shared].map(([status, codes]) => [responseName(status), errorResponse(status, codes)]),
    ...everyScope.map((scope) => [
      scopeResponseName(scope),
      errorResponse(forbidden, ['insufficient_scope'], undefined, scope),
    ]),
  ])

const byStatus = (codes: readonly ErrorCode[]): ReadonlyMap<number, readonly ErrorCode[]> =>
  Map.groupBy(codes, (code) => catalogue[code].status)

const errorResponses = (codes: readonly ErrorCode[], operation?: Operation): Json =>
  Object.fromEntries(
    [...byStatus(codes)].map(([status, ofStatus]) => [
      status,
      referenceTo(sharedName(status, ofStatus, operation)) ??
        errorResponse(status, ofStatus, operation),
    ]),
  )

const shared = byStatus(commonErrors)

const forbidden = catalogue.insufficient_scope.status

/** The component that is this response of an operation, if one is. */
const sharedName = (
  status: number,
  codes: readonly ErrorCode[],
  { deprecation, scope }: Partial<Operation> = {},
): string | undefined => {
  if (deprecation !== undefined) return undefined
  if (status === forbidden && codes.length === 1 && scope !== undefined) {
    return scopeResponseName(scope)
  }
  const isShared =
    shared.get(status)?.length === codes.length &&
    codes.every((code) => commonErrors.includes(code))
  return isShared ? responseName(status) : undefined
}

const referenceTo = (name: string | undefined): Json | undefined =>
  name === undefined ? undefined : { $ref: `#/components/responses/${name}` }

/** `things:write` gives `ForbiddenThingsWrite`. */
const scopeResponseName = (scope: Scope): string =>
  responseName(forbidden) +
  scope.replaceAll(/(?:^|:)([a-z])/g, (_, letter: string) => letter.toUpperCase())

const responseName = (status: number): string =>
  (http.STATUS_CODES[status] ?? String(status)).replaceAll(/[^A-Za-z]/g, '')

const errorResponse = (
  status: number,
  codes: readonly ErrorCode[],
  operation?: Operation,
  scope = operation?.scope,
): Json => ({
  ...(!givenErrors(operation).includes(status) && { 'x-extension': true }),
  description: codes.map((code) => `\`${code}\`: ${catalogue[code].when}`).join(' '),
  headers: errorHeaders(status, codes, operation),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(
        codes.map((code) => [
          code,
          { value: { code, message: exampleOf(code, operation, scope), status } },
        ]),
      ),
    },
    [problemMediaType]: {
      'x-extension': true,
      schema: { $ref: '#/components/schemas/Problem' },
    },
  },
})

const exampleOf = (
  code: ErrorCode,
  operation: Operation | undefined,
  scope: Scope | undefined,
): string => {
  if (code === 'insufficient_scope' && scope !== undefined) {
    return lackedScope([scope], everyScope.filter((other) => other !== scope).slice(0, 1))
  }
  const { errorExamples = {}, method, body } = operation ?? {}
  // An operation without a body refuses any, whatever is in it.
  if (code === 'invalid_body' && method !== undefined && body === undefined) {
    return `This ${method} takes no body; send it without one.`
  }
  return errorExamples[code] ?? catalogue[code].example
}

/**
 * The statuses of errors that the interface document gives an operation: those that all have, 400 if it takes a body, and
 * those of its own. Any other is an extension.
 */
const givenErrors = ({ body, errors = [] }: Partial<Operation> = {}): readonly number[] => [
  ...givenToAll,
  ...(body === undefined ? [] : [400]),
  ...errors.map((code) => catalogue[code].status),
]

const successHeaders = (
  { createsOnce, deprecation }: Operation,
  { headers = [] }: AnswerDescription,
): Json =>
  headerReferences([
    ...commonHeaders,
    ...headers,
    ...(createsOnce === undefined ? [] : (['Idempotent-Replayed'] as const)),
    ...(deprecation === undefined ? [] : deprecatedHeaders),
  ])

/**
 * The codes of a status may come both from the wire and from the operation. Then it may or may not carry the notice of
 * a deprecated one.
 */
const errorHeaders = (
  status: number,
  codes: readonly ErrorCode[],
  operation: Operation | undefined,
): Json => {
  const isPatch = status === 415 && operation?.method === 'PATCH'
  const headers = {
    ...headerReferences([
      ...commonHeaders,
      'Vary',
      ...(headersOfStatus[status] ?? []),
      ...(isPatch ? (['Accept-Patch'] as const) : []),
    ]),
    ...codeHeaders(codes),
  }
  if (operation?.deprecation === undefined) return headers
  const components = headerComponents([operation])
  const fromWire = codes.filter((code) => wireErrors.has(code)).length
  if (fromWire === codes.length) return headers
  return {
    ...headers,
    ...(fromWire === 0
      ? headerReferences(deprecatedHeaders)
      : Object.fromEntries(
          deprecatedHeaders.map((name) => [name, { ...components[name], required: false }]),
        )),
  }
}

/** What answers with some of the codes of a status carry. */
const codeHeaders = (codes: readonly ErrorCode[]): Json => {
  const named = new Set(codes.flatMap((code) => headersOfCode[code] ?? []))
  const components = headerComponents([])
  return Object.fromEntries(
    [...named].map((name) => {
      const isOnAll = codes.every((code) => headersOfCode[code]?.includes(name))
      const reference = { $ref: `#/components/headers/${name}` }
      return [name, isOnAll ? reference : { ...components[name], required: false }]
    }),
  )
}

const headerReferences = (names: readonly HeaderName[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
