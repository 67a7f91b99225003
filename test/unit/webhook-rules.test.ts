import assert from 'node:assert/strict'
import { test } from 'node:test'
import { dateTimeText } from '../../src/base/date-time.ts'
import { wants } from '../../src/resources/webhooks/table.ts'
import { ann, day, noon, webhookRows } from '../helpers/webhook-rows.ts'

const at = dateTimeText(noon)

test('what a request disables stays so, whatever a ping under way comes to', () => {
  const { create, patch, later, report, webhook } = webhookRows()
  create()
  const answered = later(1n, 200)
  patch({ state: 'disabled' })
  assert.equal(webhook()?.reason, `Disabled on request at ${at}.`)
  report([answered])
  assert.equal(webhook()?.state, 'disabled')
})

test('a webhook that is disabled keeps its reason if it is to be disabled again', () => {
  const { enabled, patch, webhook } = webhookRows()
  enabled()
  patch({ state: 'disabled' })
  patch({ state: 'disabled' }, ann, noon + day)
  assert.equal(webhook()?.reason, `Disabled on request at ${at}.`)
})

for (const [cause, reason] of [
  ['secretLost', /new secret, then send a ping/],
  ['ownerGone', /No API key of its owner is valid/],
] as const) {
  test(`the service stops a webhook (${cause}) once, and says why`, () => {
    const { enabled, stop, webhook } = webhookRows()
    enabled()
    assert.equal(stop(cause).outcome, 'stopped')
    assert.equal(stop(cause).outcome, 'unchanged')
    assert.equal(webhook()?.state, 'disabled')
    assert.match(webhook()?.reason ?? '', reason)
  })
}

test('a webhook that is sent nothing cannot recover, and none of its messages is sent again but a ping', () => {
  const { enabled, recover, repeat, report, first, patch, delivery, progress } = webhookRows()
  enabled()
  report([first(11n, 500)])
  patch({ state: 'disabled' })
  assert.equal(recover(0n).outcome, 'refused')
  assert.equal(repeat(2n).outcome, 'refused')
  assert.equal(repeat(1n).outcome, 'queued')
  assert.equal(delivery(1n)?.status, 'pending')
  assert.equal(progress()?.pingId, 1n)
})

for (const status of [200, 500]) {
  test(`a message whose first attempt was answered with ${status} is sent again, by a schedule from its start`, () => {
    const { enabled, repeat, report, first, later, delivery } = webhookRows()
    enabled()
    report([first(11n, status)])
    const again = repeat(2n, ann, noon + 1_000)
    assert.ok(again.outcome === 'queued')
    assert.equal(again.delivery.status, 'pending')
    assert.equal(again.delivery.nextAttemptAt, dateTimeText(noon + 1_000))
    assert.equal(again.delivery.attempts.length, 1)
    report([later(2n, 500)], { now: noon + 2_000 })
    assert.equal(delivery(2n)?.nextAttemptAt, dateTimeText(noon + 7_000))
    assert.equal(delivery(2n)?.attempts.length, 2)
  })
}

for (const [types, type, owner, isWanted] of [
  [undefined, 'pet.updated', undefined, true],
  [['pet.updated'], 'pet.updated', undefined, true],
  [['pet.created'], 'pet.updated', undefined, false],
  [undefined, 'key.banned', ann, true],
  [undefined, 'key.banned', 'key_bob', false],
  [['key.banned'], 'key.banned', 'key_bob', false],
] as const) {
  test(`a webhook for ${types?.join() ?? 'all types'} is ${isWanted ? '' : 'not '}sent ${type} of ${owner ?? 'all'}`, () => {
    const webhook = { ownerId: ann, ...(types && { types: [...types] }) }
    assert.equal(wants(webhook, {}, { id: 1n, type, ownerId: owner }), isWanted)
  })
}
