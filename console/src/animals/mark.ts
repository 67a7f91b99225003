import { ApiError, type Pet, type PetPatch, type PetStatus } from '../../../client/src/index.ts'
import { go, hrefOf } from '../core/route.ts'
import { toast } from '../parts/toast.tsx'
import { undo } from '../parts/undo.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { isWord, petWords, refusalText } from '../words.ts'
import { noteChange } from '../known/animals.ts'

/** The statuses that an animal without an order may get from each. */
export const movesFrom: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ['sold', 'pending'],
  pending: ['sold', 'available'],
  sold: ['available'],
}

/** The status of an animal; the service sends one with every animal. */
export const statusOf = ({ status = 'available' }: Pet): PetStatus => status

/**
 * Gives an animal another status, unless somebody else has changed it since it was shown. Tells what
 * happened, with a way back.
 */
export const markAs = async (shown: Pet, status: PetStatus): Promise<void> => {
  const { name, id } = shown
  try {
    const { data: fresh, etag } = await ask(callOf('pets', 'find', id))
    if (fresh === undefined) {
      noteChange(shown, undefined)
      toast({ text: `${name} is not in the store any more.` })
      return
    }
    if (statusOf(fresh) === status) {
      noteChange(shown, fresh)
      toast({ text: `${name} was ${isWord(status)} already.` })
      return
    }
    if (statusOf(fresh) !== statusOf(shown)) {
      noteChange(shown, fresh)
      toast({
        text: `${name} was marked as ${petWords[statusOf(fresh)]} by someone else. Nothing was changed.`,
      })
      return
    }
    const changed = await ask(callOf('pets', 'update', id, { status }, { ifMatch: etag }))
    noteChange(shown, changed.data)
    offerBack(shown, changed.data, changed.etag)
  } catch (error) {
    tellRefusal(error, name)
  }
}

/** Says what was done. "Undo" is offered only if it puts everything back. */
const offerBack = (before: Pet, after: Pet, etag: string | undefined): void => {
  const from = statusOf(before)
  const to = statusOf(after)
  const isWayBack = movesFrom[to].includes(from)
  const back = isWayBack ? from : 'available'
  toast({
    text: `${after.name} is ${isWord(to)}.`,
    label: isWayBack ? 'Undo' : 'Put back to Available',
    act: undoChange(after, etag, { status: back }),
  })
}

/** The action that puts back what a change replaced. */
export const undoChange = (after: Pet, etag: string | undefined, old: PetPatch): (() => void) =>
  undo(after.name, async () => {
    const { data } = await ask(callOf('pets', 'update', after.id, old, { ifMatch: etag }))
    noteChange(after, data)
    return `${data.name} is as it was.`
  })

/** Tells why a change was refused. If an order decides about the animal, offers to open it. */
export const tellRefusal = (error: unknown, name: string): void => {
  const order = /order (\d+)/.exec(error instanceof ApiError ? error.message : '')?.[1]
  if (error instanceof ApiError && error.code === 'pet_has_order' && order !== undefined) {
    toast({
      text: `Order ${order} decides about ${name}. Change that order instead.`,
      label: 'Open',
      act: () => go(hrefOf(['orders', order])),
    })
  } else {
    toast({ text: refusalText(error, name) })
  }
}
