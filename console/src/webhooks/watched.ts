import { useState } from 'preact/hooks'
import type { Delivery } from '../../../client/src/index.ts'
import { signal } from '../core/signal.ts'
import { say } from '../parts/say.ts'
import { useLeaving } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import type { Attempt } from './words.ts'

/** Seconds between the checks whether a message has been answered. After the last one, checking stops. */
const looks = [1, 2, 4, 8]

/** The outcome of the messages that were requested here, by delivery id, and of the last ping under 0. */
export type Watched = ReadonlyMap<
  bigint,
  { readonly text: string; readonly delivery: Delivery | undefined }
>

export type DeliveryPage = {
  readonly items: readonly Delivery[]
  readonly nextCursor: string | undefined
}

/** For each endpoint, the newest page of its undelivered messages, as far as read. */
export const undelivered = signal<ReadonlyMap<bigint, DeliveryPage>>(new Map())

/** The texts while a message waits, if there is no response, and for the response. */
type Words = readonly [waits: string, isSilent: string, ended: (last: Attempt) => string]

/**
 * Watches messages until their next attempt is answered, or the screen is left.
 *
 * @param onAnswer called after a response, which may have changed the state of the endpoint
 */
export const useWatched = (onAnswer: () => void) => {
  const [watched, setWatched] = useState<Watched>(new Map())
  const leaving = useLeaving()
  const tell = (id: bigint, text: string, delivery?: Delivery): void => {
    setWatched((before) => new Map(before).set(id, { text, delivery }))
    say(text)
  }
  const follow = async (
    place: bigint,
    { webhookId, id, attempts }: Delivery,
    [waits, isSilent, ended]: Words,
  ): Promise<void> => {
    tell(place, waits)
    for (const seconds of looks) {
      await new Promise((resolve) => {
        setTimeout(resolve, seconds * 1_000)
      })
      if (leaving.aborted) return
      const { data } = await ask(callOf('webhooks', 'delivery', webhookId, id), leaving)
      const last = data.attempts.at(-1)
      if (last && last.at !== attempts.at(-1)?.at) {
        onAnswer()
        return tell(place, ended(last), data)
      }
    }
    tell(place, isSilent)
  }
  return { watched, follow }
}
