import { dateTimeText } from '../../base/date-time.ts'
import type { Attempt } from './delivery.ts'
import type { WebhookState } from './webhook.ts'

/** Milliseconds of failures only after which a webhook is failing, and after which it is disabled. */
export const failurePeriods = { failing: 86_400_000, disabled: 5 * 86_400_000 } as const

/** How a webhook stands: its state, why, and since when every attempt failed. */
export type EndpointHealth = {
  readonly state: WebhookState
  readonly reason: string | undefined
  readonly failingSince: string | undefined
}

export const isSuccess = ({ status }: Attempt): boolean =>
  status !== undefined && status >= 200n && status < 300n

/** The receiver wants no more messages (RFC 9110 section 15.5.11). */
export const gone = 410n

/** How a webhook stands that is sent events, after attempts to send it some. */
export const healthAfter = (
  before: EndpointHealth,
  attempts: readonly Attempt[],
  now: number,
): EndpointHealth => {
  const inOrder = attempts.toSorted((one, other) => (one.at < other.at ? -1 : 1))
  const last = inOrder.at(-1)
  if (last === undefined) return before
  let { failingSince } = before
  for (const attempt of inOrder)
    failingSince = isSuccess(attempt) ? undefined : (failingSince ?? attempt.at)
  const refusal = inOrder.find(({ status }) => status === gone)
  if (refusal !== undefined) {
    const reason = `The receiver answered with the status 410 (Gone) at ${refusal.at}.`
    return { state: 'disabled', reason, failingSince }
  }
  if (failingSince === undefined) return { state: 'enabled', reason: undefined, failingSince }
  const failing = now - Date.parse(failingSince)
  const state = failing >= failurePeriods.disabled ? 'disabled' : 'failing'
  if (failing < failurePeriods.failing || state === before.state) return { ...before, failingSince }
  const start = state === 'failing' ? 'Every attempt' : 'For five days every attempt'
  const reason = `${start} since ${failingSince} failed. The one at ${last.at} ${whyOf(last)}`
  return { state, reason, failingSince }
}

/** How a webhook stands once the ping was answered that was to enable it, or was not. */
export const healthAfterPing = (before: EndpointHealth, attempt: Attempt): EndpointHealth => {
  if (isSuccess(attempt)) return { state: 'enabled', reason: undefined, failingSince: undefined }
  return before.state === 'unverified'
    ? { ...before, reason: `The ping at ${attempt.at} ${whyOf(attempt)}` }
    : before
}

/** What became of an attempt that failed, to end a sentence. */
const whyOf = ({ status, reason }: Attempt): string =>
  status === undefined
    ? `failed: ${reason ?? 'no answer.'}`
    : `was answered with the status ${status}.`

type Explained = { readonly state: WebhookState; readonly reason: string }

/** Why the service itself stops a webhook. */
const causes = {
  secret_lost:
    'The secret cannot be opened with the key of this service, so no message can be signed. Take a new secret, then send a ping.',
  owner_gone: 'No API key of its owner is valid any more.',
} as const
export type StopCause = keyof typeof causes

export const stopped = (cause: StopCause): Explained => ({
  state: 'disabled',
  reason: causes[cause],
})

/** @param now milliseconds since the Unix epoch */
export const disabledOnRequest = (now: number): Explained => ({
  state: 'disabled',
  reason: `Disabled on request at ${dateTimeText(now)}.`,
})

/** A webhook that nobody has answered at its URL yet. */
export const unverified = (isNew: boolean): Explained => ({
  state: 'unverified',
  reason: isNew ? 'No ping was answered yet.' : 'The URL changed, and no ping was answered yet.',
})

export const receivesEvents = (state: WebhookState): boolean =>
  state === 'enabled' || state === 'failing'
