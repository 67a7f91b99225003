import { parentPort, workerData } from 'node:worker_threads'
import { RawConnection } from '../shared/raw-client.ts'

/** The message to the client: requests as bytes, one after the other or all at once. */
export type Order = {
  readonly requests: readonly string[]
  /** How many requests are sent in turn. */
  readonly count: number
  /** How many connections send one request each at the same time. */
  readonly together: number
  /** The status that every answer must have. */
  readonly status: number
}

/** Bytes of all answers. */
export type Answered = { readonly bytes: number }

/** The input of the thread. `written` becomes 1 once all concurrent requests are sent. */
export type ClientData = { readonly port: number; readonly written: Int32Array }

// `count.ts` starts the thread with this.
const { port, written } = workerData as ClientData
const connections: RawConnection[] = []

const open = async (wanted: number): Promise<void> => {
  while (connections.length < wanted) connections.push(await RawConnection.open(port))
}

const follow = async ({ requests, count, together, status }: Order): Promise<Answered> => {
  let bytes = 0
  let sent = 0
  const check = (answer: Buffer): void => {
    bytes += answer.length
    const line = answer.toString('latin1', 0, 12)
    if (line !== `HTTP/1.1 ${status}`) {
      throw new Error(`Expected ${status}, but was answered:\n${answer.toString('utf8')}`)
    }
  }
  const next = (): string => requests[sent++ % requests.length] ?? ''
  if (together === 1) {
    const [connection] = connections
    if (connection === undefined) throw new Error('There is no connection.')
    for (let answered = 0; answered < count; answered += 1) check(await connection.ask(next()))
    return { bytes }
  }
  let waiting = together
  const onSent = (): void => {
    waiting -= 1
    if (waiting > 0) return
    Atomics.store(written, 0, 1)
    Atomics.notify(written, 0)
  }
  const answers = await Promise.all(
    connections.slice(0, together).map(async (connection) => await connection.ask(next(), onSent)),
  )
  for (const answer of answers) check(answer)
  return { bytes }
}

const onOrder = async (order: Order): Promise<void> => {
  await open(order.together)
  parentPort?.postMessage(await follow(order))
}

parentPort?.on('message', (order: Order) => void onOrder(order))
