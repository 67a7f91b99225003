import { t } from '../core/language.ts'
import { PreconditionError } from '../../../client/src/index.ts'
import { changePet, readAnimal, type TaggedPet } from './change.ts'
import type { Fields } from '../model/fields.ts'
import { differences, fieldText, merge, type Merge } from './form-values.ts'

/** Somebody else changed the same field: the current state, and how the two differ. */
export type Clash = { readonly seen: TaggedPet; readonly merge: Merge }

/**
 * Saves a changed animal. If somebody else has changed other fields since, both changes are kept.
 *
 * @param also the fields that somebody else is known to have changed
 * @returns the clash if somebody else changed the same field, and nothing was saved
 */
export const saveAnimal = async (
  seen: TaggedPet,
  wanted: Fields,
  giveUp: AbortSignal,
  also: Merge['alsoChanged'] = [],
): Promise<Clash | undefined> => {
  const patch = differences(seen.pet, wanted)
  // This change may already have been made, and its response lost.
  if (Object.keys(patch).length === 0) return undefined
  const others =
    also.length > 0
      ? ` ${t('Also changed by somebody else: {fields}.', { fields: fieldText(also) })}`
      : ''
  try {
    await changePet(seen, patch, ({ name }) => t('{name} is saved.', { name }) + others, giveUp)
    return undefined
  } catch (error) {
    const now = error instanceof PreconditionError && (await readAnimal(seen.pet.id, giveUp))
    if (!now) throw error
    const both = merge(seen.pet, wanted, now.pet)
    if (both.conflicts.length > 0) return { seen: now, merge: both }
    return await saveAnimal(now, both.merged, giveUp, both.alsoChanged)
  }
}
