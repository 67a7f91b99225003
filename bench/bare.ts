import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Twin } from './capture.ts'

// What the benchmark passes in `TWIN`.
const { answers, keepAliveTimeout } = JSON.parse(process.env['TWIN'] ?? '') as Twin
const kept = new Map(
  Object.entries(answers).map(([method, { status, headers, body }]) => {
    const [fields, bytes] = [[...headers], Buffer.from(body)]
    return [method, (response: ServerResponse) => response.writeHead(status, fields).end(bytes)]
  }),
)

/** The baseline for the service: a node:http server that sends the same headers and the same body. */
const server = createServer((request, response) => {
  const answer = (): void => void kept.get(request.method ?? '')?.(response)
  if (request.method === 'GET') answer()
  else request.on('data', () => undefined).on('end', answer)
})

// Node adds `Keep-Alive` to each response; the service's value makes the bytes the same.
server.keepAliveTimeout = keepAliveTimeout
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
process.once('SIGTERM', () => process.exit())
