import type { Storage } from '../storage/port.ts'
import { webhooks } from '../webhooks/table.ts'

/** Milliseconds between two looks. */
const interval = 250

/**
 * Looks again and again whether the store has a webhook, and tells of the first.
 *
 * @returns a function that stops it
 */
export const watchForWebhooks = (
  { data, whole }: Pick<Storage, 'data' | 'whole'>,
  tell: () => void,
): (() => void) => {
  let seen: number | undefined
  const look = async (): Promise<void> => {
    const { version } = data.changes
    if (version === seen) return
    try {
      const found = await whole.versions(webhooks)
      seen = version
      if (found.size === 0) return
    } catch {
      // The store tells of its failures elsewhere; the next look may succeed.
      return
    }
    clearInterval(timer)
    tell()
  }
  const timer = setInterval(() => void look(), interval)
  timer.unref()
  void look()
  return () => clearInterval(timer)
}
