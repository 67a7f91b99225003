import assert from 'node:assert/strict'
import { type Answer, errorOf } from '../helpers/http.ts'
import type { RequestCase } from './cases.ts'

/**
 * The status in which the conditions of a request end it; undefined if they let it pass. No case has a tag that names
 * anything, so what they say depends on `*` alone.
 */
export const stoppedBy = (
  { headers }: RequestCase,
  method: string,
  exists: boolean,
): 304 | 412 | undefined => {
  const { 'If-Match': match, 'If-None-Match': noneMatch } = headers
  if (match !== undefined && !(match === '*' && exists)) return 412
  if (noneMatch !== '*' || !exists) return undefined
  return method === 'GET' || method === 'HEAD' ? 304 : 412
}

export const assertCode = (answer: Answer, status: number, code: string): void => {
  assert.equal(answer.status, status, answer.text)
  if (answer.method !== 'HEAD') assert.equal(errorOf(answer).code, code)
}
