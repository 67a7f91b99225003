import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { EventType } from '../../src/resources/events/types.ts'
import { DeliveryBench, enabledBench, failed, url } from '../helpers/delivery.ts'

const hour = 3_600_000

const range = (from: number, to: number): readonly string[] =>
  Array.from({ length: to - from + 1 }, (_, index) => `evt_${from + index}`)

const idsOf = (sent: ReadonlyArray<{ readonly id: string }>): readonly string[] =>
  sent.map(({ id }) => id).toSorted((one, other) => Number(one.slice(4)) - Number(other.slice(4)))

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
  assert.match(
    sent[0]?.body ?? '',
    /^\{"type":"webhook.ping",.+,"data":\{"webhook":\{"id":1\}\}\}$/,
  )
  bench.answerAll()
  sent.push(...(await bench.drain()))
  assert.deepEqual(
    sent.filter((one) => one.id.startsWith('ping_')).map((one) => one.url),
    [last],
  )
  assert.deepEqual(idsOf(sent.filter((one) => one.id.startsWith('evt_'))), range(1, 10))
})

test('pings to a webhook that no one has verified are no messages that wait', async (t) => {
  const { bench } = await enabledBench(t, 0)
  const id = await bench.addWebhook(await bench.addOwner(), { url: 'https://never.example/' })
  for (let count = 0; count < 5; count += 1) {
    await bench.rounds()
    bench.answerAll(failed)
    await bench.rounds()
    await bench.ping(id)
  }
  assert.equal(bench.loop.waiting().count, 0)
  await bench.addEvents(3)
  await bench.rounds()
  assert.equal(bench.loop.waiting().count, 3)
})

test('what a recovery sends again does not arrive once more by an older attempt', async (t) => {
  const { bench, id } = await enabledBench(t, 3)
  await bench.rounds()
  bench.answerAll({ ...failed, retryAfter: hour })
  await bench.rounds()
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
