import { setTimeout as delay } from 'node:timers/promises'
import type { Load, LoadResult } from './shared/load-of-requests.ts'
import { RawConnection, writeRequest } from './shared/raw-client.ts'

type Order = { readonly port: number; readonly load: Load; readonly seconds: number }

/** Milliseconds that the last answers may take, as in wrk. */
const patience = 2_000

/** The load generator if wrk is missing: a process of its own, which gets its requests by a message. */
process.once('message', (order: Order) => void send(order))

const send = async ({ port, load, seconds }: Order): Promise<void> => {
  const requests = load.requests.map(({ method, path, headers, body }) =>
    writeRequest(method, path, { ...load.headers, ...headers }, body),
  )
  const latencies: number[] = []
  let [sent, refused] = [0, 0]
  const opened = Array.from({ length: load.connections }, () => RawConnection.open(port))
  const connections = await Promise.all(opened)
  const begun = performance.now()
  const askOn = async (connection: RawConnection): Promise<void> => {
    for (let now = begun; now < begun + seconds * 1_000;) {
      sent += 1
      const answer = await connection.ask(requests[sent % requests.length] ?? '')
      // Of `HTTP/1.1 404`, the first digit of the status.
      if (Number(answer.toString('latin1', 9, 10)) >= 4) refused += 1
      const since = now
      now = performance.now()
      latencies.push(now - since)
    }
  }
  const all = Promise.allSettled(connections.map(askOn))
  await Promise.race([all, delay(seconds * 1_000 + patience)])
  const elapsed = (performance.now() - begun) / 1_000
  latencies.sort((a, b) => a - b)
  const at = (share: number): number => latencies[Math.floor(share * latencies.length)] ?? NaN
  const answer: LoadResult = {
    requests: latencies.length,
    seconds: elapsed,
    p50: at(0.5),
    p99: at(0.99),
    refused,
    failed: sent - latencies.length,
  }
  process.send?.(answer)
}
