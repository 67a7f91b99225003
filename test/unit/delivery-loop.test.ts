import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import { OutcomeUnknown, StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import type { EventType } from '../../src/resources/events/types.ts'
import { unconditional } from '../../src/base/data/change.ts'
import { webhookRemove, webhookRenew } from '../../src/resources/webhooks/changes.ts'
import { aboutSecret } from '../../src/resources/webhooks/table.ts'
import { signedHeaders } from '../../src/delivery/outgoing.ts'
import {
  DeliveryBench,
  enabledBench,
  failed,
  secretText,
  testSealer,
  url,
} from '../helpers/delivery.ts'
import { poll } from '../helpers/poll.ts'

const minute = 60_000
const hour = 60 * minute

const range = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `evt_${from + index}`)

const idsOf = (sent: ReadonlyArray<{ readonly id: string }>): readonly string[] =>
  sent.map(({ id }) => id).toSorted((one, other) => Number(one.slice(4)) - Number(other.slice(4)))

test('what fails is sent again at its time with the same id and body, and the next events do not wait', async (t) => {
  const { bench, id } = await enabledBench(t, 1)
  const [first] = await bench.attempt({ ...failed, retryAfter: hour })
  await bench.addEvents(2)
  assert.deepEqual(idsOf(await bench.attempt()), ['evt_2', 'evt_3'])
  assert.equal((await bench.progress(id))?.position, 3n)
  bench.time += 50 * minute
  const next = await bench.rounds()
  assert.deepEqual(bench.idsTo(), [])
  const sleep = next - bench.time
  assert.ok(sleep > 0 && sleep <= 10 * minute, 'the caller sleeps until it is due')
  bench.time = next
  const [second] = await bench.attempt()
  assert.deepEqual([second?.id, second?.body], ['evt_1', first?.body])
  const rows = await bench.deliveriesOf(id)
  const row = rows.find(({ eventId }) => eventId === 1n)
  assert.deepEqual([row?.status, row?.attempts.length], ['delivered', 2])
  assert.deepEqual(row?.attempts[0]?.body, 'no')
})

test('one receiver that hangs keeps its four attempts, and delays no other', async (t) => {
  const bench = new DeliveryBench(t)
  const slow = 'https://slow.example/'
  const prompt = 'https://prompt.example/'
  await bench.addEnabled([slow, prompt])
  await bench.addEvents(50)
  for (let count = 0; count < 20; count += 1) {
    await bench.rounds()
    assert.equal(bench.idsTo(slow).length, 4)
    for (const one of bench.sent.filter((each) => each.url === prompt)) one.answer({ status: 200 })
  }
  await bench.rounds()
  assert.deepEqual(bench.idsTo(prompt), [])
  assert.equal(bench.observations.filter(({ kind }) => kind === 'delivery_attempt').length, 52)
})

test('half of all attempts are kept for receivers whose last attempt succeeded', async (t) => {
  const bench = new DeliveryBench(t, 8)
  const bad = Array.from({ length: 10 }, (_, index) => `https://bad${index}.example/`)
  const good = 'https://good.example/'
  await bench.addEnabled([...bad, good])
  await bench.addEvents(1)
  for (;;) {
    await bench.rounds()
    if (bench.sent.length === 0) break
    for (const one of bench.sent) one.answer(one.url === good ? { status: 200 } : failed)
  }
  // Now the bad ones are known. They hang; the good one goes on.
  await bench.addEvents(20)
  const delivered: string[] = []
  for (let count = 0; count < 30; count += 1) {
    await bench.rounds()
    const slow = bench.sent.filter((one) => one.url !== good)
    assert.ok(slow.length <= 4, `${slow.length} attempts to slow receivers`)
    for (const one of bench.sent.filter((each) => each.url === good)) {
      delivered.push(one.id)
      one.answer({ status: 200 })
    }
  }
  assert.equal(delivered.length, 20)
})

/** An enabled webhook that was just read, and rounds that follow each other as closely as those of a service. */
const atOnce = async (t: TestContext) => {
  const { bench, id } = await enabledBench(t, 1)
  await bench.loop.round()
  await setImmediate()
  bench.answerAll()
  const { ownerId = '' } = (await bench.webhook(id)) ?? {}
  const rounds = async (): Promise<void> => {
    for (let count = 0; count < 5; count += 1) {
      bench.time += 5
      await bench.loop.round()
      await setImmediate()
    }
  }
  return { bench, id, ownerId, rounds }
}

test('an event behind a new secret is signed by both', async (t) => {
  const { bench, id, ownerId, rounds } = await atOnce(t)
  const [before, text] = [secretText(Buffer.alloc(32, 1)), secretText(Buffer.alloc(32, 2))]
  const secret = testSealer.seal(text, aboutSecret({ ownerId }))
  await bench.apply(webhookRenew({ id, ownerId, secret, now: bench.time }))
  await bench.addEvents(1)
  await rounds()
  const [sent] = bench.sent
  assert.equal(sent?.id, 'evt_2')
  assert.deepEqual(sent.headers, signedHeaders([text, before], 'evt_2', sent.at, sent.body))
})

test('an event behind a removal, a stop or another URL is not sent, and none is lost', async (t) => {
  const stopped = await atOnce(t)
  await stopped.bench.patch(stopped.id, { state: 'disabled' })
  const removed = await atOnce(t)
  const { id, ownerId } = removed
  await removed.bench.apply(webhookRemove({ id, ownerId, precondition: unconditional }))
  for (const { bench, rounds } of [stopped, removed]) {
    await bench.addEvents(1)
    await rounds()
    assert.deepEqual(bench.sent, [])
  }
  const moved = await atOnce(t)
  const other = 'https://other.example/'
  await moved.bench.patch(moved.id, { url: other })
  await moved.bench.addEvents(2)
  await moved.rounds()
  assert.deepEqual(moved.bench.idsTo(url), [])
  moved.bench.answerAll()
  await moved.bench.rounds()
  assert.deepEqual(moved.bench.idsTo(other), ['evt_2', 'evt_3'])
})

test('a message that cannot be read of the store fails the round, and is sent later', async (t) => {
  const { bench } = await enabledBench(t, 1)
  await bench.attempt(failed)
  bench.time += minute
  bench.newLoop()
  const { events } = bench.storage.data
  t.mock.method(events, 'after', async () => {
    throw new StorageUnavailable('unreachable', undefined)
  })
  await assert.rejects(bench.rounds(), StorageUnavailable)
  assert.deepEqual(bench.sent, [])
  t.mock.restoreAll()
  await bench.rounds()
  assert.deepEqual(bench.idsTo(), ['evt_1'])
})

for (const isDone of [false, true]) {
  const what = isDone ? 'queued, which nobody could tell' : 'not queued'
  test(`an event that the store has ${what}, is sent once`, async (t) => {
    const { bench } = await enabledBench(t, 1)
    const { data } = bench.storage
    const apply = data.apply.bind(data)
    t.mock.method(data, 'apply', async (...given: Parameters<typeof apply>) => {
      if (isDone) await apply(...given)
      throw isDone ? new OutcomeUnknown() : new StorageUnavailable('unreachable', undefined)
    })
    await assert.rejects(bench.rounds())
    t.mock.restoreAll()
    await bench.addEvents(1)
    assert.deepEqual(idsOf(await bench.drain()), range(1, 2))
  })
}

test('what became of a message is recorded once the store takes it, and the message is not sent again', async (t) => {
  const { bench, id } = await enabledBench(t, 1)
  await bench.rounds()
  t.mock.method(bench.storage.data, 'apply', async () => {
    throw new StorageUnavailable('full', undefined)
  })
  bench.answerAll()
  await bench.settled()
  for (let count = 0; count < 3; count += 1) {
    await assert.rejects(bench.rounds(), StorageUnavailable)
    assert.deepEqual(bench.sent, [])
  }
  t.mock.restoreAll()
  await bench.rounds().catch(() => undefined)
  await bench.rounds()
  assert.deepEqual(bench.sent, [])
  for (const { status, attempts } of await bench.deliveriesOf(id))
    assert.deepEqual([status, attempts.length], ['delivered', 1])
})

test('an owner without a valid key is sent nothing more', async (t) => {
  const bench = new DeliveryBench(t)
  const chain = await bench.addOwner(bench.time + 10 * minute)
  const id = await bench.addWebhook(chain, { url })
  await bench.attempt()
  bench.time += 11 * minute
  await bench.rounds()
  await bench.addEvents(1)
  await bench.rounds()
  assert.deepEqual(bench.sent, [])
  assert.equal((await bench.webhook(id))?.state, 'disabled')
})

test('a receiver with a hundred messages to be tried again is sent no further ones', async (t) => {
  const { bench, id } = await enabledBench(t, 150)
  const begun = new Set<string>()
  for (let count = 0; count < 60; count += 1) {
    await bench.loop.round()
    for (const one of bench.sent) {
      begun.add(one.id)
      one.answer({ ...failed, retryAfter: 24 * hour })
    }
    await bench.rounds()
  }
  assert.equal(begun.size, 100)
  const created = (await bench.deliveriesOf(id)).flatMap(({ status, createdAt }) =>
    status === 'pending' ? Date.parse(createdAt) : [],
  )
  assert.deepEqual(bench.loop.waiting(), { count: 100, since: Math.min(...created) })
  assert.equal((await bench.progress(id))?.position, 100n)
})

test('an attempt under way at the end is waited for, and one that hangs is not recorded', async (t) => {
  const { bench, id } = await enabledBench(t, 2)
  await bench.rounds()
  const [first] = bench.sent
  const patience = new AbortController()
  const end = bench.loop.end(patience.signal)
  first?.answer({ status: 200 })
  await poll(async () => {
    const all = await bench.deliveriesOf(id)
    return all.some(({ eventId, status }) => eventId === 1n && status === 'delivered') || undefined
  })
  patience.abort()
  await end
  const statuses = (await bench.deliveriesOf(id)).map(({ status }) => status)
  assert.deepEqual(statuses, ['delivered', 'delivered', 'pending'])
})

test('types that change hold each for the events of their time: those that waited are sent', async (t) => {
  const { bench, id } = await enabledBench(t, 250)
  await bench.rounds()
  for (const type of ['pet.created', 'category.created', 'pet.created'] as EventType[]) {
    await bench.patch(id, { types: [type] })
    await bench.addEvents(150)
  }
  assert.deepEqual(idsOf(await bench.drain()), [...range(1, 250), ...range(401, 550)])
})

test('a new URL is sent one ping at once, whatever hangs at the URLs before it', async (t) => {
  const { bench, id } = await enabledBench(t, 10)
  await bench.rounds()
  assert.equal(bench.sent.length, 4)
  const urls = Array.from({ length: 12 }, (_, index) => `https://other.example/${index}`)
  for (const other of urls) {
    await bench.patch(id, { url: other })
    await bench.rounds()
    assert.equal(bench.idsTo(other).length, 1, 'the ping is under way')
  }
  const last = urls.at(-1) ?? ''
  const sent = bench.sent.filter((one) => one.url === last)
  const ping = /^\{"type":"webhook.ping",.+,"data":\{"webhook":\{"id":1\}\}\}$/
  assert.match(sent[0]?.body ?? '', ping)
  bench.answerAll()
  sent.push(...(await bench.drain()))
  const pings = sent.filter((one) => one.id.startsWith('ping_')).map((one) => one.url)
  assert.deepEqual(pings, [last])
  assert.deepEqual(idsOf(sent.filter((one) => one.id.startsWith('evt_'))), range(1, 10))
})

test('pings to a webhook that no one has verified are no messages that wait', async (t) => {
  const { bench } = await enabledBench(t, 0)
  const id = await bench.addWebhook(await bench.addOwner(), { url: 'https://never.example/' })
  for (let count = 0; count < 5; count += 1) {
    await bench.attempt(failed)
    await bench.ping(id)
  }
  assert.equal(bench.loop.waiting().count, 0)
  await bench.addEvents(3)
  await bench.rounds()
  assert.equal(bench.loop.waiting().count, 3)
})

test('what a recovery sends again does not arrive once more by an older attempt', async (t) => {
  const { bench, id } = await enabledBench(t, 3)
  await bench.attempt({ ...failed, retryAfter: hour })
  assert.equal(await bench.recover(id, 1n), 'set_back')
  assert.deepEqual(idsOf(await bench.drain()), range(2, 3))
  bench.time += 2 * hour
  assert.deepEqual(idsOf(await bench.drain()), range(1, 1), 'what is not sent again is retried')
  bench.time += 48 * hour
  assert.deepEqual(idsOf(await bench.drain()), [])
})

test('all recoveries of one owner together send a hundred events a second', async (t) => {
  const bench = new DeliveryBench(t)
  const ids = await bench.addEnabled([1, 2, 3].map((n) => url + n))
  await bench.addEvents(400)
  await bench.drain()
  for (const id of ids) await bench.recover(id, 0n)
  const began = bench.time
  let count = 0
  while (count < 1_200) {
    // A receiver that answers at once.
    bench.time += 5
    await bench.loop.round()
    await bench.settled()
    count += bench.sent.length
    bench.answerAll()
    await bench.settled()
    const seconds = (bench.time - began) / 1_000
    assert.ok(count <= 100 + 100 * seconds, `${count} within ${seconds} s`)
  }
})
