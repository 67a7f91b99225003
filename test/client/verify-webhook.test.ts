import assert from 'node:assert/strict'
import { createHmac, randomBytes } from 'node:crypto'
import { test } from 'node:test'
import { verifyWebhook, WebhookError, type WebhookHeaders } from '../../client/src/index.ts'

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`
const secret = newSecret()
const time = Date.parse('2026-11-22T05:00:00.500Z')
const seconds = String(Math.floor(time / 1_000))
const now = () => time

const body =
  '{"id":9007199254740993,"type":"pet.updated","timestamp":"2026-11-22T05:00:00.000Z","by":"Tür","data":{"pet":{"id":9223372036854775807,"name":"Rex","categoryId":-9223372036854775808,"status":"sold"},"previous":{"status":"available"}}}'

const signatureOf = (
  { key = secret, id = 'evt_1', timestamp = seconds } = {},
  content: string | Uint8Array = body,
): string =>
  createHmac('sha256', Buffer.from(key.slice('whsec_'.length), 'base64'))
    .update(`${id}.${timestamp}.`)
    .update(content)
    .digest('base64')

const headersWith = (changes: Readonly<Record<string, string | string[] | undefined>> = {}) => ({
  'webhook-id': 'evt_1',
  'webhook-timestamp': seconds,
  'webhook-signature': `v1,${signatureOf()}`,
  ...changes,
})

const verified = async (
  headers: WebhookHeaders = headersWith(),
  secrets: string | string[] = secret,
) => await verifyWebhook(secrets, headers, body, { now })

/** Asserts that a message is refused, and why. */
const refused = async (promise: Promise<unknown>, reason: RegExp): Promise<void> => {
  await assert.rejects(promise, WebhookError)
  await assert.rejects(promise, { message: reason })
}

test('a message of the service is read, each int64 exact', async () => {
  const event = await verified()
  assert.equal(event.type, 'pet.updated')
  if (event.type !== 'pet.updated') return
  assert.equal(event.id, 9_007_199_254_740_993n)
  assert.equal(event.by, 'Tür')
  assert.deepEqual(event.data, {
    pet: { id: 2n ** 63n - 1n, name: 'Rex', categoryId: -(2n ** 63n), status: 'sold' },
    previous: { status: 'available' },
  })
  assert.equal(JSON.stringify(event), body)
})

test('headers and body come in every form that runtimes have', async () => {
  const bytes = new TextEncoder().encode(body)
  const capitals = Object.fromEntries(
    Object.entries(headersWith()).map(([name, value]) => [name.toUpperCase(), value]),
  )
  for (const headers of [headersWith(), new Headers(headersWith()), capitals]) {
    for (const form of [body, bytes, Buffer.from(body), bytes.buffer]) {
      const { type } = await verifyWebhook(secret, headers, form, { now })
      assert.equal(type, 'pet.updated')
    }
  }
})

test('while a secret is replaced, a message is taken by either side', async () => {
  const next = newSecret()
  const both = `v1,${signatureOf({ key: next })} v1,${signatureOf()}`
  for (const secrets of [secret, next, [next, secret], [newSecret(), next]]) {
    await verified(headersWith({ 'webhook-signature': both }), secrets)
  }
  await verified(headersWith(), [next, secret])
  await refused(verified(headersWith(), [next]), /matches this secret/)
})

/** A signature by a pair of keys, which Standard Webhooks has too. */
const asymmetric =
  'v1a,hnO3f9T8Ytu9HwrXslvumlUpqtNVqkhqw/enGzPCXe5BdqzCInXqYXFymVJaA7AZdpXwVLPo3mNl8EM+m7TBAg=='

test('a signature of another kind is ignored, and whatever is changed of a message, it is refused', async () => {
  await verified(headersWith({ 'webhook-signature': `${asymmetric} v1,${signatureOf()}` }))
  const flipped = signatureOf().replace(/^./, (first) => (first === 'A' ? 'B' : 'A'))
  const changes = [
    { 'webhook-id': 'evt_2' },
    { 'webhook-timestamp': String(Number(seconds) + 1) },
    { 'webhook-signature': `v1,${flipped}` },
    { 'webhook-signature': `v1,${signatureOf().slice(0, -1)}` },
    { 'webhook-signature': `v1,${signatureOf({ key: newSecret() })}` },
    { 'webhook-signature': signatureOf() },
    { 'webhook-signature': 'v1,' },
    { 'webhook-signature': `v2,${signatureOf()}` },
    { 'webhook-signature': asymmetric },
  ]
  for (const change of changes) await refused(verified(headersWith(change)), /No signature/)
  for (const other of [`${body} `, body.replace('sold', 'bold'), '', '{}']) {
    await refused(verifyWebhook(secret, headersWith(), other, { now }), /No signature/)
  }
})

test('a message that is too old, from the future, or of no number of seconds is refused', async () => {
  const signedAt = async (timestamp: string, tolerance?: number) => {
    const headers = headersWith({
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signatureOf({ timestamp })}`,
    })
    return await verifyWebhook(secret, headers, body, { now, tolerance })
  }
  const at = async (offset: number, tolerance?: number) =>
    await signedAt(String(Number(seconds) + offset), tolerance)
  await at(-299)
  await at(300)
  await refused(at(-300), /not within 300 seconds/)
  await refused(at(301), /not within 300 seconds/)
  await at(-3_599, 3_600)
  await refused(at(-20, 10), /not within 10 seconds/)
  for (const timestamp of [`${seconds}.0`, `-${seconds}`, '1e9', 'now', ` ${seconds}`, '0x5']) {
    await refused(signedAt(timestamp), /not within/)
  }
})

test('a request without one of the headers, or with several, is refused', async () => {
  for (const name of Object.keys(headersWith())) {
    for (const value of [undefined, '', ['one', 'two']]) {
      await refused(
        verified(headersWith({ [name]: value })),
        new RegExp(`exactly one ${name} header`),
      )
    }
  }
})

test('a signed body that is no event is refused', async () => {
  const bodies = ['nonsense', '[]', 'null', '{"type":1}', Buffer.from('"\xff"', 'latin1')]
  for (const content of bodies) {
    const headers = headersWith({ 'webhook-signature': `v1,${signatureOf({}, content)}` })
    await refused(verifyWebhook(secret, headers, content, { now }), /The body is no/)
  }
})

test('a mistake of the program is a TypeError, which shows no secret', async () => {
  for (const wrong of ['', 'whsec_', 'whsec_ ', 'whsec_%%%', 'pets_test_0', secret.slice(6)]) {
    await assert.rejects(verified(headersWith(), wrong), (error: Error) => {
      assert.equal(error.name, 'TypeError')
      assert.doesNotMatch(error.message, /%%%|pets_test_0/)
      return true
    })
  }
  await assert.rejects(verifyWebhook([], headersWith(), body, { now }), {
    name: 'TypeError',
    message: 'secret must be whsec_ followed by base64, as the service showed it.',
  })
  // JavaScript callers can pass any value, for example what a framework has parsed.
  const parsed = JSON.parse(body) as string
  await assert.rejects(verifyWebhook(secret, headersWith(), parsed, { now }), {
    name: 'TypeError',
    message: 'rawBody must be the body as it was received, not parsed as JSON.',
  })
})
