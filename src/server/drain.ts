import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { App } from '../app.ts'
import type { Observe } from '../base/observation.ts'

/**
 * Milliseconds of a drain after the grace, together below the 10 s after which `docker stop` kills. First, answers are
 * held for `settle` to `held`. Then the listener closes, and after it the connections: idle ones after `idle`, those
 * that sent nothing after `unused`, and the rest after `all`.
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
 * Ends an application without losing a request. It reports that it is not ready. After `grace`, when load balancers have
 * noticed, it closes the listener, and then the connections.
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
 * Waits until a turn of the event loop brings no new connection or request, or until `latest` (`performance.now`). Closing
 * the listener resets the connections in its queue, from which Node accepts one per turn. While answers are held, no client
 * sends another request, so the queue empties.
 */
const untilNothingArrives = async ({ server, connections }: App, latest: number): Promise<void> => {
  let accepted = 0
  const count = (): void => {
    accepted += 1
  }
  // Connections refused above the limit (`drop`) were in the queue too.
  const kinds = ['connection', 'drop'] as const
  for (const kind of kinds) server.on(kind, count)
  try {
    // The current turn may have read the queue before requests were held.
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
