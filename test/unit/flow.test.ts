import { defineResource } from '../../src/kit/resource.ts'
import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Type } from 'typebox'
import { bindOperations } from '../../src/kit/bound-operation.ts'
import { cursorsOf } from '../../src/kit/paging.ts'
import { linksUnder } from '../../src/kit/links.ts'
import { defineOperation, type Ports } from '../../src/kit/operation.ts'
import { refusal } from '../../src/base/errors/api-error.ts'
import { OutcomeUnknown } from '../../src/base/errors/storage-errors.ts'
import type { HeaderLines } from '../../src/base/headers.ts'
import type { Observation } from '../../src/base/observation.ts'
import type { Answer, WireRequest } from '../../src/base/wire-request.ts'
import { admissionBy } from '../../src/http/admission.ts'
import { errorAnswers } from '../../src/http/error-answers.ts'
import type { EventStreams } from '../../src/http/event-streams.ts'
import { flowOf } from '../../src/http/flow.ts'
import { authenticatorOf } from '../../src/access/keys/authenticator.ts'
import type { KeyRecord } from '../../src/access/keys/key-store.ts'
import { issueKey } from '../../src/access/keys/life-cycle.ts'
import { trustedProxies } from '../../src/access/quotas/client-address.ts'
import { memoryCounters } from '../../src/access/quotas/memory-counters.ts'

const common = { summary: 'A summary', description: 'A description.' } as const
const Word = Type.Object({ word: Type.String() }, { title: 'Word' })
const answers = { 200: { description: 'A word.', schema: Word } }

const { operations } = defineResource({
  name: 'words',
  description: 'Words.',
  operations: {
    getKept: defineOperation({
      ...common,
      method: 'GET',
      path: '/kept',
      scope: 'pets:read',
      answers,
      isCacheable: true,
      handle: async () => ({ status: 200, value: { word: 'kept' } }),
    }),
    getUsage: defineOperation({
      ...common,
      method: 'GET',
      path: '/usage',
      answers,
      spendsQuota: false,
      handle: ({ used }) => ({ status: 200, value: { word: `${used?.day.remaining} left` } }),
    }),
    getRefused: defineOperation({
      ...common,
      method: 'GET',
      path: '/refused',
      scope: 'pets:read',
      answers,
      errors: ['operation_removed'],
      handle: () => refusal('operation_removed', 'It is gone.'),
    }),
    getUnknown: defineOperation({
      ...common,
      method: 'GET',
      path: '/unknown',
      scope: 'pets:read',
      answers,
      handle: async () => {
        throw new OutcomeUnknown('Nobody knows.')
      },
    }),
    getBroken: defineOperation({
      ...common,
      method: 'GET',
      path: '/broken',
      scope: 'pets:read',
      answers,
      handle: () => {
        throw new Error('A fault of the code.')
      },
    }),
  },
})

/** A request as the wire hands it over, and its answer. */
class FakeRequest implements WireRequest {
  readonly method = 'GET'
  readonly target: string
  readonly headers: WireRequest['headers']
  readonly peer = '127.0.0.1'
  readonly receivedAt = 0
  isAnswered = false
  isAbandoned = false
  quota: HeaderLines | undefined
  answered: (Answer & { readonly common: string }) | undefined

  constructor(path: string, key: string) {
    this.target = `/v1${path}`
    this.headers = { authorization: `Bearer ${key}` }
  }

  readBody(): undefined {}
  onBroken(): void {}

  answer(lines: HeaderLines, answer: Answer): void {
    this.isAnswered = true
    this.answered = { ...answer, common: `${lines}${this.quota}` }
  }

  trickle(): void {}

  abandon(): void {
    this.isAbandoned = true
  }
}

const setUp = (counters = memoryCounters()) => {
  const now = Date.parse('2026-11-20T12:00:30Z')
  const observations: Observation[] = []
  const observe = (observation: Observation): void => void observations.push(observation)
  const limits = { perMinute: 100, perDay: 100, openOrders: 7 }
  const { key, record } = issueKey({
    environment: 'staging',
    name: 'A shop',
    ownerId: 'key_first',
    plan: 'enterprise',
    limits,
    now,
  })
  const keys = {
    findByHash: async (): Promise<KeyRecord> => record,
    revision: async () => 1,
    touch: async () => undefined,
  }
  const admission = admissionBy({
    authenticator: authenticatorOf(keys, 'staging'),
    counters,
    proxies: trustedProxies([]),
    clock: () => now,
    observe,
  })
  const links = linksUnder('http://host/v1')
  const context = {
    links,
    cursors: cursorsOf(new Uint8Array(32)),
    clock: () => now,
    changes: { version: 1 },
  }
  // No operation here uses the store.
  const bound = bindOperations(operations, {} as Ports, context)
  const fallback = { handle: async () => undefined }
  const errors = errorAnswers(links)
  const handle = flowOf(bound, {
    admission,
    fallback,
    // No operation here has one.
    streams: {} as EventStreams,
    errors,
    crossOrigin: undefined,
    hasFaults: false,
    observe,
    requestObservers: [observe],
  })
  /** Asks, and waits until all that follows from it is done. */
  const ask = async (path: string): Promise<FakeRequest> => {
    const request = new FakeRequest(path, key)
    handle(request)
    await new Promise((resolve) => setImmediate(resolve))
    return request
  }
  const observed = (kind: Observation['kind']) => observations.filter((each) => each.kind === kind)
  return { handle, key, ask, observed }
}

const remaining = ({ answered }: FakeRequest): string | undefined =>
  /X-RateLimit-Remaining: (\d+)/.exec(answered?.common ?? '')?.[1]

test('a cached answer is sent in the turn of its request', async () => {
  const { handle, key, ask } = setUp()
  await ask('/kept')
  await ask('/kept')
  const request = new FakeRequest('/kept', key)
  handle(request)
  assert.equal(request.answered?.body, '{"word":"kept"}')
  assert.equal(remaining(request), '97')
})

/** Spends another request of the key right after each peek. */
const busyCounters = () => {
  const counters = memoryCounters()
  return {
    ...counters,
    peek: (...args: Parameters<typeof counters.peek>) => {
      const state = counters.peek(...args)
      counters.spend(...args)
      return state
    },
  }
}

test('the body and the headers of a free operation report the quota of the same moment', async () => {
  const { ask } = setUp(busyCounters())
  for (const left of ['100', '99', '98']) {
    const request = await ask('/usage')
    assert.equal(remaining(request), left)
    assert.equal(request.answered?.body, `{"word":"${left} left"}`)
  }
})

test('a fault is answered 500, with the quota, and observed as a failure and as a request', async () => {
  const { ask, observed } = setUp()
  const request = await ask('/broken')
  assert.equal(request.answered?.status, 500)
  assert.doesNotMatch(String(request.answered?.body), /fault of the code/)
  assert.equal(remaining(request), '99')
  assert.equal(observed('request_failed').length, 1)
  assert.equal(observed('request').length, 1)
})

test('a request whose outcome is unknown gets no answer', async () => {
  const { ask, observed } = setUp()
  const request = await ask('/unknown')
  assert.equal(request.answered, undefined)
  assert.equal(request.isAbandoned, true)
  assert.equal(observed('request').length, 1)
})
