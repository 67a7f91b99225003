import assert from 'node:assert/strict'
import { test } from 'node:test'
import { unconditional } from '../../src/base/data/change.ts'
import {
  webhookCreate,
  webhookPing,
  webhookRemove,
  webhookStop,
  webhookUpdate,
} from '../../src/resources/webhooks/changes.ts'
import { webhookResource as resource } from '../../src/resources/webhooks/index.ts'
import {
  deliveryQueue,
  deliveryRecord,
  deliveryRepeat,
  type Report,
} from '../../src/resources/webhooks/delivery-changes.ts'
import { type StopCause, failurePeriods } from '../../src/resources/webhooks/health.ts'
import {
  deliveries,
  type DeliveryRow,
  type ProgressRow,
  type WebhookRow,
  webhookProgress,
  webhooks,
  wants,
} from '../../src/resources/webhooks/table.ts'
import type { WebhookPatch, WebhookState } from '../../src/resources/webhooks/webhook.ts'
import { dateTimeText } from '../../src/base/date-time.ts'
import { MemoryRows } from '../helpers/memory-rows.ts'

const noon = Date.parse('2026-11-20T12:00:00Z')
const url = 'https://shop.example/hooks'
const ann = 'key_ann'
const noConnection = 'No connection within 5 seconds.'
/** What names the webhook, whatever its version. */
const own = { id: 1n, ownerId: ann, precondition: unconditional }

type AttemptOutcome = Omit<Report, 'id' | 'newest' | 'now'>

/** Webhooks in memory, and short names for what the tests do with them, at the time that the rows have. */
const webhookRows = () => {
  const rows = new MemoryRows(resource.rules ?? [])
  rows.at = noon
  const webhook = (id = 1n) => rows.row(webhooks, id) as WebhookRow | undefined
  const progress = (id = 1n) => rows.row(webhookProgress, id) as ProgressRow | undefined
  const delivery = (id: bigint) => rows.row(deliveries, id) as DeliveryRow | undefined
  /** Records attempts one after the other, and returns what came of the last. */
  const report = (outcomes: readonly AttemptOutcome[], newest = 0n) =>
    outcomes
      .map((one) => rows.apply(deliveryRecord({ id: 1n, newest, now: rows.at, ...one })))
      .at(-1)
  /** The outcome of an attempt of a delivery, as it stands now. */
  const later = (deliveryId: bigint, status: number | undefined): AttemptOutcome => ({
    deliveryId,
    version: rows.version(deliveries, deliveryId) ?? 0n,
    url: delivery(deliveryId)?.url ?? webhook()?.url ?? url,
    attempt: {
      at: dateTimeText(rows.at),
      duration: 87n,
      ...(status === undefined ? { reason: noConnection } : { status: BigInt(status) }),
    },
    jitter: 0.5,
  })
  /** The outcome of the first attempt to send an event, which is queued for it if the webhook is sent any. */
  const first = (eventId: bigint, status: number | undefined): AttemptOutcome => {
    rows.apply(
      deliveryQueue({
        id: 1n,
        from: progress()?.position ?? 0n,
        to: eventId,
        events: [{ id: eventId, type: 'pet.updated' }],
        isRecovered: false,
        now: rows.at,
      }),
    )
    const row = rows.all(deliveries).find((one) => one['eventId'] === eventId)
    return later((row?.['id'] as bigint | undefined) ?? 0n, status)
  }
  const create = () =>
    rows.apply(webhookCreate({ webhook: { url }, ownerId: ann, secret: 'sealed', now: rows.at }))
  return {
    rows,
    webhook,
    progress,
    delivery,
    report,
    later,
    first,
    create,
    /** A webhook whose first ping was answered while an event was the newest. */
    enabled: () => {
      create()
      report([later(1n, 200)], 10n)
    },
    patch: (patch: WebhookPatch) =>
      rows.apply(webhookUpdate({ ...own, patch, newest: 10n, now: rows.at })),
    remove: () => rows.apply(webhookRemove(own)),
    stop: (cause: StopCause) => rows.apply(webhookStop(1n, cause, rows.at)),
    ping: () => rows.apply(webhookPing(1n, ann, rows.at)),
    repeat: (deliveryId: bigint) =>
      rows.apply(deliveryRepeat({ id: 1n, ownerId: ann, deliveryId, now: rows.at })),
  }
}

/** A webhook in a state. */
const inState = (state: WebhookState) => {
  const made = webhookRows()
  const { rows, create, enabled, report, first, patch } = made
  if (state === 'unverified') create()
  else enabled()
  if (state === 'disabled') patch({ state: 'disabled' })
  if (state === 'failing') {
    report([first(11n, 500)])
    rows.at += failurePeriods.failing
    report([first(12n, 500)])
  }
  assert.equal(made.webhook()?.state, state)
  return made
}

const rest = failurePeriods.disabled - failurePeriods.failing

/** What an attempt makes of a webhook in a state: of what, its answer, milliseconds later, the state behind it. */
const table = [
  ['unverified', 'ping', 200, 0, 'enabled'],
  ['unverified', 'ping', 299, 0, 'enabled'],
  ['unverified', 'ping', 301, 0, 'unverified'],
  ['unverified', 'ping', 410, 0, 'unverified'],
  ['unverified', 'ping', 500, 0, 'unverified'],
  ['unverified', 'ping', undefined, 0, 'unverified'],
  ['enabled', 'ping', 200, 0, 'enabled'],
  ['enabled', 'ping', 500, 0, 'enabled'],
  ['enabled', 'ping', 410, 0, 'disabled'],
  ['enabled', 'event', 204, 0, 'enabled'],
  ['enabled', 'event', 500, 0, 'enabled'],
  ['enabled', 'event', 302, 0, 'enabled'],
  ['enabled', 'event', undefined, 0, 'enabled'],
  ['enabled', 'event', 410, 0, 'disabled'],
  ['failing', 'event', 200, 0, 'enabled'],
  ['failing', 'ping', 200, 0, 'enabled'],
  ['failing', 'ping', 500, 0, 'failing'],
  ['failing', 'event', 500, 0, 'failing'],
  ['failing', 'event', 500, rest - 1, 'failing'],
  ['failing', 'event', 500, rest, 'disabled'],
  ['failing', 'event', 200, failurePeriods.disabled, 'enabled'],
  ['failing', 'event', 410, 0, 'disabled'],
  ['disabled', 'ping', 200, 0, 'enabled'],
  ['disabled', 'ping', 500, 0, 'disabled'],
  ['disabled', 'event', 200, 0, 'disabled'],
  ['disabled', 'event', 500, 0, 'disabled'],
] as const

for (const [from, what, status, later, to] of table) {
  const after = later === 0 ? '' : ` after ${later / 86_400_000} days more`
  test(`${from}: ${what} answered with ${status ?? 'nothing'}${after} → ${to}`, () => {
    const { rows, webhook, report, first, later: retry, ping, progress } = inState(from)
    rows.at += later
    if (what === 'ping') {
      const asked = ping()
      assert.ok(asked.outcome === 'queued')
      report([retry(asked.delivery.id, status)])
    } else report([first(20n, status)])
    assert.equal(webhook()?.state, to)
    assert.equal(webhook()?.reason === undefined, to === 'enabled')
    if (to === 'enabled' && status !== undefined && status < 300) {
      assert.equal(progress()?.failingSince, undefined)
    }
  })
}

test('attempts that fail for a day make a webhook failing, and one that succeeds between them does not', () => {
  const { rows, enabled, report, first, webhook, progress } = webhookRows()
  enabled()
  report([first(11n, 500)])
  assert.equal(progress()?.failingSince, dateTimeText(noon))
  rows.at = noon + failurePeriods.failing - 1
  report([first(12n, 500)])
  assert.equal(webhook()?.state, 'enabled')
  report([first(13n, 200)])
  assert.equal(progress()?.failingSince, undefined)
  const next = (rows.at = noon + failurePeriods.failing)
  report([first(14n, 500)])
  assert.equal(webhook()?.state, 'enabled')
  const last = (rows.at = next + failurePeriods.failing)
  report([first(15n, undefined)])
  assert.equal(
    webhook()?.reason,
    `Every attempt since ${dateTimeText(next)} failed. The one at ${dateTimeText(last)} failed: ${noConnection}`,
  )
})

test('the first answered ping begins at the newest event; a later one goes on where the webhook stood', () => {
  const { enabled, progress, patch, ping, report, later, first } = webhookRows()
  enabled()
  assert.equal(progress()?.position, 10n)
  report([first(11n, 200)])
  patch({ state: 'disabled' })
  const asked = ping()
  assert.ok(asked.outcome === 'queued')
  report([later(asked.delivery.id, 200)], 99n)
  assert.equal(progress()?.position, 11n)
})

test('an answer of the former URL neither verifies the new one nor counts against it', () => {
  const { enabled, ping, patch, report, later, first, webhook, progress, delivery } = webhookRows()
  enabled()
  ping()
  const [event, answered] = [first(11n, 500), later(2n, 200)]
  patch({ url: 'https://victim.example/' })
  report([answered, event])
  assert.equal(webhook()?.state, 'unverified')
  assert.equal(progress()?.failingSince, undefined)
  assert.equal(delivery(2n)?.status, 'failed')
  assert.equal(delivery(2n)?.attempts[0]?.reason, 'Not sent, because the URL was changed.')
  assert.equal(delivery(3n)?.status, 'pending', 'the event')
  assert.equal(delivery(4n)?.url, 'https://victim.example/')
})

test('the same report again changes nothing', () => {
  const { enabled, report, first, rows } = webhookRows()
  enabled()
  const outcomes = [first(11n, 200), first(12n, 500)]
  assert.equal(report(outcomes)?.outcome, 'recorded')
  const state = () => [webhooks, webhookProgress, deliveries].map((one) => rows.all(one))
  const before = state()
  assert.equal(report(outcomes)?.outcome, 'outdated')
  assert.deepEqual(state(), before)
})

test('a message is sent again after 5 s, 5 min, 30 min, 2, 5, 10, 14, 20 and 24 h, and keeps its ten attempts', () => {
  const { rows, enabled, report, first, later, delivery } = webhookRows()
  enabled()
  report([first(11n, 500)])
  const delays: number[] = []
  for (let next = delivery(2n)?.nextAttemptAt; next; next = delivery(2n)?.nextAttemptAt) {
    delays.push((Date.parse(next) - rows.at) / 60_000)
    rows.at = Date.parse(next)
    report([later(2n, 503)])
  }
  assert.deepEqual(delays, [1 / 12, 5, 30, ...[2, 5, 10, 14, 20, 24].map((hours) => hours * 60)])
  assert.deepEqual([delivery(2n)?.status, delivery(2n)?.attempts.length], ['failed', 10])
})

test('what a receiver answered is kept within its bounds, and steers no terminal', () => {
  const { enabled, report, first, delivery } = webhookRows()
  enabled()
  const outcome = first(11n, 500)
  const body = `\u001b[2J\u0000\u009bé\t\r\n${'🐈'.repeat(2_000)}`
  const reason = `\u0007${'a'.repeat(2_000)}`
  report([{ ...outcome, attempt: { ...outcome.attempt, body, reason } }])
  const [kept] = delivery(2n)?.attempts ?? []
  assert.equal(kept?.reason, `\ufffd${'a'.repeat(499)}`)
  const text = kept.body ?? ''
  assert.ok(text.startsWith('\ufffd[2J\ufffd\ufffdé\t\r\n🐈'))
  assert.ok(text.isWellFormed() && text.length === 1_024)
})

test('of a webhook that was removed nothing is recorded', () => {
  const { enabled, remove, report, first, rows } = webhookRows()
  enabled()
  const outcome = first(11n, 200)
  remove()
  assert.deepEqual(report([outcome]), { outcome: 'outdated' })
  assert.deepEqual(rows.all(webhooks), [])
  assert.equal(rows.all(deliveries).length, 2)
})

test('what a request disables stays so, with its reason, whatever a ping under way or a second request comes to', () => {
  const { rows, create, patch, later, report, webhook } = webhookRows()
  create()
  const answered = later(1n, 200)
  patch({ state: 'disabled' })
  report([answered])
  rows.at += 86_400_000
  patch({ state: 'disabled' })
  const { state, reason } = webhook() ?? {}
  assert.deepEqual([state, reason], ['disabled', `Disabled on request at ${dateTimeText(noon)}.`])
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

test('a message that is sent again on request keeps its attempts, and has a schedule from its start', () => {
  const { rows, enabled, repeat, report, first, later, delivery } = webhookRows()
  enabled()
  report([first(11n, 500)])
  rows.at += 1_000
  repeat(2n)
  rows.at += 1_000
  report([later(2n, 500)])
  const { nextAttemptAt, attempts } = delivery(2n) ?? {}
  assert.deepEqual([nextAttemptAt, attempts?.length], [dateTimeText(noon + 7_000), 2])
})

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
