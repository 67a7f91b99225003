import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Twin } from './capture.ts'

// The order of the benchmark, in the one form that it writes.
const { answers, keepAliveTimeout } = JSON.parse(process.env['TWIN'] ?? '') as Twin
const kept = new Map(
  Object.entries(answers).map(([method, { status, headers, body }]) => [
    method,
    { status, headers: [...headers], bytes: Buffer.from(body) },
  ]),
)

/** What the service is measured by: node:http that sends the same headers and the same body. */
const server = createServer((request, response) => {
  const answer = (): void => {
    const { status, headers, bytes } = kept.get(request.method ?? '') ?? notKept
    response.writeHead(status, headers)
    response.end(bytes)
  }
  if (request.method !== 'POST') {
    answer()
    return
  }
  request.on('data', () => undefined)
  request.on('end', answer)
})
const notKept = { status: 501, headers: [], bytes: Buffer.of() }

// Node says it in each answer; it is the service's, so that the bytes are the same.
server.keepAliveTimeout = keepAliveTimeout
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
process.once('SIGTERM', () => process.exit())
