import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { test } from 'node:test'
import { startApp, temporaryFolder } from '../helpers/app.ts'
import { answerPing, hookUrl } from '../helpers/webhooks.ts'
import { commandsOf } from './commands.ts'

test('the commands add a webhook with its secret, show its deliveries, and remove it', async (t) => {
  const app = await startApp(t)
  const { run, prints, fails } = commandsOf(app)
  const types = ['pet.updated', 'order.placed']
  const { out } = await run(`webhooks add ${hookUrl} --types ${types.join()} --description Stock`)
  const { secret, ...webhook } = JSON.parse(out)
  assert.match(secret, /^whsec_/)
  assert.deepEqual(webhook.types, types)
  assert.deepEqual(JSON.parse((await run('webhooks list')).out), webhook)
  await prints('webhooks deliveries 1 --status pending', /"type":"webhook\.ping"/)
  await prints('webhooks ping 1', /"status":"pending"/)
  await answerPing(app)
  await prints('webhooks redeliver 1 1', /"status":"pending"/)
  const renewed = JSON.parse((await run('webhooks new-secret 1')).out)
  assert.match(renewed.secret, /^whsec_/)
  assert.notEqual(renewed.secret, secret)
  const instant = '2026-11-20T12:00:00Z'
  await prints('webhooks recover 1 --since-event 0', /^\{"id":1,/)
  await prints(`webhooks recover 1 --since ${instant}`, /^\{"id":1,/)
  const one = /^Give exactly one of --since-event, --since\.$/m
  await fails('webhooks recover 1', one, 2)
  await fails(`webhooks recover 1 --since ${instant} --since-event 0`, one, 2)
  await fails('webhooks remove 1', /use --yes to delete without asking/, 2)
  await prints('webhooks remove 1 --yes', '')
  await prints('webhooks list', '')
  await fails('webhooks ping 1', /webhook_not_found/)
  await fails(`webhooks add ${hookUrl} --types pet.sold`, /./, 2)
})

test('a secret of one’s own comes from a file or standard input, never from an argument', async (t) => {
  const app = await startApp(t)
  const file = join(temporaryFolder(t), 'secret')
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  writeFileSync(file, `${secret}\n`)
  const add = `webhooks add ${hookUrl}`
  const given = (input: string) => commandsOf(app, { input: Readable.from([input]) })
  const shown = new RegExp(RegExp.escape(`"secret":"${secret}"`))
  await given('').prints(`${add} --secret-file ${file}`, shown)
  await given(`${secret}\r\n`).prints(`${add} --secret-file -`, shown)
  const { fails } = given('')
  await fails(`${add} --secret ${secret}`, /unknown option '--secret'/, 2)
  await fails(`${add} --secret-file ${file}.no`, /There is no file/)
  await fails(`${add} --secret-file -`, /secret .*whsec_/)
  await fails(`${add} --secret-file /dev/zero`, /more than a secret/)
})

test('on a terminal the secret stands alone on its line, and lists are tables', async (t) => {
  const { shows } = commandsOf(await startApp(t))
  await shows(`webhooks add ${hookUrl}`, /\n\n {2}whsec_\S{44}\n\nIt is shown only once/)
  await shows('webhooks list', /^ID {2}STATE +URL +REASON\n1 +unverified +https/)
  await shows('webhooks deliveries 1', /^ID {2}STATUS +TYPE .*\n1 +pending +webhook\.ping/)
})
