import { t } from '../core/language.ts'
import { PreconditionError } from '../../../client/src/index.ts'
import { toast } from '../parts/toast.tsx'
import { undo } from '../parts/undo.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { categoryName, readCategories, showName } from './names.ts'

/** The precondition of a change: the ETag of the name, or that there is no name. */
type Condition = { readonly ifMatch?: string | undefined; readonly ifNoneMatch?: '*' }

const ifNone: Condition = { ifNoneMatch: '*' }

/** Names a number, or removes its name, and shows that everywhere. Returns the ETag of the name. */
const change = async (
  id: bigint,
  name: string | undefined,
  condition: Condition,
  signal?: AbortSignal,
): Promise<string | undefined> => {
  const { etag } = await ask<unknown>(
    name === undefined
      ? callOf('categories', 'delete', id, condition)
      : callOf('categories', 'put', id, { name }, condition),
    signal,
  )
  showName(id, name)
  return etag
}

/** Says what was done, and offers to restore the previous name. */
const tell = (
  text: string,
  undone: string,
  ...[id, before, condition]: [bigint, string | undefined, Condition]
): void =>
  toast({
    text,
    label: t('Undo'),
    act: undo(t('The name'), async () => {
      await change(id, before, condition)
      return undone
    }),
  })

/** Names a number that has no name. Returns a message if somebody else was faster. */
export const nameCategory = async (
  id: bigint,
  name: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  let ifMatch: string | undefined
  try {
    ifMatch = await change(id, name, ifNone, signal)
  } catch (error) {
    if (!(error instanceof PreconditionError)) throw error
    await readCategories()
    const now = categoryName(id)
    // If the names are equal, this request may have succeeded and its response been lost.
    if (now !== name)
      return t('{id} is already called {name}. Choose another number.', { id, name: now ?? '' })
  }
  tell(
    t('{id} is called {name}.', { id, name }),
    t('{id} is without a name again.', { id }),
    id,
    undefined,
    { ifMatch },
  )
  return undefined
}

/** Renames a category. Returns a message if somebody else was faster. */
export const renameCategory = async (
  id: bigint,
  before: string,
  name: string,
  signal: AbortSignal,
): Promise<string | undefined> => {
  const { data, etag } = await ask(callOf('categories', 'get', id), signal)
  if (data.name !== before && data.name !== name) {
    showName(id, data.name)
    return t('Somebody else has named it {name}. Your change was not made.', {
      name: data.name,
    })
  }
  const ifMatch = await change(id, name, { ifMatch: etag }, signal)
  tell(
    t('{before} is called {name}.', { before, name }),
    t('It is called {before} again.', { before }),
    id,
    before,
    { ifMatch },
  )
  return undefined
}

/** Removes the name of a number. */
export const unnameCategory = async (id: bigint, name: string): Promise<void> => {
  await change(id, undefined, {})
  const text = t('{name} was deleted. Animals keep the number {id}.', { name, id })
  tell(text, t('{id} is called {name} again.', { id, name }), id, name, ifNone)
}
