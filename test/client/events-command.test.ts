import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { commandsOf } from './commands.ts'

/** A store in which an animal was added and sold, and a category named. */
const setUp = async (t: TestContext) => {
  const app = await startApp(t)
  await app.post('/pets', { name: 'Re\u202ex', categoryId: 1 })
  await app.patch('/pets/1', { status: 'sold' })
  await app.put('/categories/9223372036854775807', { name: 'Dogs' })
  return { app, ...commandsOf(app) }
}

test('events are printed as the interface shows them, each on a line', async (t) => {
  const { app, run, prints, fails } = await setUp(t)
  const tail = 'events tail --no-follow'
  const { text } = await app.call('/events')
  const all = `${text.slice(1, -1).replaceAll('},{"id"', '}\n{"id"')}\n`
  assert.equal((await run(`${tail} --since 0`)).out, all)
  const third = /^\{"id":3,.*"id":9223372036854775807,.*\}\n$/
  await prints(`${tail} --since 1 --type category.created,pet.created`, third)
  const [created] = all.split('\n')
  const time = '2026-11-20T12:00:00Z'
  await prints(`${tail} --since ${time} --by "A enterprise key"`, all)
  await prints(`${tail} --since ${time} --type pet.created`, `${created}\n`)
  await prints(`${tail} --until 2026-11-21T12:00:00Z`, all)
  await prints(`${tail} --since 0 --by Nobody`, '')
  // It begins behind the newest event.
  await prints(tail, '')
  await fails(`${tail} --type pet.sold`, /It takes one or more of pet\.created, /, 2)
})

test('on a terminal a line has the time, the event and its data, and cannot steer the terminal', async (t) => {
  const { shows } = await setUp(t)
  await shows(
    'events tail --no-follow --since 0',
    /^2026-11-20T12:00:30\.000Z {2}1 {2}pet\.created {2}A enterprise key {2}\{"pet":\{"id":1,"name":"Re\\u202ex","categoryId":1,"status":"available"\}\}\n.*pet\.updated .*"previous":\{"status":"available"\}\}\n/,
  )
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
