import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import type { Order, Pet } from '../../../client/src/index.ts'
import { needPeople, people } from '../contacts/names.ts'
import { holds, noteHold } from '../model/animals.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { saveTexts, type SeenTexts, type Texts } from '../parts/save-texts.ts'
import { toast } from '../parts/toast.tsx'
import { undo } from '../parts/undo.ts'
import { useDraft } from '../parts/use-draft.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { ForWhom, isWhomFine, keptWhom, type TypedWhom } from './for-whom.tsx'
import { lastChanged, orderName, type TaggedOrder } from './move.ts'

const words = { contactId: t('For whom'), reference: t('Note') } as const

type Field = keyof typeof words

/** The fields as texts, with a person as their id. */
const fieldsOf = ({ contactId, reference = '' }: Order): Texts<Field> => ({
  contactId: String(contactId ?? ''),
  reference,
})

const nameOf = (id: string): string | undefined => people.value.get(BigInt(id))?.name

/** The name of the draft for an order. */
export const whomDraft = (id: bigint): string => `whom:${id}`

/** Asks for whom an order now is, and for its note. Other fields that others change in the meantime keep their changes. */
export const WhomDialog = ({
  order,
  pet,
  onClose,
}: {
  readonly order: TaggedOrder
  readonly pet: Pet | undefined
  readonly onClose: () => void
}) => {
  const { id, petId } = order
  const { typed, change, drop } = useDraft<TypedWhom & { readonly seen: SeenTexts<Field> }>(
    whomDraft(id),
    () => {
      const texts = fieldsOf(order)
      return {
        whom: { name: nameOf(texts.contactId) ?? '', id: order.contactId },
        word: texts.reference,
        seen: { texts, etag: order.etag },
      }
    },
  )
  const [isJudged, setJudged] = useState(false)
  const name = t('Order {id}', { id })
  const saving = useSaving(name)
  const leave = (): void => {
    drop()
    onClose()
  }
  const write = async (
    { contactId, reference }: Readonly<Partial<Record<Field, string | null>>>,
    ifMatch: string | undefined,
  ): Promise<string | undefined> => {
    const patch = { contactId: contactId == null ? contactId : BigInt(contactId), reference }
    const { data, etag } = await ask(callOf('orders', 'update', id, patch, { ifMatch }))
    lastChanged.value = { ...data, etag }
    void needPeople([data])
    if (holds.value.get(petId)?.id === id) noteHold(petId, data)
    return etag
  }
  const save = async (giveUp: AbortSignal): Promise<string | void> => {
    const { seen, word, idempotencyKey } = typed
    const whom = await keptWhom(typed.whom, idempotencyKey, giveUp)
    // If saving the order fails, a retry finds the person already added.
    if (whom.id !== typed.whom.id) change({ whom })
    const clash = await saveTexts(
      {
        words,
        write: async (patch, ifMatch) => {
          const etag = await write(patch, ifMatch)
          const old = Object.entries(seen.texts).filter(([field]) => field in patch)
          toast({
            text: t('{name} is saved.', { name }),
            label: t('Undo'),
            act: undo(name, async () => {
              await write(
                Object.fromEntries(old.map(([field, text]) => [field, text || null])),
                etag,
              )
              return t('{name} is as it was.', { name })
            }),
          })
        },
        read: async () => {
          const { data, etag } = await ask(callOf('orders', 'get', id), giveUp)
          await needPeople([data])
          return { texts: fieldsOf(data), etag }
        },
        shown: (field, text) => (field === 'contactId' && nameOf(text)) || text,
      },
      seen,
      { contactId: String(whom.id ?? ''), reference: word.trim() },
    )
    if (!clash) return drop()
    change({ whom, seen: clash.now })
    return clash.fault
  }
  return (
    <Dialog title={t('For whom is {name}?', { name: orderName(order, pet) })} onClose={leave}>
      <Form
        onSubmit={() => {
          setJudged(true)
          if (isWhomFine(typed)) saving.run(save, onClose)
        }}
      >
        <ForWhom typed={typed} autofocus isJudged={isJudged} change={change} />
        <SaveBar saving={saving} label={t('Save')} onCancel={leave} />
      </Form>
    </Dialog>
  )
}
