import assert from 'node:assert/strict'
import { test } from 'node:test'
import { OutcomeUnknown } from '../../src/base/errors/storage-errors.ts'
import { startApp, type TestApp } from '../helpers/app.ts'
import { errorOf } from '../helpers/http.ts'
import { overData } from '../helpers/storage.ts'

const observed = ({ observations }: TestApp, kind: string): number =>
  observations.filter((each) => each.kind === kind).length

/** An app whose changes end with an error. */
const startFailing = async (...[t, error]: readonly [Parameters<typeof startApp>[0], Error]) => {
  const apply = async () => await Promise.reject(error)
  return await startApp(t, { wrapStorage: overData(() => ({ apply })) })
}

const create = { method: 'POST', body: { name: 'Rex', categoryId: 3 } }

test('a fault is answered 500 with the quota and without its words, and observed as a failure and as a request', async (t) => {
  const app = await startFailing(t, new Error('A fault of the code.'))
  const answer = await app.call('/pets', create)
  assert.deepEqual([answer.status, errorOf(answer).code], [500, 'internal_error'])
  assert.doesNotMatch(answer.text, /fault of the code/)
  assert.equal(answer.headers['x-ratelimit-remaining'], '999999')
  assert.deepEqual([observed(app, 'request_failed'), observed(app, 'request')], [1, 1])
})

test('a request whose outcome is unknown gets no answer, and is observed', async (t) => {
  const app = await startFailing(t, new OutcomeUnknown('Nobody knows.'))
  await assert.rejects(app.call('/pets', create), /socket hang up|ECONNRESET/)
  assert.equal(observed(app, 'request'), 1)
})
