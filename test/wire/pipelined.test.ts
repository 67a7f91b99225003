import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { parseAnswers } from './exchange.ts'
import { answersTo } from './mutate.ts'

const body = '{"name":"Rex","categoryId":1}'

test('100 requests in one packet, reads and writes mixed, are answered in their order', async (t) => {
  const app = await startApp(t)
  const requests = Array.from({ length: 100 }, (_, n) => {
    const fields = `Host: a\r\nAuthorization: Bearer ${app.key}\r\nX-Request-Id: n${n}\r\n`
    if (n % 7 === 3) {
      const announced = `Content-Type: application/json\r\nContent-Length: ${body.length}\r\n`
      return `POST /v1/pets HTTP/1.1\r\n${fields}${announced}\r\n${body}`
    }
    // Encoded, it is for Node's parser, and all that follow with it.
    return `GET /v1/pets?${n === 60 ? '%6Cimit' : 'limit'}=2 HTTP/1.1\r\n${fields}\r\n`
  })
  const answers = parseAnswers(await answersTo(app.port, requests.join('')), [])
  assert.deepEqual(
    answers.map(({ headers }) => headers.get('x-request-id')),
    requests.map((_, n) => `n${n}`),
  )
  assert.deepEqual(
    answers.map(({ status }) => status),
    requests.map((_, n) => (n % 7 === 3 ? 201 : 200)),
  )
})
