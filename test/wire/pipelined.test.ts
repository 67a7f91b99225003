import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { it, type TestApp } from '../helpers/app.ts'
import { poll } from '../helpers/poll.ts'
import { counted, get } from './case.ts'
import { answersTo, connectTo, until } from './exchange.ts'
import { shownAnswer } from './run-case.ts'

const body = '{"name":"Rex","categoryId":1}'
const count = 100
const isWrite = (n: number): boolean => n % 7 === 3

/** Pipelined requests, reads and writes mixed; `target` is the target of the reads. */
const pipelined = ({ key }: TestApp, target: (n: number) => string): string =>
  Array.from({ length: count }, (_, n) => {
    const fields = `Host: a\r\nAuthorization: Bearer ${key}\r\nX-Request-Id: n${n}\r\n`
    const announced = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
    return isWrite(n)
      ? `POST /v1/pets HTTP/1.1\r\n${fields}${announced}\r\n${body}`
      : `GET ${target(n)} HTTP/1.1\r\n${fields}\r\n`
  }).join('')

it('a client that ends its side behind its requests is answered all of them', async (app, t) => {
  for (const encoded of [Infinity, 60, 0]) {
    const sent = pipelined(app, (n) => `/v1/pets?${n === encoded ? '%6Cimit' : 'limit'}=2`)
    const answers = await answersTo(t, app.port, sent)
    assert.deepEqual(
      answers.map(({ status, headers }) => `${String(headers['x-request-id'])} ${status}`),
      Array.from({ length: count }, (_, n) => `n${n} ${isWrite(n) ? 201 : 200}`),
    )
  }
})

it('answers that are still to come go out before the refusal of the bytes behind their requests', async (app, t) => {
  for (const ends of [false, true]) {
    for (const fields of [[], ['TE: x']]) {
      for (const broken of ['nonsense\r\n\r\n', '\0\0\0\0', 'GET /v1/pets HTTP/9.9\r\n\r\n']) {
        app.clock.advance(60_000)
        const { socket, ...client } = await connectTo(t, app.port, { allowHalfOpen: true })
        const { connections } = app.app
        const before = connections.arrived
        connections.hold()
        const good = counted(...fields)(app.key)
        socket.write(good + get(...fields)(app.key) + good)
        await poll(() => connections.arrived > before)
        socket.write(broken)
        if (ends) socket.end()
        // After some turns of the event loop both sides have read all sent bytes.
        for (let turn = 0; turn < 50; turn += 1) await nextTurn()
        connections.release()
        await until(client.isClosed)
        assert.deepEqual(
          client.answers().map(shownAnswer),
          ['201', '200', '201', '400 malformed_request'],
          JSON.stringify(broken),
        )
      }
    }
  }
})
