import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { firstStopSignal } from '../../src/server/stop-signals.ts'

test('the echo of Ctrl-C that npm makes is no second signal', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const events = new EventEmitter()
  const first = firstStopSignal(events)
  /** The signals that end the process, since nothing listens for them. */
  const deadly = (): readonly string[] =>
    ['SIGINT', 'SIGTERM'].filter((signal) => events.listenerCount(signal) === 0)
  assert.deepEqual(deadly(), [])
  events.emit('SIGINT', 'SIGINT')
  t.mock.timers.tick(99)
  assert.deepEqual(deadly(), ['SIGTERM'])
  events.emit('SIGINT', 'SIGINT')
  assert.equal(await first, 'SIGINT')
  t.mock.timers.tick(1)
  assert.deepEqual(deadly(), ['SIGINT', 'SIGTERM'])
})
