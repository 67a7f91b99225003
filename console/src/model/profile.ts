import { knownProfiles, type SeenProfile } from './known.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'

/** Reads the profile of an animal. */
export const readProfile = async (id: bigint, signal: AbortSignal): Promise<SeenProfile> => {
  const { data, etag } = await ask(callOf('profiles', 'get', id), signal)
  const seen = { profile: data, etag }
  knownProfiles.note(id, seen)
  return seen
}
