import autocannon from 'autocannon'
import type { Load, LoadResult } from './shared/load-of-requests.ts'

type Order = { readonly port: number; readonly load: Load; readonly seconds: number }

/** The load generator where wrk is missing; a process of its own, told by a message what to send. */
process.once('message', (order: Order) => void send(order))

const send = async ({ port, load, seconds }: Order): Promise<void> => {
  const requests = load.requests.map(({ method, path, headers, body }) => ({
    method,
    path,
    headers: { ...load.headers, ...headers },
    ...(body !== undefined && { body }),
  }))
  let connection = 0
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: load.connections,
    duration: seconds,
    requests: requests.slice(0, 1),
    // Each connection writes its requests out before it starts, so each is given its share of many.
    setupClient: (client) => {
      const share = Math.floor(requests.length / load.connections)
      const from = share * connection++
      client.setRequests(share < fewest ? requests : requests.slice(from, from + share))
    },
  })
  const answer: LoadResult = {
    requests: result['2xx'] + result.non2xx,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused: result.non2xx,
    failed: result.errors + result.timeouts,
  }
  process.send?.(answer)
}

/** A share of fewer requests would not be a fair share of all kinds of them. */
const fewest = 100
