import assert from 'node:assert/strict'
import { catalogue, type ErrorCode } from '../../src/base/errors/catalogue.ts'
import { type Answer, errorOf } from './http.ts'

/**
 * Checks that an answer is the Error of a code. The judge of all answers holds its shape, its media type, its quota and
 * its identifier.
 *
 * @returns the message
 */
export const assertRefused = (answer: Answer, code: ErrorCode, message?: RegExp): string => {
  const body = errorOf(answer)
  assert.equal(body.code, code, answer.text)
  assert.equal(answer.status, catalogue[code].status)
  if (message !== undefined) assert.match(body.message, message)
  return body.message
}
