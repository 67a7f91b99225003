import type { Attempt } from './delivery.ts'
import type { WebhookState } from './webhook.ts'

/** Milliseconds for which every attempt must fail before a webhook is failing, and before it is disabled. */
export const failurePeriods = { failing: 86_400_000, disabled: 5 * 86_400_000 } as const

/** The health of a webhook: its state, the reason, and since when every attempt has failed. */
type EndpointHealth = {
  readonly state: WebhookState
  readonly reason: string | undefined
  readonly failingSince: string | undefined
}

export const isSuccess = ({ status }: Attempt): boolean =>
  status !== undefined && status >= 200n && status < 300n

/** The receiver wants no more messages (RFC 9110 section 15.5.11). */
const gone = 410n

/** Returns the health of a webhook after an attempt that counts for it. */
export const healthAfter = (
  before: EndpointHealth,
  attempt: Attempt,
  now: number,
): EndpointHealth => {
  const { at, status } = attempt
  if (isSuccess(attempt)) return { state: 'enabled', reason: undefined, failingSince: undefined }
  if (before.state === 'disabled') return before
  if (before.state === 'unverified')
    return { ...before, reason: `The ping at ${at} ${whyOf(attempt)}` }
  const { failingSince = at } = before
  if (status === gone) {
    const reason = `The receiver answered with the status 410 (Gone) at ${at}.`
    return { state: 'disabled', reason, failingSince }
  }
  const failing = now - Date.parse(failingSince)
  const state = failing >= failurePeriods.disabled ? 'disabled' : 'failing'
  if (failing < failurePeriods.failing || state === before.state) return { ...before, failingSince }
  const start = state === 'failing' ? 'Every attempt' : 'For five days every attempt'
  const reason = `${start} since ${failingSince} failed. The one at ${at} ${whyOf(attempt)}`
  return { state, reason, failingSince }
}

/** Describes a failed attempt, as the end of a sentence. */
const whyOf = ({ status, reason }: Attempt): string =>
  status === undefined
    ? `failed: ${reason ?? 'no answer.'}`
    : `was answered with the status ${status}.`

/** Reasons why a webhook is sent only pings, other than a failed attempt. */
export const reasons = {
  isNew: 'No ping was answered yet.',
  isMoved: 'The URL changed, and no ping was answered yet.',
  secretLost:
    'The secret cannot be opened with the key of this service, so no message can be signed. Take a new secret, then send a ping.',
  ownerGone: 'No API key of its owner is valid any more.',
} as const

/** Why the service itself stops a webhook. */
export type StopCause = 'secretLost' | 'ownerGone'

export const receivesEvents = (state: WebhookState): boolean =>
  state === 'enabled' || state === 'failing'
