import { PreconditionError } from '../../../client/src/index.ts'
import { toast } from '../parts/toast.tsx'
import { undo } from '../parts/undo.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { categoryName, readCategories, showName } from './names.ts'

/** Somebody else was quicker; the sentence says what is there now. */
export class TakenError extends Error {}

/** Names a number that has no name. @throws TakenError if it has one */
export const nameCategory = async (
  id: bigint,
  name: string,
  signal: AbortSignal,
): Promise<void> => {
  let etag: string | undefined
  try {
    ;({ etag } = await ask(callOf('categories', 'put', id, { name }, { ifNoneMatch: '*' }), signal))
  } catch (error) {
    if (!(error instanceof PreconditionError)) throw error
    await readCategories()
    // The answer to this very request may have been lost.
    if (categoryName(id) !== name) {
      throw new TakenError(`${id} is already called ${categoryName(id)}. Choose another number.`)
    }
  }
  showName(id, name)
  toast({
    text: `${id} is called ${name}.`,
    label: 'Undo',
    act: undo('The name', async () => {
      await ask(callOf('categories', 'delete', id, { ifMatch: etag }))
      showName(id, undefined)
      return `${id} has no name again.`
    }),
  })
}

/** Gives a category another name. @throws TakenError if somebody else renamed it meanwhile */
export const renameCategory = async (
  id: bigint,
  before: string,
  name: string,
  signal: AbortSignal,
): Promise<void> => {
  const seen = await ask(callOf('categories', 'get', id), signal)
  if (seen.data.name !== before && seen.data.name !== name) {
    showName(id, seen.data.name)
    throw new TakenError(
      `Somebody else has called it ${seen.data.name}. Nothing was changed by you.`,
    )
  }
  const { etag } = await ask(
    callOf('categories', 'put', id, { name }, { ifMatch: seen.etag }),
    signal,
  )
  showName(id, name)
  toast({
    text: `${before} is called ${name}.`,
    label: 'Undo',
    act: undo('The name', async () => {
      await ask(callOf('categories', 'put', id, { name: before }, { ifMatch: etag }))
      showName(id, before)
      return `It is called ${before} again.`
    }),
  })
}

/** Takes the name from a number. */
export const unnameCategory = async (id: bigint, name: string): Promise<void> => {
  await ask(callOf('categories', 'delete', id))
  showName(id, undefined)
  toast({
    text: `${name} was deleted. Animals keep the number ${id}.`,
    label: 'Undo',
    act: undo('The name', async () => {
      await ask(callOf('categories', 'put', id, { name }, { ifNoneMatch: '*' }))
      showName(id, name)
      return `${id} is called ${name} again.`
    }),
  })
}
