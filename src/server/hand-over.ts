import { setTimeout as wait } from 'node:timers/promises'
import type { MessagePort } from 'node:worker_threads'
import type { App } from '../app.ts'
import type { Connections } from '../http/wire/connections.ts'

/**
 * Milliseconds. Requests that take longer than `quick`, such as uploads, have `slow` to end while others are served. Then
 * accepting stops, and requests in progress have `last`. Clients that read slowly have `readers`.
 */
const times = { quick: 100, slow: 8_000, last: 750, readers: 8_000 } as const

/**
 * Hands the port and the connections of an application to another thread without losing a request, and closes its
 * store. Until the other thread reads it, what clients send waits in the kernel.
 *
 * @param to gets the listening server, then each connection once it has no request in progress
 * @returns `at`, when accepting stopped (Unix milliseconds), and `left`, which resolves once no connection is left
 */
export const handOver = async (
  { server, connections, endStreams, closeStore, observe }: App,
  to: MessagePort,
): Promise<{ readonly at: number; readonly left: Promise<void> }> => {
  const until = async (isDone: () => boolean, time: number): Promise<void> => {
    const latest = performance.now() + time
    while (!isDone() && performance.now() < latest) await wait(2)
  }
  const move = (): Connections => {
    connections.move((socket) => {
      // Node moves only unused sockets, since others may hold buffered bytes. This one holds none.
      Object.defineProperties(socket, { bytesRead: { value: 0 }, bytesWritten: { value: 0 } })
      to.postMessage(socket, [socket as never])
    })
    return connections
  }
  await until(() => connections.unansweredSince >= performance.now() - times.quick, times.slow)
  const at = Date.now()
  to.postMessage(server, [server])
  endStreams()
  await until(() => move().unansweredSince === Infinity, times.last)
  const lost = connections.close(({ unansweredSince }) => unansweredSince < Infinity)
  if (lost > 0) observe({ kind: 'cut_off', connections: lost })
  await closeStore()
  const left = until(() => move().count === 0, times.readers)
  return { at, left: left.then(() => void connections.close()) }
}
