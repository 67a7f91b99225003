import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Captured } from './servers.ts'

// The order of the benchmark, in the one form that it writes.
const { status, headers, body } = JSON.parse(process.env['ANSWER'] ?? '') as Captured
const bytes = Buffer.from(body)

/** What the service is measured by: node:http that sends the same headers and the same body. */
const server = createServer((request, response) => {
  const answer = (): void => {
    response.writeHead(status, headers as string[])
    response.end(bytes)
  }
  if (request.method !== 'POST') {
    answer()
    return
  }
  request.on('data', () => undefined)
  request.on('end', answer)
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
process.once('SIGTERM', () => process.exit())
