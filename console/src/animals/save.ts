import { type Pet, PreconditionError } from '../../../client/src/index.ts'
import { noteChange } from '../known/animals.ts'
import { toast } from '../parts/toast.tsx'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { fieldWords } from './conflict.tsx'
import { differences, type Fields, fieldsOf, merge, type Merge } from './form-values.ts'
import { movesFrom, statusOf, undoChange } from './mark.ts'

/** An animal as somebody saw it, with the tag of that state. */
export type Seen = { readonly pet: Pet; readonly etag: string | undefined }

/** Somebody else changed the same field. It has what is there now, and how the two differ. */
export type Clash = { readonly seen: Seen; readonly merge: Merge }

/** Reads an animal, or gives undefined if it is not in the store. */
export const readAnimal = async (id: bigint, signal?: AbortSignal): Promise<Seen | undefined> => {
  const { data, etag } = await ask(callOf('pets', 'find', id), signal)
  return data && { pet: data, etag }
}

/**
 * Saves a changed animal. If somebody else changed other fields meanwhile, both changes are kept.
 *
 * @returns the clash if somebody else changed the same field, and nothing was saved
 */
export const saveAnimal = async (
  seen: Seen,
  wanted: Fields,
  signal: AbortSignal,
): Promise<Clash | undefined> => {
  const base = fieldsOf(seen.pet)
  const patch = differences(base, wanted)
  if (Object.keys(patch).length === 0) return undefined
  try {
    const call = callOf('pets', 'update', seen.pet.id, patch, { ifMatch: seen.etag })
    const { data, etag } = await ask(call, signal)
    noteChange(seen.pet, data)
    const text = `${data.name} is saved.`
    const old = differences(fieldsOf(data), base)
    const isWayBack = old.status === undefined || movesFrom[statusOf(data)].includes(old.status)
    toast(isWayBack ? { text, label: 'Undo', act: undoChange(data, etag, old) } : { text })
    return undefined
  } catch (error) {
    if (!(error instanceof PreconditionError)) throw error
  }
  const now = await readAnimal(seen.pet.id, signal)
  if (now === undefined) throw new Error('The animal is gone.')
  const both = merge(base, wanted, fieldsOf(now.pet))
  if (both.conflicts.length > 0) return { seen: now, merge: both }
  // Either the answer to this very change was lost, or the other one changed other fields.
  const clash = await saveAnimal(now, both.merged, signal)
  if (clash === undefined && both.alsoChanged.length > 0) {
    const also = fieldWords(both.alsoChanged)
    toast({ text: `${now.pet.name} is saved. Also changed by someone else: ${also}.` })
  }
  return clash
}
