import assert from 'node:assert/strict'
import type { Answer } from './answer.ts'
import { bodyFaults } from './contract-body.ts'
import { headerFaults, safetyFaults, valueOf } from './contract-headers.ts'
import { notice } from './contract-coverage.ts'
import {
  type Header,
  impliedOperations,
  operationFor,
  operationNamed,
  type Operation,
  pathItemOf,
  type Response,
  type Schema,
} from './openapi.ts'

/**
 * Checks an answer against the OpenAPI document: the operation, its status, the media type, every header,
 * the body and the error code.
 *
 * @throws AssertionError naming all that the answer and the document do not agree in
 */
export const judgeAnswer = (answer: Answer): void => {
  const faults = faultsOf(answer)
  assert.ok(
    faults.length === 0,
    `${answer.method} ${answer.target} answers ${answer.status}, which breaks the contract:\n- ${faults.join('\n- ')}\n${answer.text.slice(0, 500)}`,
  )
  notice(operationFor(answer.method, answer.target), answer, codeOf(answer))
}

const faultsOf = (answer: Answer): readonly string[] => {
  const [path = ''] = answer.target.split('?', 1)
  if (path !== '/v1' && !path.startsWith('/v1/')) return publicFaults(answer)
  const operation = operationFor(answer.method, answer.target)
  if (operation === undefined) {
    return faultsWithoutOperation(answer, pathItemOf(path) === undefined ? 404 : 405)
  }
  const response = operation.responses.get(answer.status)
  if (response === undefined) return [`${operation.operationId} has no such status`]
  return [
    ...headerFaults(answer, response.headers, codeOf(answer)),
    ...contentFaults(answer, response.body),
    ...challengeFaults(answer),
  ]
}

/** Pages beside `/v1` do not belong to the interface, but their errors have the same form, or that of JSON-RPC at `/mcp`. */
const publicFaults = (answer: Answer): readonly string[] => {
  const isRpc = /^\/mcp\b/.test(answer.target) && answer.text.startsWith('{"jsonrpc":"2.0",')
  const isError = answer.status >= 400 && answer.method !== 'HEAD' && !isRpc
  return [...safetyFaults(answer), ...(isError ? contentFaults(answer, anyError) : [])]
}

/** An answer to a path or a method that the document does not have, or to an invalid request. */
const faultsWithoutOperation = (answer: Answer, refusal: 404 | 405): readonly string[] => {
  const shared = sharedResponses(answer.status)
  const isUnknownMethod = answer.status === 501 && codeOf(answer) === 'method_not_implemented'
  if (answer.status !== refusal && !isUnknownMethod && shared === undefined) {
    return [`there is no such operation, so it should be refused with ${refusal}`]
  }
  const headers = shared?.headers ?? {
    Vary: varyHeader,
    ...(answer.status === 405 && { Allow: allowHeader }),
  }
  const isHead = answer.method === 'HEAD'
  return [
    ...headerFaults(answer, headers, codeOf(answer)),
    ...contentFaults(answer, isHead ? undefined : (shared?.body ?? anyError)),
    ...challengeFaults(answer),
  ]
}

const listPets = operationNamed('listPets')
const options = impliedOperations.find(({ method }) => method === 'OPTIONS')
assert.ok(options, 'no path takes OPTIONS')

const requiredHeader = (operation: Operation, status: number, name: string): Header => {
  const header = operation.responses.get(status)?.headers[name]
  assert.ok(header, `${operation.operationId} has no header ${name} for ${status}`)
  return header
}
const allowHeader = requiredHeader(options, 204, 'Allow')
const varyHeader = requiredHeader(listPets, 401, 'Vary')
const errorSchema = listPets.responses.get(401)?.body?.schema
assert.ok(errorSchema, 'listPets has no Error for 401')
const problemSchema = { $ref: '#/components/schemas/Problem' }
const anyError = { schema: errorSchema, codes: undefined }

/** An error that any request can get before its operation is known; `listPets` lists them all. */
const sharedResponses = (status: number): Response | undefined =>
  status >= 400 ? listPets.responses.get(status) : undefined

type Body = { readonly schema: Schema; readonly codes: readonly string[] | undefined }

const contentFaults = (answer: Answer, body: Body | undefined): readonly string[] => {
  const type = valueOf(answer, 'Content-Type')
  const isProblem = type === 'application/problem+json' && answer.status >= 400
  if (body === undefined) {
    const faults = answer.text === '' ? [] : ['there is a body where the document has none']
    const isTyped = answer.method === 'HEAD' && answer.status !== 304
    if (isTyped ? !isProblem && type !== 'application/json' : type !== undefined) {
      faults.push(`Content-Type is ${type}`)
    }
    return faults
  }
  const faults = bodyFaults(answer.text, isProblem ? problemSchema : body.schema).slice()
  if (!isProblem && type !== 'application/json') faults.push(`Content-Type is ${type}`)
  if (answer.status < 400 || faults.length > 0) return faults
  const error: { code: string; status: number; type?: string; instance?: string } = JSON.parse(
    answer.text,
  )
  if (error.status !== answer.status) faults.push(`the Error says status ${error.status}`)
  if (isProblem && !error.type?.endsWith(`/docs#error-${error.code}`)) {
    faults.push(`the type of ${error.code} is ${error.type}`)
  }
  if (isProblem && !error.instance?.endsWith(`#${valueOf(answer, 'X-Request-Id')}`)) {
    faults.push(`the instance is ${error.instance}`)
  }
  if (body.codes?.includes(error.code) === false) {
    faults.push(`${error.code} is not documented for ${answer.status}`)
  }
  return faults
}

/** RFC 6750 section 3.1: no error code if the client sent no credentials. */
const challengeFaults = (answer: Answer): readonly string[] => {
  if (answer.status !== 401 || answer.method === 'HEAD') return []
  const bare = !valueOf(answer, 'WWW-Authenticate')?.includes('error=')
  return bare === (codeOf(answer) === 'missing_api_key')
    ? []
    : ['WWW-Authenticate has an error without a key, or none with one']
}

const codeOf = ({ status, method, text }: Answer): string | undefined => {
  if (status < 400 || method === 'HEAD') return undefined
  try {
    return JSON.parse(text).code
  } catch {
    return undefined
  }
}
