import assert from 'node:assert/strict'
import { EventEmitter } from 'node:events'
import { test } from 'node:test'
import { firstStopSignal } from '../../src/server/stop-signals.ts'

/** A process that records how it was killed, and a clock that the test moves. */
const makeProcess = () => {
  const events = new EventEmitter()
  const killed: string[] = []
  const clock = { time: 0 }
  const first = firstStopSignal(
    {
      pid: 1,
      on: (signal, listener) => events.on(signal, listener),
      off: (signal, listener) => events.off(signal, listener),
      kill: (_pid, signal) => killed.push(signal),
    },
    () => clock.time,
  )
  const send = (signal: NodeJS.Signals): void => void events.emit(signal, signal)
  return { first, killed, clock, send, events }
}

test('the echo of Ctrl-C that npm makes is no second signal', async () => {
  const { first, killed, clock, send } = makeProcess()
  send('SIGINT')
  clock.time = 99
  send('SIGINT')
  assert.equal(await first, 'SIGINT')
  assert.deepEqual(killed, [])
  clock.time = 100
  send('SIGINT')
  assert.deepEqual(killed, ['SIGINT'])
})

test('a second signal of another kind is not an echo, and ends the process as without a listener', async () => {
  for (const [one, other] of [
    ['SIGTERM', 'SIGTERM'],
    ['SIGTERM', 'SIGINT'],
    ['SIGINT', 'SIGTERM'],
  ] as const) {
    const { first, killed, send, events } = makeProcess()
    send(one)
    send(other)
    assert.equal(await first, one)
    assert.deepEqual(killed, [other])
    assert.equal(events.listenerCount(one) + events.listenerCount(other), 0)
  }
})
