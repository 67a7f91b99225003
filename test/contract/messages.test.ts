import assert from 'node:assert/strict'
import { test } from 'node:test'
import { signedHeaders } from '../../src/delivery/outgoing.ts'
import { eventTypes } from '../../src/resources/events/types.ts'
import { messageId, pingBody } from '../../src/resources/webhooks/message.ts'
import { it, TestClock } from '../helpers/app.ts'
import { judgeMessage } from '../helpers/judge-message.ts'
import { messages } from '../helpers/openapi.ts'

const secret = `whsec_${Buffer.alloc(32).toString('base64')}`
const clock = new TestClock()

const sent = (body: string, id = 'evt_1', secrets: readonly string[] = [secret]) => ({
  headers: {
    'content-type': 'application/json',
    ...signedHeaders(secrets, id, clock.time, body),
  },
  body,
})

test('the document has a message for each type of an event, and the ping', () => {
  const types: readonly string[] = [...eventTypes, 'webhook.ping']
  assert.deepEqual(Object.keys(messages).toSorted(), types.toSorted())
})

it('the events of a day are messages as the document says', async (app) => {
  const send = async (method: string, path: string, body?: object): Promise<void> => {
    const { status, text } = await app.call(path, { method, body })
    assert.ok(status < 300, text)
  }
  await send('PUT', '/categories/3', { name: 'Dogs' })
  await send('PUT', '/categories/3', { name: 'Cats' })
  for (let n = 0; n < 2; n += 1) await send('POST', '/pets', { name: 'Rex', categoryId: 3 })
  await send('PATCH', '/pets/1', { name: 'Max' })
  await send('POST', '/store/orders', { petId: 1 })
  await send('PATCH', '/store/orders/1', { reference: 'walk-in 12' })
  for (const status of ['approved', 'delivered', 'returned']) {
    await send('PATCH', '/store/orders/1', { status })
  }
  for (const path of ['/store/orders/1', '/pets/2', '/categories/3']) await send('DELETE', path)
  const kept = await app.storage.data.events.after(0n, 100)
  assert.ok(new Set(kept.map(({ type }) => type)).size > 10)
  for (const { id, json } of kept) judgeMessage(sent(json, messageId({ id: 1n, eventId: id })))
})

const good = sent(pingBody(5n, '2026-11-20T12:00:00.000Z'), 'ping_12')

const named = (name: string, value?: string) => ({
  ...good,
  headers: { ...good.headers, [name]: value },
})

test('the judge of messages finds every way in which one can break the document', () => {
  for (const [message, fault] of [
    [sent('{"type":"pet.painted"}'), /no message of the type pet\.painted/],
    [sent('hello'), /no message of the type none/],
    [sent(good.body.replace('{', '{"by":"Ann",')), /body\/by is in no schema/],
    [sent('{"type":"webhook.ping","data":{"webhook":{"id":5}}}'), /timestamp/],
    [sent(good.body, 'msg_12'), /webhook-id is msg_12/],
    [named('webhook-signature'), /webhook-signature is missing/],
    [named('webhook-signature', 'v2,abc='), /webhook-signature is v2/],
    [named('webhook-timestamp', 'now'), /webhook-timestamp is now/],
    [named('content-type', 'text/plain'), /Content-Type is text\/plain/],
    [{ ...good, method: 'PUT' }, /the method is PUT/],
  ] as const) {
    assert.throws(() => judgeMessage(message), fault)
  }
})
