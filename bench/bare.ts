import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Twin } from './capture.ts'

// The request of the benchmark, always in the same form.
const { answers, keepAliveTimeout } = JSON.parse(process.env['TWIN'] ?? '') as Twin
const kept = new Map(
  Object.entries(answers).map(([method, { status, headers, body }]) => [
    method,
    { status, headers: [...headers], bytes: Buffer.from(body) },
  ]),
)

/** The yardstick for the service: a node:http server that sends the same headers and the same body. */
const server = createServer((request, response) => {
  const answer = (): void => {
    const { status, headers, bytes } = kept.get(request.method ?? '') ?? notKept
    response.writeHead(status, headers)
    response.end(bytes)
  }
  if (request.method === 'GET') {
    answer()
    return
  }
  request.on('data', () => undefined)
  request.on('end', answer)
})
const notKept = { status: 501, headers: [], bytes: Buffer.of() }

// Node adds this field to each answer; the value of the service makes the bytes the same.
server.keepAliveTimeout = keepAliveTimeout
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
process.once('SIGTERM', () => process.exit())
