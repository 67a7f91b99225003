import { http } from '../../base/node-http.ts'
import { catalogue, type ErrorCode } from '../../base/errors/catalogue.ts'
import { problemMediaType } from '../../base/errors/problem.ts'
import type { HeaderName } from '../answer-headers.ts'
import {
  type AnswerDescription,
  answersOf,
  errorsOf,
  type Operation,
  ownErrorsOf,
} from '../operation.ts'
import { extension } from './messages.ts'
import { headerReferences, headersOfErrors } from './headers.ts'
import { type Json, mapValues } from './schemas.ts'

/** Statuses that the interface document gives every operation. */
const givenToAll: readonly number[] = [401, 429]

/** Every response of an operation, by status: those of success, and references to the errors that all share. */
export const responsesOf = (operation: Operation): Json => ({
  ...Object.fromEntries(
    answersOf(operation).map(([status, answer]) => [
      status,
      answer.title
        ? { $ref: `#/components/responses/${answer.title}` }
        : success(operation, answer),
    ]),
  ),
  ...errorReferences(errorsOf(operation)),
})

export const errorReferences = (codes: readonly ErrorCode[]): Json =>
  mapValues(Object.fromEntries(byStatus(codes)), (_, status) => ({
    $ref: `#/components/responses/${responseName(Number(status))}`,
  }))

export const extensionStatuses = (operation: Operation): readonly number[] => {
  const given = new Set([
    ...givenToAll,
    ...(operation.body === undefined ? [] : [400]),
    ...ownErrorsOf(operation).map((code) => catalogue[code].status),
  ])
  const answers = answersOf(operation).flatMap(([status, { isExtension }]) =>
    isExtension ? Number(status) : [],
  )
  const refusals = [...byStatus(errorsOf(operation)).keys()]
  return [...answers, ...refusals.filter((status) => !given.has(status))]
}

const success = (
  { createsOnce, stream }: Operation,
  { description, schema, headers = [] }: AnswerDescription,
): Json => {
  const own: readonly HeaderName[] = createsOnce ? [...headers, 'Idempotent-Replayed'] : headers
  return {
    description,
    ...(own.length > 0 && { headers: headerReferences(own) }),
    ...(schema && { content: { 'application/json': { schema }, ...(stream && streamed) } }),
  }
}

/** Messages that go on: each has the id, the type and the JSON of an item. */
const streamed = { 'text/event-stream': { ...extension, schema: {} } }

/** The components of the document: answers with a title, and a response for each status of errors, with all its codes. */
export const sharedResponses = (operations: readonly Operation[]): Json => {
  const titled = operations.flatMap((operation) =>
    answersOf(operation).flatMap(([, answer]) =>
      answer.title ? [[answer.title, success(operation, answer)]] : [],
    ),
  )
  const errors = [...byStatus([...new Set(operations.flatMap(errorsOf))])].map(
    ([status, codes]) => [responseName(status), errorResponse(status, codes)],
  )
  return Object.fromEntries([...titled, ...errors])
}

const byStatus = (codes: readonly ErrorCode[]): ReadonlyMap<number, readonly ErrorCode[]> =>
  Map.groupBy(codes, (code) => catalogue[code].status)

const responseName = (status: number): string =>
  (http.STATUS_CODES[status] ?? String(status)).replaceAll(/[^A-Za-z]/g, '')

const errorResponse = (status: number, codes: readonly ErrorCode[]): Json => ({
  description: codes.map((code) => `\`${code}\`: ${catalogue[code].when}`).join(' '),
  headers: headersOfErrors(status, codes),
  content: {
    'application/json': {
      schema: { $ref: '#/components/schemas/Error' },
      examples: Object.fromEntries(
        codes.map((code) => [code, { value: { code, message: catalogue[code].example, status } }]),
      ),
    },
    [problemMediaType]: { ...extension, schema: { $ref: '#/components/schemas/Problem' } },
  },
})
