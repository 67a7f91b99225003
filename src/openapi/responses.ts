import { STATUS_CODES } from 'node:http'
import { catalogue, type ErrorCode } from '../errors/catalogue.ts'
import { commonErrors, type Operation } from '../pets/operations.ts'
import { commonHeaders, deprecatedHeaders, type HeaderName, headersOfStatus } from './headers.ts'

/** Errors that the wire answers before there is an operation: they carry no header of one. */
const wireErrors: ReadonlySet<ErrorCode> = new Set([
  'malformed_request',
  'request_timeout',
  'uri_too_long',
  'header_fields_too_large',
])

type Json = Readonly<Record<string, unknown>>

/** Every response of an operation, by status. */
export const responsesOf = (operation: Operation): Json => {
  const { success } = operation
  const codes = Map.groupBy(
    [...commonErrors, ...operation.errors],
    (code) => catalogue[code].status,
  )
  const errors = [...codes.entries()].map(([status, ofStatus]) => [
    status,
    isShared(operation, ofStatus)
      ? { $ref: `#/components/responses/${responseName(status)}` }
      : errorResponse(status, ofStatus, operation),
  ])
  return Object.fromEntries([
    [
      success.status,
      {
        description: success.description,
        headers: headerReferences([
          ...commonHeaders,
          ...success.headers,
          ...(operation.deprecation === undefined ? [] : deprecatedHeaders),
        ]),
        content: { 'application/json': { schema: success.schema } },
      },
    ],
    ...errors,
  ])
}

/** The responses that operations share, as components of the document. */
export const sharedResponses = (): Json => {
  const codes = Map.groupBy(commonErrors, (code) => catalogue[code].status)
  return Object.fromEntries(
    [...codes.entries()].map(([status, ofStatus]) => [
      responseName(status),
      errorResponse(status, ofStatus),
    ]),
  )
}

const isShared = (operation: Operation, codes: readonly ErrorCode[]): boolean =>
  operation.deprecation === undefined && codes.every((code) => commonErrors.includes(code))

const responseName = (status: number): string =>
  (STATUS_CODES[status] ?? String(status)).replaceAll(/[^A-Za-z]/g, '')

const errorResponse = (
  status: number,
  codes: readonly ErrorCode[],
  operation?: Operation,
): Json => {
  const names: HeaderName[] = [...commonHeaders, ...(headersOfStatus[status] ?? [])]
  const carriesNotice =
    operation?.deprecation !== undefined && !codes.every((code) => wireErrors.has(code))
  if (carriesNotice) names.push(...deprecatedHeaders)
  return {
    description: codes.map((code) => `\`${code}\`: ${catalogue[code].when}`).join(' '),
    headers: headerReferences(names),
    content: {
      'application/json': {
        schema: { $ref: '#/components/schemas/Error' },
        examples: Object.fromEntries(
          codes.map((code) => [
            code,
            { value: { code, message: catalogue[code].example, status } },
          ]),
        ),
      },
    },
  }
}

export const headerReferences = (names: readonly string[]): Json =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
