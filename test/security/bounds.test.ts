import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { processorTime } from '../helpers/processor-time.ts'
import { authenticatorOf, maxCached } from '../../src/access/keys/authenticator.ts'
import { issueKey } from '../../src/access/keys/life-cycle.ts'
import type { KeyRecord, KeyStore } from '../../src/access/keys/key-store.ts'
import { fixedPlans } from '../../src/access/quotas/plans.ts'

const newKey = (): ReturnType<typeof issueKey> =>
  issueKey({ environment: 'staging', name: 'A key', plan: 'free', limits: fixedPlans.free, now: 0 })

test('keys at hand are bounded in number, and the one unused for longest makes room', async () => {
  const records = new Map<string, KeyRecord>()
  let lookUps = 0
  const store: Pick<KeyStore, 'findByHash'> = {
    findByHash: async (hash) => {
      lookUps += 1
      return records.get(Buffer.from(hash).toString('hex'))
    },
  }
  // Only the look-up is used here.
  const authenticator = authenticatorOf(store as KeyStore, 'staging')
  const present = async (key: string): Promise<void> => {
    await authenticator.authenticate(`Bearer ${key}`, 1)
  }
  const keys = Array.from({ length: maxCached + 1 }, () => {
    const { key, record } = newKey()
    records.set(Buffer.from(record.hash).toString('hex'), record)
    return key
  })
  for (const key of keys) await present(key)
  assert.equal(lookUps, maxCached + 1)
  await present(keys.at(-1) ?? '')
  assert.equal(lookUps, maxCached + 1, 'the newest is at hand')
  await present(keys[0] ?? '')
  assert.equal(lookUps, maxCached + 2, 'the oldest made room')
})

const long = 15_000

for (const [what, name, value] of [
  ['a Bearer with endless spaces', 'Authorization', `Bearer ${' '.repeat(long)}x y`],
  [
    'a Bearer between two kinds of space',
    'Authorization',
    `Bearer${' '.repeat(long / 2)}${'\t'.repeat(long / 2)}\u00a0`,
  ],
  ['a Bearer of many words', 'Authorization', `Bearer ${'a '.repeat(long / 2)}`],
  ['a media type with endless spaces', 'Content-Type', `application/json;${' '.repeat(long)}x`],
  [
    'a media type of many parameters',
    'Content-Type',
    `application/json${'; charset'.repeat(1_600)}`,
  ],
  ['an idempotency key of backslashes', 'Idempotency-Key', `"${'\\'.repeat(long)}`],
  ['a request id that almost fits', 'X-Request-Id', `${'a'.repeat(long)}"`],
  ['a trace of hyphens', 'traceparent', '00-'.repeat(long / 3)],
  ['a chain of proxies without end', 'X-Forwarded-For', '127.0.0.1,'.repeat(long / 10)],
  ['a chain of colons', 'X-Forwarded-For', ':'.repeat(long)],
  ['a media range of spaces and semicolons', 'Accept', `a/b${'; '.repeat(long / 2)}!`],
  ['a quoted parameter without an end', 'Accept', `a/b;c="${'\\'.repeat(long)}`],
  ['a host of percent signs', 'Host', '%41'.repeat(long / 3)],
] as const) {
  test(`${what} costs no more than any other header of its length`, async (t) => {
    const app = await startApp(t, { trustedProxies: ['127.0.0.1'] })
    // A caller with a valid key spends nothing of its address.
    const key = name === 'X-Forwarded-For' ? undefined : app.key
    const send = async (field: Record<string, string>): Promise<number> => {
      const headers = { 'content-type': 'application/json', ...field }
      // Only what is refused has a form that Accept chooses.
      const body = name === 'Accept' ? '{}' : '{"name":"a","categoryId":1}'
      return await processorTime(async () => {
        const answer = await app.post('/pets', body, { key, headers })
        assert.ok(answer.status < 500)
      })
    }
    await send({ [name]: value })
    const times = []
    // Each is a new one, so that nothing kept answers for it.
    for (let n = 0; n < 5; n += 1) times.push(await send({ [name]: `${value}${n}` }))
    // What backtracks over 15,000 characters takes a hundred milliseconds or more; what does not, a few.
    assert.ok(Math.min(...times) < 75, `${Math.min(...times)} ms`)
  })
}
