import { signal } from '../core/signal.ts'
import type { StoreEvent } from '../../../client/src/index.ts'
import { readItem, writeItem } from '../core/tab-storage.ts'
import { keyFacts, learnUsage, may, quota } from '../session/session.ts'
import { ask, askFree, gate } from './ask.ts'
import { storeCall } from './call.ts'
import { restInterval } from './rest.ts'

/** The polling interval in milliseconds. Polls cost no quota. */
const interval = 15_000

/** The maximum number of events to read at once. If there are more, screens reload instead. */
const maxEvents = 100

/** What happened since the last news. */
export type News = {
  /** The id of the event after which these begin. */
  readonly after: bigint
  /** The id of the newest event; the next news begins after it. */
  readonly upTo: bigint
  /** The events, the newest last; undefined if it is only known that there were some. */
  readonly events: readonly StoreEvent[] | undefined
}

/** When the page was last up to date with the log, in milliseconds since the epoch. */
export const checkedAt = signal(0)

const listeners = new Set<(events: News['events']) => void>()

/** Calls the listener with new events until the returned function is called. */
export const onNews = (listener: (events: News['events']) => void): (() => void) => {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

/**
 * Follows the event log for all screens, while somebody is signed in and the page is visible. Of all tabs
 * with the same API key, one polls and tells the others. The key itself is never broadcast.
 *
 * @returns stops following
 */
export const followLog = (): (() => void) => {
  const name = `petstore:live:${keyFacts.value?.id}`
  const channel = new BroadcastChannel(name)
  let seen = readItem<bigint>('seen')
  let lastRead = 0
  let release: (() => void) | undefined
  const over = new AbortController()
  const hear = ({ after, upTo, events }: News): void => {
    if (over.signal.aborted) return
    checkedAt.value = Date.now()
    const last = seen ?? after
    if (upTo <= last) return
    const fresh = after > last ? undefined : events?.filter(({ id }) => id > last)
    writeItem('seen', (seen = upTo))
    for (const listener of listeners) listener(fresh)
  }
  channel.addEventListener('message', ({ data }) => hear(data))

  const look = async (): Promise<void> => {
    const usage = await askFree(storeCall('usage'), over.signal)
    learnUsage(usage)
    const newest = usage.lastEventId
    const after = (seen ??= newest)
    const pace = restInterval(quota.value)
    let news: News = { after, upTo: after, events: [] }
    if (newest > after) {
      // A little less than `pace`, because timers are not exact.
      if (pace === undefined || Date.now() - lastRead < pace - 1_000) return
      lastRead = Date.now()
      const events = await eventsAfter(after, over.signal)
      const last = events?.at(-1)?.id ?? newest
      news = { after, upTo: last > newest ? last : newest, events }
    }
    hear(news)
    channel.postMessage(news)
  }
  const tick = async (): Promise<void> => {
    if (document.visibilityState !== 'visible') release?.()
    if (document.visibilityState !== 'visible' || gate.trouble.value !== undefined) return
    release ??= await lead(name, () => {
      release = undefined
    })
    // A failure here is silent; it shows when somebody does something.
    if (release !== undefined) await look().catch(() => undefined)
  }
  const onTick = (): void => void tick()
  const timer = setInterval(onTick, interval)
  document.addEventListener('visibilitychange', onTick)
  onTick()
  return () => {
    clearInterval(timer)
    document.removeEventListener('visibilitychange', onTick)
    over.abort()
    channel.close()
    release?.()
  }
}

/** Elects this tab to poll, unless another tab does. Returns a function that resigns. */
const lead = async (name: string, onReleased: () => void): Promise<(() => void) | undefined> => {
  // Pages loaded without TLS have no locks, so each tab polls for itself.
  if (navigator.locks === undefined) return onReleased
  return await new Promise((resolve) => {
    void navigator.locks.request(name, { ifAvailable: true }, async (lock) => {
      if (lock === null) return resolve(undefined)
      await new Promise<void>((letGo) => {
        resolve(() => {
          onReleased()
          letGo()
        })
      })
    })
  })
}

/** Reads the events after an id; undefined if the key may not see events, there are too many, or the read fails. */
const eventsAfter = async (
  after: bigint,
  over: AbortSignal,
): Promise<readonly StoreEvent[] | undefined> => {
  if (!may('events:read')) return undefined
  try {
    const { data } = await ask(storeCall('events', { after, limit: maxEvents }), over)
    return data.items.length < maxEvents ? data.items : undefined
  } catch {
    return undefined
  }
}
