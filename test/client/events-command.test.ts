import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { commandsOf } from './commands.ts'

/** A store in which an animal was added and sold, and a category named. */
const setUp = async (t: TestContext) => {
  const app = await startApp(t)
  await app.call('/pets', { method: 'POST', body: { name: 'Re\u202ex', categoryId: 1 } })
  await app.call('/pets/1', { method: 'PATCH', body: { status: 'sold' } })
  await app.call('/categories/9223372036854775807', { method: 'PUT', body: { name: 'Dogs' } })
  return { app, ...commandsOf(app) }
}

test('events are printed as the interface shows them, each on a line', async (t) => {
  const { app, ...commands } = await setUp(t)
  const run = async (...args: readonly string[]) =>
    await commands.run('events', 'tail', '--no-follow', ...args)
  const all = await run('--since', '0')
  const { text } = await app.call('/events')
  assert.equal(JSON.parse(text).length, 3)
  assert.equal(all.out, `${text.slice(1, -1).replaceAll('},{"id"', '}\n{"id"')}\n`)
  const some = await run('--since', '1', '--type', 'category.created,pet.created')
  assert.match(some.out, /^\{"id":3,.*"id":9223372036854775807,.*\}\n$/)
  const [created] = all.out.split('\n')
  const time = '2026-11-20T12:00:00Z'
  assert.equal((await run('--since', time, '--by', 'A enterprise key')).out, all.out)
  assert.equal((await run('--since', time, '--type', 'pet.created')).out, `${created}\n`)
  assert.equal((await run('--until', '2026-11-21T12:00:00Z')).out, all.out)
  assert.equal((await run('--since', '0', '--by', 'Nobody')).out, '')
  assert.equal((await run()).out, '', 'it begins behind the newest event')
  const wrong = await run('--type', 'pet.sold')
  assert.equal(wrong.status, 2)
  assert.match(wrong.error, /It takes one or more of pet\.created, /)
})

test('on a terminal a line has the time, the event and its data, and cannot steer the terminal', async (t) => {
  const { onTerminal } = await setUp(t)
  const { out } = await onTerminal('', 'events', 'tail', '--no-follow', '--since', '0')
  const [first = '', second = ''] = out.split('\n')
  assert.equal(
    first,
    '2026-11-20T12:00:30.000Z  1  pet.created  A enterprise key  {"pet":{"id":1,"name":"Re\\u202ex","categoryId":1,"status":"available"}}',
  )
  assert.match(second, /pet\.updated .*"previous":\{"status":"available"\}\}$/)
})

test('a tail follows until its reader has gone', async (t) => {
  const { env } = await setUp(t)
  const printed: string[] = []
  const gone = new Error('The reader has gone.')
  const { status } = await runHere(['events', 'tail', '--since', '1'], env, {
    out: (text) => {
      printed.push(text)
      if (printed.length === 2) throw gone
    },
  })
  assert.equal(status, 1)
  assert.match(printed.join(''), /"id":2,[^]*"id":3,/)
})
