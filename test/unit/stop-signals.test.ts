import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { firstStopSignal } from '../../src/server/stop-signals.ts'

const makeProcess = () => {
  const events = new EventEmitter()
  const first = firstStopSignal(events)
  const send = (signal: NodeJS.Signals): void => void events.emit(signal, signal)
  /** The signals that end the process, since nothing listens for them. */
  const deadly = (): readonly string[] =>
    ['SIGINT', 'SIGTERM'].filter((signal) => events.listenerCount(signal) === 0)
  return { first, send, deadly }
}

test('the echo of Ctrl-C that npm makes is no second signal', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const { first, send, deadly } = makeProcess()
  send('SIGINT')
  t.mock.timers.tick(99)
  assert.deepEqual(deadly(), ['SIGTERM'])
  send('SIGINT')
  assert.equal(await first, 'SIGINT')
  t.mock.timers.tick(1)
  assert.deepEqual(deadly(), ['SIGINT', 'SIGTERM'])
})

test('a signal after SIGTERM ends the process as without a listener', async () => {
  const { first, send, deadly } = makeProcess()
  assert.deepEqual(deadly(), [])
  send('SIGTERM')
  assert.equal(await first, 'SIGTERM')
  assert.deepEqual(deadly(), ['SIGINT', 'SIGTERM'])
})
