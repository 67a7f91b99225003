import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test } from 'node:test'
import { drain } from '../../src/server/drain.ts'
import { startApp } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'

test('connections that were never used, and those that take too long, hold up no end', async (t) => {
  const app = await startApp(t)
  const unused = connect(app.port, '127.0.0.1')
  const stuck = connect(app.port, '127.0.0.1')
  await Promise.all([once(unused, 'connect'), once(stuck, 'connect')])
  stuck.write('POST /v1/pets HTTP/1.1\r\nHost: shop\r\n')
  await poll(() => (app.app.ending.count === 2 ? true : undefined))
  const closed = Promise.all([
    once(unused, 'close').then(() => performance.now()),
    once(stuck, 'close').then(() => performance.now()),
  ])
  for (const socket of [unused, stuck]) socket.on('error', () => undefined)
  const begun = performance.now()
  await drain(app.app, 0, (seen) => app.observations.push(seen), { unused: 100, all: 1_500 })
  const [first, second] = await closed
  assert.ok(first < second)
  assert.ok(second - begun >= 1_400)
  const cut = app.observations.find(({ kind }) => kind === 'cut_off')
  assert.deepEqual(cut, { kind: 'cut_off', connections: 1 })
})
