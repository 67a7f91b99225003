import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { App } from '../app.ts'
import type { Observe } from '../base/observation.ts'

/**
 * Milliseconds of a drain after the grace, less in sum than the 10 s after which `docker stop` kills. Answers are held for `settle` to `held`;
 * from the closing of the listener on, idle connections close after `idle`, those that sent nothing after `unused`, the rest after `all`.
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

/** Ends an application without losing a request: not ready at once; after `grace`, when balancers noticed, it closes the listener, then the rest. */
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
    setTimeout(() => app.connections.close(({ isIdle }) => isIdle), times.idle),
    setTimeout(() => app.connections.close(({ socket }) => socket.bytesRead === 0), times.unused),
    setTimeout(() => {
      observe({ kind: 'cut_off', connections: app.connections.count })
      app.connections.close()
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
 * Waits, at most until `latest` of `performance.now`, for a turn without a new connection or request: closing the listener resets its queue.
 * Node takes one connection a turn from it. While answers are held, no client comes back, so the queue empties.
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
