import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Json, temporaryFolder } from '../helpers/app.ts'
import { commandsIn, runHere } from '../helpers/command.ts'
import { type Answer, type Call } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { startReceiver } from '../helpers/receiver.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { isOnPostgres } from '../helpers/on-postgres.ts'
import { type Ask, startService } from '../helpers/service.ts'

const hour = 3_600_000
const day = 24 * hour
const sunset = '2030-12-05T00:00:00.000Z'

test('an integrator lives through years of staging in a moment, and each thing happens in its time', async (t) => {
  const dataDir = temporaryFolder(t)
  const variables = { PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8' }
  let service = await startService(t, dataDir, variables)
  const key = service.facts.staging?.firstKey ?? assert.fail()
  const ask: Ask = async (path, options) => await service.asking(key)(path, options)
  const read = async (path: string, options: Call = {}) => {
    const answer = await ask(path, options)
    assert.ok(answer.status < 300, answer.text)
    return JSON.parse(answer.text)
  }
  const send = async (path: string, body: object) => await read(path, { method: 'POST', body })
  /** Moves the clock, and gives what it says then. */
  const move = async (body: object): Promise<number> => {
    const { now } = await send('/lab/clock', body)
    const { headers } = await ask('/usage')
    const shown = Date.parse(String(headers['x-lab-clock']))
    assert.ok(shown >= Date.parse(now) - 1_000 && shown <= Date.parse(now) + hour)
    assert.equal(Date.parse(String(headers.date)), shown)
    return Date.parse(now)
  }
  const eventsOf = async (types: string, as = key): Promise<readonly Json[]> =>
    await read(`/events?type=${types}`, { key: as })
  const dayLeft = ({ headers }: Answer): number =>
    Number(/"day";r=(\d+)/.exec(String(headers['ratelimit']))?.[1])

  const first = await ask('/pets/1')
  assert.equal(first.headers['x-lab-clock'], undefined)
  // From noon on, so that no midnight falls where the counts of one day are compared.
  const today = Date.parse(String(first.headers.date))
  const start = await move({ to: new Date(today - (today % day) + 1.5 * day).toISOString() })

  // A receiver that answers the ping alone, and a key that ends in ten days.
  let isUp = true
  let tries = 0
  const { port } = await startReceiver(t, (_request, response) => {
    tries += 1
    response.writeHead(isUp ? 200 : 500).end()
  })
  const hook = await send('/webhooks', { url: `http://127.0.0.1:${port}/hooks` })
  const state = async (): Promise<string> => (await read(`/webhooks/${hook.id}`)).state
  await poll(async () => (await state()) === 'enabled')
  isUp = false
  const ending = await service.addKey('staging', '--plan', 'free', '--expires', '10d')
  const end = (await read('/usage', { key: ending })).key.expiresAt

  // A hold ends at its end, and the animal is free again.
  const expiresAt = new Date(start + 2 * hour).toISOString()
  const hold = await send('/store/orders', { petId: 1, expiresAt })
  // It gives the receiver something to miss on the sixth day.
  await send('/store/orders', { petId: 2, expiresAt: new Date(start + 6 * day).toISOString() })
  await move({ advance: 'PT3H' })
  assert.equal((await read(`/store/orders/${hold.id}`)).status, 'expired')
  const [expired] = await eventsOf('order.expired')
  assert.ok(Date.parse(expired?.timestamp ?? '') - Date.parse(expiresAt) < hour / 2, expiresAt)
  assert.equal((await read('/pets?id=1'))[0].status, 'available')

  // A ban ends after its five minutes, and a day of quota at midnight.
  const eager = await service.addKey('staging', '--plan', 'free')
  const knock = async () => await ask('/pets?limit=1', { key: eager })
  let refused = await knock()
  while (refused.status === 200 || !refused.text.includes('api_key_banned')) refused = await knock()
  const banned = Number(refused.headers['retry-after'])
  assert.ok(banned <= 300)
  await move({ advance: `PT${banned}S` })
  const freed = await knock()
  assert.equal(freed.status, 200)
  assert.ok(dayLeft(freed) < 999)
  await move({ advance: 'P1D' })
  assert.equal(dayLeft(await knock()), 999)
  assert.equal((await ask('/pets', { key: ending })).status, 200)

  // Each attempt comes in its time, until the webhook is disabled.
  const before = tries
  await move({ to: new Date(start + 9 * day).toISOString() })
  assert.equal(await state(), 'disabled')
  const [delivery] = await read(`/webhooks/${hook.id}/deliveries?status=failed`)
  const attempts = delivery.attempts.map(({ at }: { readonly at: string }) => Date.parse(at))
  const gaps = attempts.slice(1).map((at: number, index: number) => at - attempts[index])
  assert.equal(attempts.length, 10)
  assert.ok(gaps[1] < hour / 5 && gaps[8] > 0.7 * day, String(gaps))
  assert.ok(tries > before + 5)
  const [disabled] = await eventsOf('webhook.disabled')
  const lived = Date.parse(disabled?.timestamp ?? '') - start
  assert.ok(lived > 5 * day && lived < 6.1 * day, String(lived))

  // The key was announced seven days before its end.
  const [warning] = await eventsOf('key.expiring', ending)
  assert.ok(Math.abs(Date.parse(warning?.timestamp ?? '') - (Date.parse(end) - 7 * day)) < hour)
  await move({ advance: 'P1DT1H' })
  assertRefused(await ask('/pets', { key: ending }), 'invalid_api_key', /expired/)

  // The clock outlives a restart.
  await service.stop()
  service = await startService(t, dataDir, variables)
  assert.ok(Date.parse(String((await ask('/pets/1')).headers['x-lab-clock'])) > start + 10 * day)
  assert.equal((await ask('/pets/1')).status, 200)
  assert.ok((await move({ to: sunset })) >= Date.parse(sunset))
  assertRefused(await ask('/pets/1'), 'operation_removed')
  assert.equal((await ask('/pets?id=1')).status, 200)
  // A new key is of this time.
  const late = await service.addKey('staging', '--plan', 'free', '--expires', '1d')
  assert.equal((await ask('/pets', { key: late })).status, 200)
  assert.ok((await read('/usage', { key: late })).key.expiresAt > sunset)
  // So is its line in the audit log, which forgets what is older than 400 days.
  const { done } = commandsIn(dataDir, { env: service.env })
  assert.match(await done(`audit --since ${sunset}`), /  key\.created  /)

  // A reset makes staging new, but not while the service runs.
  if (isOnPostgres) return
  const running = await runHere(['lab', 'reset'], service.env)
  const sentence = 'The service serves staging; stop it first.\n'
  assert.deepEqual([running.status, running.error], [1, sentence])
  await service.stop()
  assert.equal((await runHere(['lab', 'reset'], service.env)).status, 0)
  const { facts } = await startService(t, dataDir)
  assert.ok(facts.staging?.firstKey && facts.staging.firstKey !== key)
})
