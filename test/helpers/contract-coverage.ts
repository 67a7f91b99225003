import { appendFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Answer } from './answer.ts'
import { errorCodes, type Operation, operations } from './openapi.ts'

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
  const seen = code === undefined ? [] : [codeItem(code)]
  if (operation !== undefined) {
    const place = statusItem(operation, answer.status)
    seen.push(place)
    if (code !== undefined) seen.push(`${place} ${codeItem(code)}`)
    for (const name of Object.keys(operation.responses.get(answer.status)?.headers ?? {})) {
      if (answer.headers[name.toLowerCase()] !== undefined) seen.push(headerItem(place, name))
    }
  }
  const fresh = seen.filter((item) => !noted.has(item))
  if (fresh.length === 0) return
  for (const item of fresh) noted.add(item)
  appendFileSync(join(folder, `${process.pid}.txt`), fresh.map((item) => `${item}\n`).join(''))
}

/** Everything in the document that a test has to see. */
export const documented = (): readonly string[] => [
  ...errorCodes.map(codeItem),
  ...operations.flatMap((operation) =>
    [...operation.responses].flatMap(([status, { headers, body }]) => {
      const place = statusItem(operation, status)
      return [
        place,
        ...Object.keys(headers).map((name) => headerItem(place, name)),
        ...(body?.codes ?? []).map((code) => `${place} ${codeItem(code)}`),
      ]
    }),
  ),
]

const statusItem = ({ operationId }: Operation, status: number): string =>
  `${operationId} ${status}`
const headerItem = (place: string, name: string): string => `${place} header ${name}`
const codeItem = (code: string): string => `code ${code}`
