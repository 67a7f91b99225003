import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { App } from '../app.ts'
import type { Observe } from '../core/observation.ts'

/**
 * Milliseconds of a drain, grace aside. The whole is less than the 10 s after which `docker stop` kills.
 *
 * - `settle`: from when answers are held back until the listener may close, so that what clients send upon their last
 *   answer has arrived
 * - `held`: for which answers are held back at most
 * - `idle`, `unused`, `all`: from when the listener closes until connections are closed that wait for
 *   another request, that never sent a byte, and that are left
 */
export const drainTimes = {
  settle: 100,
  held: 1_000,
  idle: 300,
  unused: 1_000,
  all: 8_000,
} as const

export type DrainParts = {
  readonly app: App
  /** Resolves when the time is over in which new connections are still taken, for a balancer to notice. */
  readonly grace: Promise<unknown>
  readonly observe: Observe
  /** The other threads that listen on the same port, if any. */
  readonly others?: OtherListeners
  readonly times?: Readonly<Record<keyof typeof drainTimes, number>>
}

/** What a server knows of those that share its port. */
export type OtherListeners = {
  /** Whether any of them still listens. */
  areOpen(): boolean
  /** Tells them that this one does not listen any more. */
  leave(): void
}

/**
 * Brings an application to its end without losing a request: at once it is not ready and every answer
 * closes its connection; after the grace the listener closes; then all that is under way is answered,
 * for as long as there is time, and everything is closed.
 */
export const drain = async (parts: DrainParts): Promise<void> => {
  const { app, grace, observe, others, times = drainTimes } = parts
  app.connections.beginEnd()
  await grace
  const latest = performance.now() + times.held
  app.gate.shut()
  await wait(times.settle)
  await untilNothingArrives(app, latest)
  const ended = app.stopListening()
  others?.leave()
  const timers = [
    // A request may be on its way over a connection that is idle here.
    setTimeout(() => app.connections.closeIdle(), times.idle),
    setTimeout(() => app.connections.closeUnused(), times.unused),
    setTimeout(() => {
      observe({ kind: 'cut_off', connections: app.connections.count })
      app.connections.closeAll()
    }, times.all),
  ]
  try {
    while (others?.areOpen() === true && performance.now() < latest) await wait(1)
    app.gate.open()
    await ended
  } finally {
    for (const timer of timers) clearTimeout(timer)
  }
  await app.close()
}

/**
 * Waits until a turn of the event loop brings no connection and no request. Whatever is left in the
 * listener's queue when it closes is reset, requests included, and Node takes one connection a turn out of
 * that queue. While the gate is shut no client gets an answer that would let it come back, so the
 * queue empties however busy the clients are.
 *
 * @param latest the time of `performance.now` at which it stops waiting
 */
const untilNothingArrives = async ({ server, gate }: App, latest: number): Promise<void> => {
  let connections = 0
  const count = (): void => {
    connections += 1
  }
  // Those beyond the bound were in the queue too.
  const kinds = ['connection', 'drop'] as const
  for (const kind of kinds) server.on(kind, count)
  try {
    // The turn that is under way may have looked at the queue before the gate was shut.
    await setImmediate()
    let before: number
    do {
      before = connections + gate.arrived
      await setImmediate()
    } while (connections + gate.arrived > before && performance.now() < latest)
  } finally {
    for (const kind of kinds) server.off(kind, count)
  }
}
