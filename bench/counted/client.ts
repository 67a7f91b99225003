import { parentPort, workerData } from 'node:worker_threads'
import { RawConnection } from '../raw-client.ts'

/** The message to the client: requests as bytes, to send one after another or several at once. */
export type Order = {
  readonly requests: readonly string[]
  readonly count: number
  /** How many connections send one request each at the same time. */
  readonly concurrency: number
  /** The status that every answer must have. */
  readonly status: number
}

/** A client in a thread with its own heap. It replies to each order with the number of bytes of all responses. */
const main = (port: number): void => {
  const connections: RawConnection[] = []
  const follow = async ({ requests, count, concurrency, status }: Order): Promise<number> => {
    while (connections.length < concurrency) connections.push(await RawConnection.open(port))
    let bytes = 0
    for (let sent = 0; sent < count; sent += concurrency) {
      const answers = await Promise.all(
        connections
          .slice(0, concurrency)
          .map(async (one, n) => await one.ask(requests[(sent + n) % requests.length] ?? '')),
      )
      for (const answer of answers) {
        bytes += answer.length
        if (answer.toString('latin1', 0, 12) === `HTTP/1.1 ${status}`) continue
        throw new Error(`Expected ${status}, but was answered:\n${answer.toString('utf8')}`)
      }
    }
    return bytes
  }
  parentPort?.on('message', (order: Order) => {
    void follow(order).then((bytes) => parentPort?.postMessage(bytes))
  })
}

main(Number(workerData))
