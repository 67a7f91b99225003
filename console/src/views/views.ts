import { t } from '../core/language.ts'
import { signal } from '../core/signal.ts'
import { deleteNote, noteOfStore, readOfStore } from '../notes/of-store.ts'
import { attempt } from '../parts/attempt.ts'
import { toast } from '../parts/toast.tsx'
import { undo } from '../parts/undo.ts'
import { onNews } from '../requests/live.ts'
import { keyFacts } from '../session/session.ts'

/** A list of animals that the team keeps under a name. Each is a note about the store. */
export type View = { readonly id: bigint; readonly name: string; readonly href: string }

/** A view that is not kept yet, or not any more. */
type Unkept = Omit<View, 'id'>

/** The views of the team, the oldest first. */
export const views = signal<readonly View[]>([])

/** Views that a team has at most, so that each has room as a tab. */
export const maxViews = 20

const marker = '#view '

/** The key for which the views were read. */
let readFor: string | undefined

/** Reads the views once. Without them, the list has its own tabs alone. */
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

// An event tells the number alone.
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

/** Keeps a view for the team, with a way back. */
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

/** Takes a view away from the team, with a way back. */
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
