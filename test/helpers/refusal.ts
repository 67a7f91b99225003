import assert from 'node:assert/strict'
import { catalogue, type ErrorCode } from '../../src/base/errors/catalogue.ts'
import { type Answer, errorOf } from './http.ts'

/** Checks what every answer under `/v1` has: the quota and an identifier. */
export const assertMarked = ({ headers }: Answer): void => {
  for (const name of ['x-ratelimit-limit', 'x-ratelimit-remaining', 'x-ratelimit-reset']) {
    assert.match(String(headers[name]), /^\d+$/, name)
  }
  assert.match(String(headers['ratelimit-policy']), /^"minute";q=\d+;w=60, "day";q=\d+;w=86400$/)
  assert.match(String(headers['ratelimit']), /^"minute";r=\d+;t=\d+, "day";r=\d+;t=\d+$/)
  assert.match(String(headers['x-request-id']), /^[\w.:=+/-]{1,128}$/)
}

/**
 * Checks that an answer is the Error of a code: status, body, media type, quota and identifier.
 *
 * @returns the message
 */
export const assertRefused = (answer: Answer, code: ErrorCode, message?: RegExp): string => {
  const body = errorOf(answer)
  assert.deepEqual(Object.keys(body), ['code', 'message', 'status'], answer.text)
  assert.equal(body.code, code, answer.text)
  assert.equal(answer.status, catalogue[code].status)
  assert.equal(body.status, answer.status)
  assert.equal(answer.headers['content-type'], 'application/json')
  if (message !== undefined) assert.match(body.message, message)
  assertMarked(answer)
  return body.message
}
