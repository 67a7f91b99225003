import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  ApiError,
  type ApiErrorFacts,
  AuthenticationError,
  BanError,
  ConnectionError,
  RateLimitError,
  ServiceError,
} from '../../client/src/index.ts'
import { gateOf } from '../../console/src/requests/gate.ts'

/** A gate whose time moves only on command. */
const gateWithClock = () => {
  let now = 0
  let timers: Array<{ readonly at: number; readonly call: () => void }> = []
  const world = { isReady: false }
  const gate = gateOf({
    now: () => now,
    later: (call, milliseconds) => timers.push({ at: now + milliseconds, call }),
    isReady: () => Promise.resolve(world.isReady),
  })
  const pass = async (milliseconds: number): Promise<void> => {
    now += milliseconds
    const due = timers.filter(({ at }) => at <= now)
    timers = timers.filter(({ at }) => at > now)
    for (const { call } of due) call()
    await new Promise((resolve) => {
      setImmediate(resolve)
    })
  }
  return { gate, world, pass }
}

const facts = (given: Partial<ApiErrorFacts>): ApiErrorFacts => ({
  code: 'internal_error',
  message: 'A refusal.',
  status: 500,
  requestId: undefined,
  retryAfter: undefined,
  rateLimit: undefined,
  ...given,
})

/** Fails so often with an error, then succeeds; counts how often it was sent. */
const failing = (error: Error, times = 1) => {
  const sent = { count: 0 }
  const send = async (): Promise<string> => {
    sent.count += 1
    if (sent.count <= times) throw error
    return 'done'
  }
  return { sent, send }
}

const usedUp = (name: string): RateLimitError =>
  new RateLimitError(
    facts({
      code: 'rate_limit_exceeded',
      status: 429,
      retryAfter: 42,
      rateLimit: {
        limit: 60,
        remaining: 0,
        reset: new Date(0),
        windows: [{ name, remaining: 0, resetAfter: 42 }],
      },
    }),
  )

for (const [kind, error] of [
  ['minute', usedUp('minute')],
  ['day', usedUp('day')],
  ['banned', new BanError(facts({ code: 'api_key_banned', status: 429, retryAfter: 42 }))],
] as const) {
  test(`a request that is refused (${kind}) goes on by itself at the end, and others wait too`, async () => {
    const { gate, pass } = gateWithClock()
    const first = failing(error)
    const second = failing(error, 0)
    const done = gate.pass(first.send)
    await pass(0)
    assert.deepEqual(gate.trouble.value, { kind, until: 42_000 })
    const other = gate.pass(second.send)
    await pass(41_999)
    assert.deepEqual([first.sent.count, second.sent.count], [1, 0])
    await pass(1)
    assert.deepEqual(await Promise.all([done, other]), ['done', 'done'])
    assert.equal(gate.trouble.value, undefined)
  })
}

test('without a connection it looks ever less often, and sends only once the service is there', async () => {
  const { gate, world, pass } = gateWithClock()
  const { sent, send } = failing(new ConnectionError('It was dropped.'))
  const done = gate.pass(send)
  await pass(0)
  assert.deepEqual(gate.trouble.value, { kind: 'offline', until: 2_000 })
  await pass(2_000)
  assert.deepEqual(gate.trouble.value, { kind: 'offline', until: 6_000 })
  world.isReady = true
  await pass(3_999)
  assert.equal(sent.count, 1)
  await pass(1)
  assert.equal(await done, 'done')
})

test('somebody can look at once, and a timer of before then opens nothing', async () => {
  const { gate, world, pass } = gateWithClock()
  const done = gate.pass(failing(new ServiceError(facts({ status: 503 }))).send)
  await pass(0)
  assert.equal(gate.trouble.value?.kind, 'busy')
  world.isReady = true
  await gate.lookNow()
  assert.equal(await done, 'done')
  const revoked = gate.pass(failing(new AuthenticationError(facts({ status: 401 }))).send)
  await pass(60_000)
  assert.deepEqual(gate.trouble.value, { kind: 'revoked' })
  gate.open()
  assert.equal(await revoked, 'done')
})

test('what the service refuses for another reason is thrown at once', async () => {
  const { gate } = gateWithClock()
  const error = new ApiError(facts({ code: 'internal_error', status: 500 }))
  await assert.rejects(gate.pass(failing(error).send), error)
  assert.equal(gate.trouble.value, undefined)
})

test('a request that waits can be given up, and is not sent', async () => {
  const { gate, pass } = gateWithClock()
  const { sent, send } = failing(usedUp('minute'))
  const giveUp = new AbortController()
  const done = gate.pass(send, giveUp.signal)
  await pass(0)
  giveUp.abort(new Error('Not now.'))
  await assert.rejects(done, /Not now/)
  await pass(42_000)
  assert.equal(sent.count, 1)
})

const kindOf = (gate: ReturnType<typeof gateOf>): string | undefined => gate.trouble.value?.kind

test('what costs no quota is sent while the quota is used up, and stops nothing by itself', async () => {
  const { gate, pass } = gateWithClock()
  const waiting = gate.pass(failing(usedUp('day')).send)
  await pass(0)
  assert.equal(kindOf(gate), 'day')
  assert.equal(await gate.passFree(failing(usedUp('day'), 0).send), 'done')
  await pass(42_000)
  assert.equal(await waiting, 'done')
  // Too many of these: it says so, and others go on.
  await assert.rejects(gate.passFree(failing(usedUp('minute')).send), RateLimitError)
  assert.equal(kindOf(gate), undefined)
  // Without a connection it waits, as all do.
  const free = gate.passFree(failing(new ConnectionError('No answer.')).send)
  await pass(0)
  assert.equal(kindOf(gate), 'offline')
  gate.open()
  assert.equal(await free, 'done')
})
