import assert from 'node:assert/strict'
import { test } from 'node:test'
import {
  fingerprintOf,
  type IdempotencyToken,
  keyOfHeader,
  RunningKeys,
} from '../../src/base/idempotency.ts'

test('a quoted string and the bare characters are the same key, and a quote may end a bare one', () => {
  for (const [header, key] of [
    ['order-1', 'order-1'],
    ['"order-1"', 'order-1'],
    [String.raw`"a\"b\\"`, 'a"b\\'],
    ['size-3"', 'size-3"'],
  ] as const)
    assert.equal(keyOfHeader(header), key)
})

test('a key runs once at a time for its owner, and anew after its work failed', async () => {
  const running = new RunningKeys()
  const token = (ownerId: string): IdempotencyToken => ({
    ownerId,
    key: 'order-1',
    fingerprint: fingerprintOf('createPet', '{}'),
    now: 0,
  })
  const { promise, reject } = Promise.withResolvers<string>()
  const first = running.run(token('ann'), () => promise)
  const second = await running.run(token('ann'), () => 'second')
  assert.ok(typeof second === 'object')
  assert.equal(second.code, 'idempotency_key_in_use')
  assert.equal(await running.run(token('bob'), () => 'other'), 'other')
  reject(new Error('The disk is full.'))
  await assert.rejects(first, /full/)
  assert.equal(await running.run(token('ann'), () => 'again'), 'again')
})
