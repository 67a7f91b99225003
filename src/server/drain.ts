import { setImmediate, setTimeout as wait } from 'node:timers/promises'
import type { App } from '../app.ts'
import type { Observe } from '../core/observation.ts'

/**
 * Milliseconds from the moment at which no more connections are taken: until those that never sent a
 * byte are closed, and until all are. The whole is less than the 10 s after which `docker stop` kills.
 */
export const drainTimes = { unused: 1_000, all: 8_000 } as const

/**
 * Brings an application to its end without losing a request: at once it is not ready and every answer
 * closes its connection; after the grace no more connections are taken; then all that is under way is
 * answered, for as long as there is time, and everything is closed.
 *
 * @param grace milliseconds in which new connections are still taken, for a balancer to notice
 */
export const drain = async (
  app: App,
  grace: number,
  observe: Observe,
  times: { readonly unused: number; readonly all: number } = drainTimes,
): Promise<void> => {
  app.ending.begin()
  if (grace > 0) await wait(grace)
  // After this the loop has just taken every connection that the system held for it; what is left in
  // that queue when the socket closes is reset.
  await setImmediate()
  const closed = app.close()
  const unused = setTimeout(() => app.ending.closeUnused(), times.unused)
  const all = setTimeout(() => {
    // None is left where it is only the other threads that the end waits for.
    if (app.ending.count > 0) observe({ kind: 'cut_off', connections: app.ending.count })
    app.server.closeAllConnections()
  }, times.all)
  try {
    await closed
  } finally {
    clearTimeout(unused)
    clearTimeout(all)
  }
}
