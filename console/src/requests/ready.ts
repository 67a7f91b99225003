import { signal } from '../core/signal.ts'
import { beside } from '../core/page.ts'

/** What the store can serve: everything, only reads, or nothing. */
export type Readiness = 'ready' | 'reads' | 'down'

/** The last answer of `/readyz`; undefined before the first. */
export const readiness = signal<Readiness | undefined>(undefined)

/** The polling interval and the time limit of a poll, in milliseconds. */
const interval = 30_000
const timeout = 10_000

let lastCheckAt = 0

/** Asks whether the service can serve. This needs no key and costs no quota. */
export const isReady = async (): Promise<boolean> => {
  lastCheckAt = Date.now()
  readiness.value = await ask()
  return readiness.value !== 'down'
}

const ask = async (): Promise<Readiness> => {
  try {
    const answer = await fetch(beside('readyz'), {
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(timeout),
    })
    if (!answer.ok) return 'down'
    const { writes } = (await answer.json()) as { readonly writes?: string }
    return writes === undefined ? 'ready' : 'reads'
  } catch {
    return 'down'
  }
}

/** Polls every 30 s while the page is visible, and when it becomes visible again. */
export const followReadiness = (): void => {
  const look = (): void => {
    // A little less than the interval, because timers are not exact.
    const isDue = Date.now() - lastCheckAt > interval - 1_000
    if (isDue && document.visibilityState === 'visible') void isReady()
  }
  setInterval(look, interval)
  document.addEventListener('visibilitychange', look)
  look()
}
