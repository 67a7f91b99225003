import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setImmediate } from 'node:timers/promises'
import {
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
  const service = { isReady: false }
  const gate = gateOf({
    now: () => now,
    later: (call, milliseconds) => timers.push({ at: now + milliseconds, call }),
    isReady: () => Promise.resolve(service.isReady),
  })
  const pass = async (milliseconds: number): Promise<void> => {
    now += milliseconds
    const due = timers.filter(({ at }) => at <= now)
    timers = timers.filter(({ at }) => at > now)
    for (const { call } of due) call()
    await setImmediate()
  }
  return { gate, service, pass }
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

/** A refusal for what is used up: the windows without a request left, which come back after so many seconds. */
const usedUp = (windows: readonly string[], retryAfter = 42): RateLimitError =>
  new RateLimitError(
    facts({
      code: 'rate_limit_exceeded',
      status: 429,
      retryAfter,
      rateLimit: {
        limit: 60,
        remaining: 0,
        reset: new Date(0),
        windows: windows.map((name) => ({ name, remaining: 0, resetAfter: retryAfter })),
      },
    }),
  )
const minuteUsedUp = usedUp(['minute'])
const banned = new BanError(facts({ code: 'api_key_banned', status: 429, retryAfter: 42 }))

for (const [what, kind, seconds, error] of [
  ['for the minute', 'minute', 42, minuteUsedUp],
  ['for the day', 'day', 42, usedUp(['day'])],
  ['during a ban', 'banned', 42, banned],
  ['and begins a ban, with the code of the quota', 'banned', 300, usedUp(['minute', 'day'], 300)],
] as const) {
  test(`a request that is refused ${what} goes on by itself at the end, and others wait too`, async () => {
    const { gate, pass } = gateWithClock()
    const first = failing(error)
    const second = failing(error, 0)
    const done = gate.pass(first.send)
    await pass(0)
    assert.deepEqual(gate.trouble.value, { kind, until: seconds * 1_000 })
    const other = gate.pass(second.send)
    await pass(seconds * 1_000 - 1)
    assert.deepEqual([first.sent.count, second.sent.count], [1, 0])
    await pass(1)
    await pass(250)
    assert.deepEqual(await Promise.all([done, other]), ['done', 'done'])
    assert.equal(gate.trouble.value, undefined)
  })
}

test('without a connection it looks ever less often, and sends only once the service is there', async () => {
  const { gate, service, pass } = gateWithClock()
  const { sent, send } = failing(new ConnectionError('It was dropped.'))
  const done = gate.pass(send)
  await pass(0)
  assert.deepEqual(gate.trouble.value, { kind: 'offline', until: 2_000 })
  await pass(2_000)
  assert.deepEqual(gate.trouble.value, { kind: 'offline', until: 6_000 })
  service.isReady = true
  await pass(3_999)
  assert.equal(sent.count, 1)
  await pass(1)
  assert.equal(await done, 'done')
})

test('somebody can look at once, and a timer of before then opens nothing', async () => {
  const { gate, service, pass } = gateWithClock()
  const done = gate.pass(failing(new ServiceError(facts({ status: 503 }))).send)
  await pass(0)
  assert.equal(gate.trouble.value?.kind, 'busy')
  service.isReady = true
  await gate.checkNow()
  assert.equal(await done, 'done')
  const revoked = gate.pass(failing(new AuthenticationError(facts({ status: 401 }))).send)
  await pass(60_000)
  assert.deepEqual(gate.trouble.value, { kind: 'revoked' })
  gate.open()
  assert.equal(await revoked, 'done')
})

for (const [what, end] of [
  ['if it is given up', (_, giveUp) => giveUp.abort(new Error('Not now.'))],
  ['if somebody signs out', (gate) => gate.empty()],
] as ReadonlyArray<[string, (gate: ReturnType<typeof gateOf>, giveUp: AbortController) => void]>) {
  test(`a request that waits is never sent ${what}`, async () => {
    const { gate, pass } = gateWithClock()
    const { sent, send } = failing(minuteUsedUp)
    const giveUp = new AbortController()
    const done = gate.pass(send, { signal: giveUp.signal })
    await pass(0)
    end(gate, giveUp)
    await assert.rejects(done, /Not now|signed out/)
    await pass(42_000)
    assert.equal(sent.count, 1)
  })
}

test('a gate that opens tries one request, then sends saves before reads, a few a second', async () => {
  const { gate, pass } = gateWithClock()
  const sent: string[] = []
  let remaining = 0
  const send = (name: string) => async (): Promise<string> => {
    sent.push(name)
    if (remaining === 0) throw minuteUsedUp
    remaining -= 1
    return name
  }
  const reads = ['first', 'second', 'third'].map((read) => gate.pass(send(read), { read }))
  await pass(0)
  assert.deepEqual(sent.splice(0), ['first', 'second', 'third'])
  const save = gate.pass(send('save'))
  // The time is over, and the quota is not: only one request finds that out.
  await pass(42_000)
  assert.deepEqual(sent.splice(0), ['save'])
  assert.deepEqual(gate.trouble.value, { kind: 'minute', until: 84_000 })
  remaining = 60
  await pass(42_000)
  assert.equal(await save, 'save')
  assert.deepEqual(sent.splice(0), ['save', 'first'])
  const later = gate.pass(send('later'))
  await pass(250)
  assert.deepEqual(sent.splice(0), ['later'])
  await pass(250)
  await pass(250)
  assert.deepEqual(sent, ['second', 'third'])
  await Promise.all([...reads, later])
})

test('a read that nobody waits for any more is not sent, and the same read is sent once', async () => {
  const { gate, pass } = gateWithClock()
  const waiting = gate.pass(failing(minuteUsedUp).send)
  await pass(0)
  let count = 0
  const send = async (): Promise<number> => (count += 1)
  const lookAt = (read: string): (() => void) => {
    const looking = new AbortController()
    gate.pass(send, { read, signal: looking.signal }).catch(() => undefined)
    return () => looking.abort()
  }
  for (let visit = 0; visit < 100; visit += 1) {
    const leave = [lookAt(`page ${visit % 3}`), lookAt('counts')]
    for (const go of leave) go()
  }
  lookAt('page 0')
  const leave = lookAt('counts')
  const both = [gate.pass(send, { read: 'counts' }), gate.pass(send, { read: 'counts' })]
  leave()
  await pass(42_000)
  await waiting
  for (let moment = 0; moment < 20; moment += 1) await pass(250)
  assert.deepEqual(await Promise.all(both), [2, 2])
  assert.equal(count, 2)
})

test('what costs no quota is sent while the quota is used up, and stops nothing by itself', async () => {
  const { gate, pass } = gateWithClock()
  const trouble = (): string | undefined => gate.trouble.value?.kind
  const free = { isFree: true }
  const waiting = gate.pass(failing(usedUp(['day'])).send)
  await pass(0)
  assert.equal(trouble(), 'day')
  assert.equal(await gate.pass(failing(usedUp(['day']), 0).send, free), 'done')
  await pass(42_000)
  assert.equal(await waiting, 'done')
  // Too many of these: it says so, and others go on.
  await assert.rejects(gate.pass(failing(minuteUsedUp).send, free), RateLimitError)
  assert.equal(trouble(), undefined)
  // Without a connection it waits, as all do.
  const late = gate.pass(failing(new ConnectionError('No answer.')).send, free)
  await pass(0)
  assert.equal(trouble(), 'offline')
  gate.open()
  assert.equal(await late, 'done')
})
