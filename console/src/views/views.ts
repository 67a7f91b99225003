import { t } from '../core/language.ts'
import { signal } from '../core/signal.ts'
import { deleteNote, noteOfStore, readOfStore } from '../notes/of-store.ts'
import { attempt } from '../parts/attempt.ts'
import { toast } from '../parts/toast.tsx'
import { undo } from '../parts/undo.ts'
import { onNews } from '../requests/live.ts'
import { keyFacts } from '../session/session.ts'

/** A filtered list of animals that the team has saved under a name. It is stored as a note about the store. */
export type View = { readonly id: bigint; readonly name: string; readonly href: string }

/** A view that is not saved. */
type Unkept = Omit<View, 'id'>

/** The views of the team, the oldest first. */
export const views = signal<readonly View[]>([])

/** The maximum number of views of a team, so that each has room as a tab. */
export const maxViews = 20

const marker = '#view '

/** The id of the API key with which the views were read. */
let readFor: string | undefined

/** Reads the views once. If that fails, the list shows only its built-in tabs. */
export const needViews = async (): Promise<void> => {
  const key = keyFacts.value?.id
  if (readFor === key) return
  readFor = key
  try {
    views.value = (await readOfStore(marker)).toReversed().flatMap(({ id, text }) => {
      const [, name, href] = /^#view (.+)\n(#\/animals\?.+)$/.exec(text) ?? []
      return name && href ? [{ id, name, href }] : []
    })
  } catch {
    readFor = undefined
  }
}

// An event contains only the id.
onNews((events = []) => {
  const isOld = events.some(
    ({ type, data }) =>
      'note' in data &&
      data.note.about === 'store' &&
      views.value.some(({ id }) => id === data.note.id) === (type === 'note.deleted'),
  )
  if (!isOld || readFor === undefined) return
  readFor = undefined
  void needViews()
})

/** Saves a view for the team, and offers to undo it. */
export const keepView = async (
  { name, href }: Unkept,
  idempotencyKey?: string,
  giveUp?: AbortSignal,
): Promise<void> => {
  const { id } = await noteOfStore(`${marker}${name}\n${href}`, idempotencyKey, giveUp)
  views.value = [...views.value, { id, name, href }]
  toast({
    text: t('The whole team has “{name}” now.', { name }),
    label: t('Undo'),
    act: undo(name, async () => {
      await drop(id)
      return gone(name)
    }),
  })
}

/** Deletes a view of the team, and offers to undo it. */
export const dropView = (view: View): Promise<void> =>
  attempt(view.name, async () => {
    await drop(view.id)
    toast({
      text: gone(view.name),
      label: t('Undo'),
      act: () => void attempt(view.name, () => keepView(view)),
    })
  })

const gone = (name: string): string => t('“{name}” is removed.', { name })

const drop = async (id: bigint): Promise<void> => {
  await deleteNote(id)
  views.value = views.value.filter((view) => view.id !== id)
}
