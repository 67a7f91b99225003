import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConnectionError, PetStore, TimeoutError } from '../../client/src/index.ts'
import { realWorld } from '../../client/src/world.ts'
import { TestClock } from '../helpers/app.ts'
import {
  answer,
  drop,
  fastClient,
  refuse,
  startFastStore,
  startFaultyServer,
  startFaultyStore,
  type Step,
} from '../helpers/client.ts'

const pet = '{"id":1,"name":"Rex","categoryId":3,"status":"available"}'
const hang: Step = () => {}
const limited = (seconds: number): Step =>
  refuse(429, 'rate_limit_exceeded', { 'Retry-After': String(seconds) })

test('each creation has a key of its own unless the caller gives one', async (t) => {
  const { store, requests } = await startFaultyStore(t, answer(201, pet))
  const newPet = { name: 'Rex', categoryId: 3 }
  await store.pets.create(newPet)
  await store.pets.create(newPet)
  const [first, second] = requests.map(({ headers }) => headers['idempotency-key'])
  assert.match(String(first), /^[\da-f]{32}$/)
  assert.notEqual(first, second)
})

test('after a 429 no other call is sent before its time either: it could bring a ban', async (t) => {
  const server = await startFaultyServer(t, limited(30), answer(200, pet))
  let bothWait = (): void => {}
  const waiting = new Promise<void>((resolve) => (bothWait = resolve))
  const waits: number[] = []
  let time = 0
  const store = new PetStore({
    ...server,
    apiKey: 'k',
    world: {
      now: () => time,
      random: () => 0.5,
      wait: async (milliseconds) => {
        waits.push(milliseconds)
        if (waits.length === 1) calls.push(store.pets.get(1))
        else bothWait()
        await waiting
        time = 31_000
      },
    },
  })
  const calls: Array<Promise<unknown>> = [store.pets.get(1)]
  await calls[0]
  await Promise.all(calls)
  assert.deepEqual(waits, [30_125, 30_000])
  assert.equal(server.requests.length, 3)
})

test('the total time is bounded: by one request, and by waits', async (t) => {
  const hanging = await startFaultyServer(t, hang)
  const impatient = new PetStore({ ...hanging, apiKey: 'k', timeout: 100 })
  await assert.rejects(impatient.pets.list(), TimeoutError)

  const slow = await startFaultyServer(t, hang, answer(200, '[]'))
  const retrying = new PetStore({ ...slow, apiKey: 'k', attemptTimeout: 2_500 })
  assert.deepEqual((await retrying.pets.list()).pets, [])

  const dropping = await startFaultyServer(t, drop)
  const { store } = fastClient({ ...dropping, retries: 100, timeout: 20_000 }, new TestClock())
  await assert.rejects(store.pets.list(), (error) => {
    assert.ok(error instanceof TimeoutError)
    assert.ok(error.cause instanceof ConnectionError)
    return true
  })
  assert.ok(dropping.requests.length < 15)
})

test('a body that trickles in for too long is given up', async (t) => {
  const trickle: Step = (_request, response) => {
    response.writeHead(200, { 'Content-Type': 'application/json' })
    const timer = setInterval(() => response.write(' '), 20)
    response.on('close', () => clearInterval(timer))
  }
  const server = await startFaultyServer(t, trickle)
  const store = new PetStore({ ...server, apiKey: 'k', attemptTimeout: 150, retries: 0 })
  await assert.rejects(store.pets.list(), TimeoutError)
})

test('a signal ends a call at once, under way or waiting, with its reason', async (t) => {
  const server = await startFaultyServer(t, hang)
  const ofClient = new AbortController()
  const store = new PetStore({ ...server, apiKey: 'k', signal: ofClient.signal })
  const reason = new Error('Enough.')
  const ofCall = new AbortController()
  const list = assert.rejects(store.pets.list({ signal: ofCall.signal }), reason)
  const other = assert.rejects(store.pets.get(1), reason)
  ofCall.abort(reason)
  await list
  ofClient.abort(reason)
  await other
  await assert.rejects(store.pets.list(), reason)

  const busy = await startFaultyServer(t, limited(60))
  const ofWait = new AbortController()
  const waiting = new PetStore({
    ...busy,
    apiKey: 'k',
    world: {
      ...realWorld,
      wait: async (milliseconds, signal) => {
        ofWait.abort(reason)
        await realWorld.wait(milliseconds, signal)
      },
    },
  })
  await assert.rejects(waiting.pets.list({ signal: ofWait.signal }), reason)
})

test('a storm of calls at once waits out its 429s and gets through, without a ban', async (t) => {
  const { app, store } = await startFastStore(t, {}, { perMinute: 10, perDay: 1_000 })
  const calls = Array.from({ length: 18 }, async () => (await store.pets.list()).pets.length)
  assert.deepEqual(new Set(await Promise.all(calls)), new Set([0]))
  assert.ok(app.requests().some(({ status }) => status === 429))
})
