import type { Delivery } from '../../../client/src/index.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'

/** Seconds between the looks whether a message has been answered. After the last one nobody looks. */
const looks = [1, 2, 4, 8]

/**
 * Watches a message that was just asked for, until its next attempt was answered.
 *
 * @returns the message after that attempt; undefined if none was answered within 15 seconds
 */
export const watch = async (
  asked: Delivery,
  signal: AbortSignal,
): Promise<Delivery | undefined> => {
  const before = asked.attempts.at(-1)?.at
  for (const seconds of looks) {
    await new Promise((resolve) => {
      setTimeout(resolve, seconds * 1_000)
    })
    signal.throwIfAborted()
    const { data } = await ask(callOf('webhooks', 'delivery', asked.webhookId, asked.id), signal)
    const last = data.attempts.at(-1)
    if (last !== undefined && last.at !== before) return data
  }
  return undefined
}
