import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { parentPort } from 'node:worker_threads'

/** What the receivers got. */
export type ReceiverCounts = {
  readonly pings: number
  /** Events, each once for each receiver. */
  readonly events: number
  /** Messages that had arrived before. */
  readonly repeated: number
  /** Milliseconds from the time in an event to its arrival, sorted. */
  readonly delays: readonly number[]
}

const seen = new Set<string>()
const delays: number[] = []
let [pings, repeated] = [0, 0]

// All receivers are one server; the path tells them apart.
const server = createServer((request, response) => {
  const id = String(request.headers['webhook-id'])
  let body = ''
  request.setEncoding('utf8')
  request.on('data', (part: string) => (body += part))
  request.on('end', () => {
    response.writeHead(204).end()
    if (id.startsWith('ping_')) {
      pings += 1
      return
    }
    const message = `${request.url} ${id}`
    if (seen.has(message)) repeated += 1
    seen.add(message)
    const [, time = ''] = /"timestamp":"([^"]+)"/.exec(body) ?? []
    delays.push(Date.now() - Date.parse(time))
  })
})
server.keepAliveTimeout = 60_000
server.listen(0, '127.0.0.1', () => {
  // A TCP server's address is an object once it listens.
  parentPort?.postMessage((server.address() as AddressInfo).port)
})
parentPort?.on('message', () => {
  const counts: ReceiverCounts = {
    pings,
    events: seen.size,
    repeated,
    delays: delays.toSorted((one, other) => one - other),
  }
  parentPort?.postMessage(counts)
})
