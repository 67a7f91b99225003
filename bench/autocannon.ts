import autocannon from 'autocannon'
import type { Load, LoadResult } from './load.ts'

/** The load generator where wrk is missing; a process of its own, told by a message what to send. */
process.once('message', (order: { port: number; load: Load; seconds: number }) => {
  void send(order)
})

const send = async ({
  port,
  load,
  seconds,
}: {
  port: number
  load: Load
  seconds: number
}): Promise<void> => {
  const result = await autocannon({
    url: `http://127.0.0.1:${port}`,
    connections: load.connections,
    duration: seconds,
    requests: load.requests.map(({ path, headers, body }) => ({
      method: load.method,
      path,
      headers: { ...load.headers, ...headers },
      ...(body !== undefined && { body }),
    })),
  })
  const answer: LoadResult = {
    requests: result.requests.total,
    seconds: result.duration,
    p50: result.latency.p50,
    p99: result.latency.p99,
    refused: result.non2xx,
  }
  process.send?.(answer)
}
