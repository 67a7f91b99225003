import { PermissionError, type WithResponse } from '../../../client/src/index.ts'
import { currentClient, lack } from '../session/session.ts'
import { type Call, start } from './call.ts'
import { gateOf } from './gate.ts'
import { isReady } from './ready.ts'

/** The gate of this page. */
export const gate = gateOf({
  now: Date.now,
  later: (call, milliseconds) => void setTimeout(call, milliseconds),
  isReady,
})

/**
 * Sends a call, as soon as the service can take it.
 *
 * @param signal gives up a call that still waits
 * @throws PetStoreError if the service refuses it; the signal's reason
 */
export const ask = async <T>(call: Call<T>, signal?: AbortSignal): Promise<WithResponse<T>> => {
  try {
    return await gate.pass(() => start(currentClient(), call).withResponse(), signal)
  } catch (error) {
    if (error instanceof PermissionError) lack(error.missingScope)
    throw error
  }
}

/**
 * Sends a call that costs nothing of the quota, also while the quota is used up or the key is banned.
 *
 * @throws PetStoreError if the service refuses it
 */
export const askFree = async <T>(call: Call<T>): Promise<T> =>
  (await gate.passFree(() => start(currentClient(), call).withResponse())).data
