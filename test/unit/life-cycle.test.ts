import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { KeysRule } from '../../src/access/keys/key-store.ts'
import {
  changing,
  issueKey,
  type KeyOrder,
  keyState,
  limitsOf,
  rotateKey,
  withdrawing,
} from '../../src/access/keys/life-cycle.ts'
import { defaultScopes, scopesOf } from '../../src/access/keys/scopes.ts'
import { fixedPlans } from '../../src/access/quotas/plans.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { openStorage } from '../helpers/storage.ts'
import { changeKey } from '../helpers/team.ts'

const now = Date.parse('2026-11-20T12:00:00Z')
const day = 86_400_000
const order: KeyOrder = {
  environment: 'staging',
  name: 'A shop',
  plan: 'pro',
  limits: fixedPlans.pro,
  now,
}

/** A store of keys that has one. */
const storedKey = async (t: TestContext, more: Partial<KeyOrder> = {}) => {
  const storage = openStorage(join(temporaryFolder(t), 'staging.sqlite'), { busyTimeout: 0 })
  t.after(() => storage.close())
  const { keys } = storage
  const before = await keys.revision()
  const { record } = issueKey({ ...order, ...more })
  await keys.insert(record)
  return { keys, record, before }
}

test('a record has a hash of the key and never the key', () => {
  const { key, record } = issueKey(order)
  assert.deepEqual(Buffer.from(record.hash), createHash('sha256').update(key).digest())
  assert.ok(!JSON.stringify({ ...record, hash: Buffer.from(record.hash).toString() }).includes(key))
  assert.match(record.id, /^key_[0-9A-Za-z]{12}$/)
  assert.equal(record.ownerId, record.id)
  assert.equal(record.scopes, defaultScopes)
  const scopes = scopesOf(['lab'])
  assert.equal(issueKey({ ...order, scopes }).record.scopes, scopes)
})

test('a key ends at the very moment of its expiry or revocation', () => {
  const { record } = issueKey({ ...order, expiresAt: now + day })
  assert.equal(keyState(record, now + day - 1), 'good')
  assert.equal(keyState(record, now + day), 'expired')
  assert.equal(keyState({ ...record, revokedAt: now }, now), 'revoked')
  assert.equal(keyState({ ...record, revokedAt: now + 1 }, now), 'good')
  assert.equal(keyState({ ...record, revokedAt: now }, now + 2 * day), 'revoked')
})

test('the figures of a plan are the plan’s, those of enterprise are agreed', () => {
  const figures = (['free', 'pro', 'business'] as const).map((plan) =>
    Object.values(limitsOf(plan, undefined)),
  )
  assert.deepEqual(figures, [
    [60, 1_000, 5],
    [300, 10_000, 50],
    [1_000, 100_000, 500],
  ])
  const quotas = { perMinute: 7, perDay: 9 }
  const agreed = { ...quotas, openOrders: 11 }
  assert.deepEqual(limitsOf('enterprise', agreed), agreed)
  // Without a figure of its own, it has that of Business.
  assert.deepEqual(limitsOf('enterprise', quotas), { ...quotas, openOrders: 500 })
  assert.throws(() => limitsOf('enterprise', undefined))
})

test('a rotated key lives as long as the old one was made to, grace does not lengthen the old, and then the newest is the one to rotate', async (t) => {
  const { keys, record: old } = await storedKey(t, { expiresAt: now + 30 * day })
  const { record } = await rotateKey(keys, old, 'staging', 90 * day, now + 10 * day)
  await assert.rejects(rotateKey(keys, old, 'staging', 0, now), { message: new RegExp(record.id) })
  assert.deepEqual(
    (await keys.list()).map(({ id, expiresAt }) => [id, expiresAt]),
    [
      [old.id, now + 30 * day],
      [record.id, now + 40 * day],
    ],
  )
})

test('a change of any key changes the revision, a use does not', async (t) => {
  const { keys, record, before } = await storedKey(t)
  const revisions = [before, await keys.revision()]
  await changeKey(keys, record.id, { plan: 'free', limits: fixedPlans.free })
  revisions.push(await keys.revision())
  const { record: successor } = await rotateKey(keys, record, 'staging', 0, now)
  revisions.push(await keys.revision())
  await changeKey(keys, successor.id, { revokedAt: now })
  revisions.push(await keys.revision())
  assert.equal(new Set(revisions).size, 5)
  await keys.touch(new Map([[record.id, now + 5]]))
  assert.equal(await keys.revision(), revisions.at(-1))
  await keys.touch(new Map([[record.id, now + 1]]))
  assert.equal((await keys.find(record.id))?.lastUsedAt, now + 5, 'last use never goes back')
})

test('a plan is that of a whole team, and the rest of a change that of one key', () => {
  const [one, other] = [issueKey(order).record, issueKey(order).record]
  const shared = { plan: 'free', limits: fixedPlans.free } as const
  const own = { name: 'Another', expiresAt: now }
  const done = { outcome: 'done' }
  const apply = (change: Parameters<typeof changing>[1]) => changing(one.id, change)([one, other])
  assert.deepEqual(apply(shared), {
    writes: [
      { ...one, ...shared },
      { ...other, ...shared },
    ],
    result: done,
  })
  assert.deepEqual(apply(own), { writes: [{ ...one, ...own }, other], result: done })
})

test('a key that is withdrawn leaves no trace, and the one that it replaced lives as before', () => {
  const old = issueKey({ ...order, expiresAt: now + day }).record
  const [cut, made] = [{ ...old, expiresAt: now }, issueKey(order).record]
  const rest = { removes: [made.id], result: { outcome: 'done' } }
  assert.deepEqual(withdrawing(made.id, old)([cut, made]), { writes: [old, made], ...rest })
  assert.deepEqual(withdrawing(made.id)([cut, made]), { writes: [cut, made], ...rest })
})

test('a key that a member made does not take the place of the newest to rotate', async (t) => {
  const { keys, record: old } = await storedKey(t)
  const later = issueKey({ ...order, now: now + 1, ownerId: old.id })
  await keys.insert({ ...later.record, makerId: old.id })
  const acts: unknown[] = []
  const decide: typeof keys.decide = async (ownerId, rule, act) => {
    acts.push(act)
    return await keys.decide(ownerId, rule, act)
  }
  const { record } = await rotateKey({ decide }, old, 'staging', day, now + 2)
  assert.deepEqual([record.ownerId, record.scopes], [old.id, old.scopes])
  assert.equal((await keys.find(old.id))?.expiresAt, now + 2 + day)
  assert.deepEqual(acts, [{ at: now + 2, audit: undefined }])
})

test('a rotation that fails changes neither key', async (t) => {
  const { keys, record } = await storedKey(t)
  const before = await keys.revision()
  // The hash of the successor is taken, as if a second key had the same digits.
  const rule: KeysRule<{ outcome: 'done' }> = () => ({
    writes: [
      { ...record, expiresAt: now },
      { ...record, id: 'key_other' },
    ],
    result: { outcome: 'done' },
  })
  await assert.rejects(async () => await keys.decide(record.ownerId, rule, { at: now }))
  assert.equal((await keys.find(record.id))?.expiresAt, undefined)
  assert.equal(await keys.revision(), before)
})
