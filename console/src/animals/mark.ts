import type { Pet, PetStatus } from '../../../client/src/index.ts'
import { noteChange } from '../known/animals.ts'
import { attempt } from '../parts/attempt.ts'
import { toast } from '../parts/toast.tsx'
import { isWord, petWords } from '../words.ts'
import { changePet, readAnimal } from './change.ts'
import { statusOf } from './form-values.ts'

/**
 * Gives an animal another status, unless somebody else has changed it since it was shown. Tells what
 * happened, with a way back.
 */
export const markAs = (shown: Pet, status: PetStatus): Promise<void> => {
  const { name, id } = shown
  return attempt(name, async () => {
    const seen = await readAnimal(id)
    const now = seen && statusOf(seen.pet)
    if (seen && now !== status && now === statusOf(shown)) {
      await changePet(seen, { status }, () => `${name} is ${isWord(status)}.`)
      return
    }
    noteChange(shown, seen?.pet)
    toast({
      text:
        now === undefined
          ? `${name} is not in the store any more.`
          : now === status
            ? `${name} was ${isWord(status)} already.`
            : `${name} was marked as ${petWords[now]} by someone else. Nothing was changed.`,
    })
  })
}
