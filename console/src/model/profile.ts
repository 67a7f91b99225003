import type { Profile } from '../../../client/src/index.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'

/** A profile as somebody saw it, with the tag of that state. */
export type SeenProfile = { readonly profile: Profile; readonly etag: string | undefined }

/** Reads what the store records of an animal. */
export const readProfile = async (id: bigint, signal: AbortSignal): Promise<SeenProfile> => {
  const { data, etag } = await ask(callOf('profiles', 'get', id), signal)
  return { profile: data, etag }
}
