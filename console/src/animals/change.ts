import { t } from '../core/language.ts'
import type { Pet, PetPatch, PetStatus } from '../../../client/src/index.ts'
import { knownPets } from '../model/known.ts'
import { noteChange } from '../model/animals.ts'
import { toast } from '../parts/toast.tsx'
import { undo } from '../parts/undo.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { differences, statusOf } from './form-values.ts'

/** The statuses to which an animal without an order can change, by its current status. */
export const movesFrom: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ['sold', 'pending'],
  pending: ['sold', 'available'],
  sold: ['available'],
}

/** An animal as it was read, with the ETag of that state. */
export type TaggedPet = { readonly pet: Pet; readonly etag: string | undefined }

/** Reads an animal; undefined if it does not exist. */
export const readAnimal = async (
  id: bigint,
  giveUp?: AbortSignal,
): Promise<TaggedPet | undefined> => {
  const { data, etag } = await ask(callOf('pets', 'find', id), giveUp)
  knownPets.note(id, data)
  return data && { pet: data, etag }
}

/**
 * Changes an animal, unless somebody else has changed it since. Says so with a way back, which is labelled
 * "Undo" only if it restores everything.
 *
 * @param tell returns the sentence about the changed animal
 * @throws PreconditionError if somebody else was faster
 */
export const changePet = async (
  { pet, etag }: TaggedPet,
  patch: PetPatch,
  tell: (changed: Pet) => string,
  giveUp?: AbortSignal,
): Promise<void> => {
  const update = (change: PetPatch, ifMatch: string | undefined) =>
    ask(callOf('pets', 'update', pet.id, change, { ifMatch }), giveUp)
  const changed = await update(patch, etag)
  noteChange(pet, changed.data)
  const old = differences(changed.data, pet)
  const isWayBack =
    old.status === undefined || movesFrom[statusOf(changed.data)].includes(old.status)
  toast({
    text: tell(changed.data),
    label: isWayBack ? t('Undo') : t('Put back to Available'),
    act: undo(changed.data.name, async () => {
      const { data } = await update(isWayBack ? old : { status: 'available' }, changed.etag)
      noteChange(changed.data, data)
      return t('{name} is as it was.', { name: data.name })
    }),
  })
}
