import assert from 'node:assert/strict'
import { Agent } from 'node:http'
import * as fc from 'fast-check'
import { startApp, type TestApp } from '../helpers/app.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { type Answer, call, errorOf } from '../helpers/http.ts'
import { operationNamed } from '../helpers/openapi.ts'
import { assertTaken } from './answers.ts'
import { type Refused, type RequestCase, requestCases, standing } from './cases.ts'

/** An application that cases are sent to, one after another on one connection. */
type Target = { readonly app: TestApp; readonly agent: Agent }

export const startTarget = async (cleanup: Cleanup): Promise<Target> => {
  const app = await startApp(cleanup, { trustedProxies: ['127.0.0.1'] })
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  cleanup.after(() => agent.destroy())
  for (let n = 1; n <= standing; n += 1) {
    await app.call('/pets', { method: 'POST', body: { name: `Standing ${n}`, categoryId: n } })
  }
  return { app, agent }
}

/** Checks that the service takes what the document allows, and refuses the rest with code and name. */
export const requestsProperty = (target: Target): fc.IAsyncProperty<[RequestCase]> => {
  let count = 0
  return fc.asyncProperty(requestCases, async (one) => {
    count += 1
    const answer = await send(target, one, count)
    const { expected } = one
    if (expected.kind === 'refused') return assertRefused(expected, answer)
    const { baseUrl, call: read } = target.app
    await assertTaken({ ...one, expected }, answer, async (place) =>
      read(place.replace(baseUrl, '')),
    )
  })
}

const send = async ({ app, agent }: Target, one: RequestCase, count: number): Promise<Answer> => {
  const query = one.query.map((pair) => pair.map(encodeURIComponent).join('=')).join('&')
  // A key may ask for its usage 60 times a minute, and the clock stands still.
  const key = one.path.startsWith('/usage') ? (await app.addKey('enterprise')).key : app.key
  const { authorization = `Bearer ${key}`, ...headers } = one.headers
  return await call(`${app.baseUrl}${one.path}${query === '' ? '' : `?${query}`}`, {
    method: operationNamed(one.operationId).method,
    agent,
    headers: {
      ...headers,
      authorization,
      // Each time another address, so that a case without a key does not use the quota of others.
      'x-forwarded-for': `10.${(count >> 16) & 255}.${(count >> 8) & 255}.${count & 255}`,
      ...(one.body !== undefined && { 'content-type': 'application/json' }),
    },
    ...(one.body !== undefined && { body: one.body }),
  })
}

const plainName = /^[A-Za-z_][\w-]{0,63}$/

const assertRefused = (expected: Refused, answer: Answer): void => {
  assert.equal(answer.status, expected.status, answer.text)
  const { code, message } = errorOf(answer)
  assert.equal(code, expected.code, answer.text)
  for (const name of expected.names) {
    // A sentence quotes an unusual name, and cuts a long one.
    // A place in an array, and what is wrong there, are quoted as they are.
    if (plainName.test(name) || /^\[\d+\]|items$/.test(name))
      assert.ok(message.includes(name), `${name} is not named: ${message}`)
  }
  assert.ok(message.length <= 8_192)
}
