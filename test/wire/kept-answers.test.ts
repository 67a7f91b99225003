import assert from 'node:assert/strict'
import { once } from 'node:events'
import { connect } from 'node:net'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { suite, test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'
import { creation, head, petJson } from './case.ts'
import { parseAnswers, until } from './exchange.ts'
import { shownAnswer } from './run-case.ts'

/** Turns of the event loop after which both sides have read all sent bytes. */
const someTurns = 50

suite(
  'Answers that are still to come when bytes that are no HTTP stand behind their requests',
  () => {
    for (const ends of [false, true]) {
      for (const [what, fields] of [
        ['requests of ordinary fields', []],
        ['requests with a field that is not plain', ['TE: x']],
      ] as const) {
        for (const broken of ['nonsense\r\n\r\n', '\0\0\0\0', 'GET /v1/pets HTTP/9.9\r\n\r\n']) {
          const behind = `${JSON.stringify(broken)} behind ${what}`
          test(`${behind}${ends ? ', and the end of the client’s side' : ''}`, async (t) => {
            const app = await startApp(t)
            const socket = connect({ port: app.port, host: '127.0.0.1', allowHalfOpen: true })
            t.after(() => socket.destroy())
            let received = ''
            let isOver = false
            socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
            for (const event of ['end', 'close', 'error'] as const) {
              socket.on(event, () => (isOver = true))
            }
            await once(socket, 'connect')
            app.app.connections.hold()
            const good = creation(app.key, petJson, 'Content-Length: 27', ...fields)
            const read = head('GET /v1/pets?limit=1 HTTP/1.1', app.key, ...fields)
            socket.write(good + read + good)
            await poll(async () => (app.app.connections.arrived > 0 ? true : undefined))
            socket.write(broken)
            if (ends) socket.end()
            for (let turn = 0; turn < someTurns; turn += 1) await nextTurn()
            app.app.connections.release()
            await until(() => isOver, 10_000)
            assert.deepEqual(parseAnswers(received).map(shownAnswer), [
              '201',
              '200',
              '201',
              '400 malformed_request',
            ])
          })
        }
      }
    }
  },
)
