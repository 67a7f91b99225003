import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from './answer.ts'
import {
  commonHeaders,
  deprecatedHeaders,
  errorCodes,
  impliedOperations,
  type Operation,
  operations,
} from './openapi.ts'

/**
 * Records which parts of the OpenAPI document the tests have seen. Each test file runs in its own process, so it
 * writes its part into a file of a folder, which `npm test` makes and evaluates at the end.
 */

/** The environment variable that names the folder; without it nothing is recorded. */
export const folderVariable = 'CONTRACT_COVERAGE_DIR'

const folder = process.env[folderVariable]
const noted = new Set<string>()

/** Records what an answer shows of an operation, or of none. */
export const notice = (
  operation: Operation | undefined,
  answer: Answer,
  code: string | undefined,
): void => {
  if (folder === undefined) return
  const isSeen = (name: string): boolean => answer.headers[name.toLowerCase()] !== undefined
  const seen = [
    ...(code === undefined ? [] : [codeItem(code)]),
    ...Object.keys(everywhere).filter(isSeen).map(commonItem),
  ]
  if (operation !== undefined) {
    const place = statusItem(operation, answer.status)
    seen.push(place)
    if (code !== undefined) seen.push(`${place} ${codeItem(code)}`)
    const { headers = {} } = operation.responses.get(answer.status) ?? {}
    for (const name of Object.keys(headers)) if (isSeen(name)) seen.push(headerItem(place, name))
  }
  const fresh = seen.filter((item) => !noted.has(item))
  if (fresh.length === 0) return
  for (const item of fresh) noted.add(item)
  appendFileSync(join(folder, `${process.pid}.txt`), fresh.map((item) => `${item}\n`).join(''))
}

/** Everything in the document that a test has to see. */
export const documented = (): readonly string[] => [
  ...errorCodes.map(codeItem),
  ...Object.keys(everywhere).map(commonItem),
  ...new Set([...operations, ...impliedOperations].flatMap(partsOf)),
]

/** The headers that the document gives all answers of all operations, or of all that are deprecated. */
const everywhere = { ...commonHeaders, ...deprecatedHeaders }

const partsOf = (operation: Operation): readonly string[] =>
  [...operation.responses].flatMap(([status, { headers, body }]) => {
    const place = statusItem(operation, status)
    const codes = body?.codes ?? []
    // A response that operations share has headers that only some of them can have.
    const possible = Object.entries(headers).filter(
      ([, { 'x-error-codes': needed, 'x-methods': methods }]) =>
        (needed === undefined || needed.some((code) => codes.includes(code))) &&
        (methods === undefined || methods.includes(operation.method)),
    )
    return [
      place,
      ...possible.map(([name]) => headerItem(place, name)),
      ...codes.map((code) => `${place} ${codeItem(code)}`),
    ]
  })

/** What a rule gives all paths is to be seen once. */
const statusItem = ({ operationId, method }: Operation, status: number): string =>
  `${isImplied(method) ? method : operationId} ${status}`

const isImplied = (method: string): boolean => method === 'HEAD' || method === 'OPTIONS'
const commonItem = (name: string): string => `header ${name}`
const headerItem = (place: string, name: string): string => `${place} header ${name}`
const codeItem = (code: string): string => `code ${code}`
