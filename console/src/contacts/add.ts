import { t } from '../core/language.ts'
import { hrefOf } from '../core/route.ts'
import type { Texts } from '../parts/save-texts.ts'
import { toast } from '../parts/toast.tsx'
import { undo } from '../parts/undo.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import type { PersonField } from './fields.ts'
import { noteErased, notePeople } from './names.ts'

/** Adds a person, only once even if retried, offers to undo it, and returns their id. */
export const addPerson = async (
  { name, ...texts }: Texts<'name'> & Partial<Texts<PersonField>>,
  idempotencyKey: string,
  giveUp: AbortSignal,
): Promise<bigint> => {
  const typed = Object.fromEntries(Object.entries(texts).filter(([, text]) => text !== ''))
  const call = callOf('contacts', 'create', { ...typed, name }, { idempotencyKey })
  const { data, etag } = await ask(call, giveUp)
  const { id } = data
  notePeople([data])
  toast({
    text: t('{name} was added.', { name }),
    href: hrefOf(['people', id]),
    label: t('Undo'),
    act: undo(name, async () => {
      await ask(callOf('contacts', 'delete', id, { ifMatch: etag }))
      noteErased(id)
      return t('{name} is not kept any more.', { name })
    }),
  })
  return id
}
