import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { App } from '../app.ts'
import type { Observe } from '../base/observation.ts'

/**
 * Milliseconds of a drain, after the grace. The sum is less than the 10 s after which `docker stop` kills.
 *
 * - `settle`: the least time between holding answers back and closing the listener. Requests that clients send upon
 *   their last answer arrive in it.
 * - `held`: the longest time that answers are held back
 * - `idle`, `unused`, `all`: from the closing of the listener to the closing of idle connections, of those that never
 *   sent a byte, and of the rest
 */
export const drainTimes = {
  settle: 100,
  held: 1_000,
  idle: 300,
  unused: 1_000,
  all: 8_000,
} as const

type DrainParts = {
  readonly app: App
  readonly grace: Promise<unknown>
  readonly observe: Observe
  readonly times?: Readonly<Record<keyof typeof drainTimes, number>>
}

/**
 * Ends an application without losing a request. At once it is not ready, and every answer closes its connection. After
 * the grace the listener closes. Then requests under way are answered while time remains, and everything is closed.
 *
 * @param parts `grace` resolves at the end of the time in which a balancer notices and new connections are still taken
 */
export const drain = async (parts: DrainParts): Promise<void> => {
  const { app, grace, observe, times = drainTimes } = parts
  app.connections.beginEnd()
  await grace
  const latest = performance.now() + times.held
  app.connections.hold()
  await wait(times.settle)
  await untilNothingArrives(app, latest)
  const ended = app.stopListening()
  const timers = [
    // A request may be on its way over a connection that looks idle here.
    setTimeout(() => app.connections.closeIdle(), times.idle),
    setTimeout(() => app.connections.closeUnused(), times.unused),
    setTimeout(() => {
      observe({ kind: 'cut_off', connections: app.connections.count })
      app.connections.closeAll()
    }, times.all),
  ]
  try {
    app.connections.release()
    await ended
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
  await app.close()
}

/**
 * Waits until a turn of the event loop brings no connection and no request. Closing the listener resets every
 * connection in its queue, requests included. Node takes only one a turn out of that queue. While requests are held, no
 * client gets an answer that would let it come back. So the queue empties, however busy the clients are.
 *
 * @param latest the time of `performance.now` at which it stops waiting
 */
const untilNothingArrives = async ({ server, connections }: App, latest: number): Promise<void> => {
  let accepted = 0
  const count = (): void => {
    accepted += 1
  }
  // Connections that the bound refuses (`drop`) were in the queue too.
  const kinds = ['connection', 'drop'] as const
  for (const kind of kinds) server.on(kind, count)
  try {
    // The present turn may have read the queue before requests were held.
    await setImmediate()
    let before: number
    do {
      before = accepted + connections.arrived
      await setImmediate()
    } while (accepted + connections.arrived > before && performance.now() < latest)
  } finally {
    for (const kind of kinds) server.off(kind, count)
  }
}
