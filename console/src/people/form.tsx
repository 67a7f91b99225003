import { useEffect, useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import type { Contact, ContactPatch } from '../../../client/src/index.ts'
import { called } from '../core/called.ts'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { saveTexts, type SeenTexts, type Texts, textsOf } from '../parts/save-texts.ts'
import { toast } from '../parts/toast.tsx'
import { useDraft } from '../parts/use-draft.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { addPerson } from '../contacts/add.ts'
import { type PersonField, personFaults, personFields, personWords } from '../contacts/fields.ts'
import { notePeople, readPerson } from '../contacts/names.ts'

type Seen = SeenTexts<PersonField>

/** The initial state of a person's form. */
export const seenOf = (person: Contact, etag?: string): Seen => ({
  texts: textsOf(personWords, person),
  etag,
})

/** Reads the initial state of a person's form from the service. */
export const readSeen = async (id: bigint, signal: AbortSignal): Promise<Seen> => {
  const { data, etag } = await readPerson(id, signal)
  return seenOf(data, etag)
}

export const PersonForm = ({
  id,
  seen: fresh,
  onSaved,
  onCancel,
}: {
  /** Undefined to add a person. */
  readonly id?: bigint
  readonly seen?: Seen
  /** Called with the id of the person. */
  readonly onSaved: (id: bigint) => void
  readonly onCancel: () => void
}) => {
  const { typed, change, drop } = useDraft<{ texts: Texts<PersonField>; seen: Seen | undefined }>(
    `person:${id ?? 'new'}`,
    () => ({ texts: fresh?.texts ?? textsOf(personWords, { name: called.value }), seen: fresh }),
  )
  const { texts, seen, idempotencyKey } = typed
  const [isJudged, setJudged] = useState(false)
  const saving = useSaving(fresh?.texts.name ?? t('The person'))
  const faults = personFaults(texts)
  useEffect(
    () => () => {
      called.value = ''
    },
    [],
  )
  const save = async (number: bigint, before: Seen, giveUp: AbortSignal) => {
    const write = async (patch: ContactPatch, ifMatch: string | undefined): Promise<void> => {
      const call = callOf('contacts', 'update', number, patch, { ifMatch })
      notePeople([(await ask(call, giveUp)).data])
    }
    const read = () => readSeen(number, giveUp)
    const clash = await saveTexts({ words: personWords, write, read }, before, texts)
    if (clash) change({ seen: clash.now })
    else toast({ text: t('{name} is saved.', { name: texts.name }) })
    return clash?.fault
  }
  const submit = (): void => {
    setJudged(true)
    if (Object.keys(faults).length > 0) return
    let saved = id
    saving.run(
      async (giveUp) => {
        if (id !== undefined && seen) {
          const fault = await save(id, seen, giveUp)
          if (fault) return fault
        } else saved = await addPerson(texts, idempotencyKey, giveUp)
        return drop()
      },
      () => saved !== undefined && onSaved(saved),
    )
  }
  return (
    <Form onSubmit={submit}>
      {personFields.map((field) => (
        <Field
          key={field}
          label={personWords[field]}
          autofocus={field === 'name'}
          value={texts[field]}
          fault={isJudged ? faults[field] : undefined}
          {...(field === 'address' && { rows: 3 })}
          {...(field === 'note' && { rows: 5 })}
          onInput={(text) => change({ texts: { ...texts, [field]: text } })}
        />
      ))}
      <SaveBar
        saving={saving}
        label={id === undefined ? t('Add') : t('Save')}
        onCancel={() => {
          drop()
          onCancel()
        }}
      />
    </Form>
  )
}
