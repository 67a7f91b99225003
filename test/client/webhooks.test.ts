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
  const commands = commandsOf(app)
  const run = async (...args: readonly string[]) => await commands.run('webhooks', ...args)
  const types = ['pet.updated', 'order.placed']
  const { out } = await run('add', hookUrl, '--types', types.join(), '--description', 'Stock')
  const { secret, ...webhook } = JSON.parse(out)
  assert.match(secret, /^whsec_/)
  assert.deepEqual(webhook.types, types)
  assert.deepEqual(JSON.parse((await run('list')).out), webhook)
  assert.match((await run('deliveries', '1', '--status', 'pending')).out, /"type":"webhook\.ping"/)
  assert.match((await run('ping', '1')).out, /"status":"pending"/)
  await answerPing(app)
  assert.match((await run('redeliver', '1', '1')).out, /"status":"pending"/)
  const renewed = JSON.parse((await run('new-secret', '1')).out)
  assert.match(renewed.secret, /^whsec_/)
  assert.notEqual(renewed.secret, secret)
  assert.equal(JSON.parse((await run('recover', '1', '--since-event', '0')).out).id, 1)
  const instant = '2026-11-20T12:00:00Z'
  assert.equal(JSON.parse((await run('recover', '1', '--since', instant)).out).id, 1)
  assert.match((await run('recover', '1')).error, /^Give exactly one of --since-event, --since\.$/m)
  assert.equal((await run('recover', '1', '--since', instant, '--since-event', '0')).status, 2)
  const removal = await run('remove', '1')
  assert.match(removal.error, /--yes deletes without a question/)
  assert.equal((await run('remove', '1', '--yes')).status, 0)
  assert.equal((await run('list')).out, '')
  assert.match((await run('ping', '1')).error, /webhook_not_found/)
  assert.equal((await run('add', hookUrl, '--types', 'pet.sold')).status, 2)
})

test('a secret of one’s own comes from a file or standard input, never from an argument', async (t) => {
  const app = await startApp(t)
  const file = join(temporaryFolder(t), 'secret')
  const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`
  const add = async (args: readonly string[], input = '') =>
    await commandsOf(app, { input: Readable.from([input]) }).run(
      'webhooks',
      'add',
      hookUrl,
      ...args,
    )
  writeFileSync(file, `${secret}\n`)
  for (const [path, input] of [[file], ['-', `${secret}\r\n`]] as const) {
    const { out, error } = await add(['--secret-file', path], input)
    assert.equal(JSON.parse(out).secret, secret, error)
  }
  assert.match((await add(['--secret', secret])).error, /unknown option '--secret'/)
  assert.match((await add(['--secret-file', `${file}.no`])).error, /There is no file/)
  const [empty, endless] = [add(['--secret-file', '-']), add(['--secret-file', '/dev/zero'])]
  assert.match((await empty).error, /secret .*whsec_/)
  assert.match((await endless).error, /more than a secret/)
})

test('on a terminal the secret stands alone on its line, and lists are tables', async (t) => {
  const commands = commandsOf(await startApp(t))
  const onTerminal = async (...args: readonly string[]) =>
    await commands.onTerminal('', 'webhooks', ...args)
  assert.match(
    (await onTerminal('add', hookUrl)).out,
    /\n\n {2}whsec_\S{44}\n\nIt is shown this once/,
  )
  assert.match((await onTerminal('list')).out, /^ID {2}STATE +URL +REASON\n1 +unverified +https/)
  assert.match(
    (await onTerminal('deliveries', '1')).out,
    /^ID {2}STATUS +TYPE .*\n1 +pending +webhook\.ping/,
  )
})
