import { bind } from './cores.ts'
import type { LoadResult } from './shared/load-of-requests.ts'
import { parseAnswer, RawConnection } from './shared/raw-client.ts'

/** The message to the paced client. */
export type PacedOrder = {
  /** The processor core that it runs on; undefined if the system chooses. */
  readonly core: string | undefined
  readonly port: number
  /** The bytes of the request, as Latin-1. */
  readonly request: string
  readonly perSecond: number
  readonly seconds: number
}

/** The results of the paced client. */
export type PacedResult = Pick<LoadResult, 'requests' | 'p50' | 'p99'>

const connections = 8

/**
 * Sends a fixed number of requests a second, however long the answers take. It is a separate process, and a
 * message tells it what to send. A request waits if all connections are busy; this wait counts as latency.
 */
process.once('message', (order: PacedOrder) => void send(order))

const send = async (order: PacedOrder): Promise<void> => {
  const { core, port, request, perSecond, seconds } = order
  if (core !== undefined) bind(process.pid, core)
  const idle: RawConnection[] = []
  for (let n = 0; n < connections; n += 1) idle.push(await RawConnection.open(port))
  const latencies: number[] = []
  const waiting: number[] = []
  const begun = performance.now()

  const ask = async (connection: RawConnection, since: number): Promise<void> => {
    const { status } = parseAnswer(await connection.ask(request))
    if (status !== 200) throw new Error(`The paced client was answered ${status}.`)
    latencies.push(performance.now() - since)
    const next = waiting.shift()
    if (next === undefined) idle.push(connection)
    else await ask(connection, next)
  }

  await new Promise<void>((resolve) => {
    let sent = 0
    const timer = setInterval(() => {
      const now = performance.now()
      const due = Math.min(seconds * perSecond, Math.floor(((now - begun) / 1_000) * perSecond))
      for (; sent < due; sent += 1) {
        const connection = idle.pop()
        if (connection === undefined) waiting.push(now)
        else void ask(connection, now)
      }
      if (latencies.length < seconds * perSecond) return
      clearInterval(timer)
      resolve()
    }, 1)
  })

  latencies.sort((a, b) => a - b)
  const at = (share: number): number =>
    latencies[Math.min(latencies.length - 1, Math.floor(share * latencies.length))] ?? Number.NaN
  const answer: PacedResult = { requests: latencies.length, p50: at(0.5), p99: at(0.99) }
  process.send?.(answer)
}
