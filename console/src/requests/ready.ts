import { signal } from '../core/signal.ts'
import { beside } from '../core/page.ts'

/** Whether the store answers: everything, all but changes, or nothing. */
export type Readiness = 'ready' | 'reads' | 'down'

/** What `/readyz` said last; undefined before its first answer. */
export const readiness = signal<Readiness | undefined>(undefined)

/** Milliseconds between two questions, and for which one waits for its answer. */
const interval = 30_000
const timeout = 10_000

let lastCheckAt = 0

/** Asks whether the service can serve. It needs no key, and spends nothing of a quota. */
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

/** Asks every 30 s while somebody looks at the page, and once they come back to it. */
export const followReadiness = (): void => {
  const look = (): void => {
    // A little less, because timers are not exact.
    const isDue = Date.now() - lastCheckAt > interval - 1_000
    if (isDue && document.visibilityState === 'visible') void isReady()
  }
  setInterval(look, interval)
  document.addEventListener('visibilitychange', look)
  look()
}
