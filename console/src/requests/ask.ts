import {
  AuthenticationError,
  PermissionError,
  RateLimitError,
  type WithResponse,
} from '../../../client/src/index.ts'
import type { PlainStore } from '../../../client/src/plain.ts'
import { exactJson } from '../core/exact-text.ts'
import { forget } from '../session/kept.ts'
import { currentClient, lack, learnQuota } from '../session/session.ts'
import { type Call, isRead, start } from './call.ts'
import { gateOf, isBan } from './gate.ts'
import { isReady } from './ready.ts'

/** The gate of this page. */
export const gate = gateOf({
  now: Date.now,
  later: (call, milliseconds) => void setTimeout(call, milliseconds),
  isReady,
})

const send = async <T>(call: Call<T>, client = currentClient): Promise<WithResponse<T>> => {
  try {
    return await start(client(), call).withResponse()
  } catch (error) {
    if (error instanceof AuthenticationError) forget()
    throw error
  }
}

/**
 * Sends a call as soon as the service can take it. Identical reads that wait share one request.
 *
 * @param signal withdraws a call that is still waiting
 * @param client returns the client to use in place of the usual one
 * @throws PetStoreError if the service refuses it; the signal's reason
 */
export const ask = async <T>(
  call: Call<T>,
  signal?: AbortSignal,
  client?: () => PlainStore,
): Promise<WithResponse<T>> => {
  try {
    return await gate.pass(
      async () => {
        try {
          const answer = await send(call, client)
          learnQuota(answer.rateLimit?.windows)
          return answer
        } catch (error) {
          // During a ban a response reports nothing left, whatever the usage is.
          if (error instanceof RateLimitError && !isBan(error)) learnQuota(error.rateLimit?.windows)
          throw error
        }
      },
      { signal, read: isRead(call) ? exactJson(call) : undefined },
    )
  } catch (error) {
    if (error instanceof PermissionError) lack(error.missingScope)
    throw error
  }
}

/**
 * Sends a read that costs no quota, even while the quota is used up or the key is banned.
 *
 * @throws PetStoreError if the service refuses it; the signal's reason
 */
export const askFree = async <T>(call: Call<T>, signal?: AbortSignal): Promise<T> => {
  const read = exactJson(call)
  return (await gate.pass(() => send(call), { signal, read, isFree: true })).data
}

/** Reads items by id, in as many requests as needed if each may name at most `max` ids. */
export const askInParts = async <T>(
  ids: readonly bigint[],
  max: number,
  signal: AbortSignal,
  callFor: (part: readonly bigint[]) => Call<{ readonly items: readonly T[] }>,
): Promise<readonly T[]> => {
  const parts = Array.from({ length: Math.ceil(ids.length / max) }, (_, n) =>
    ids.slice(n * max, (n + 1) * max),
  )
  const pages = await Promise.all(parts.map((part) => ask(callFor(part), signal)))
  return pages.flatMap(({ data }) => data.items)
}
