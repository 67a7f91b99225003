import { useState } from 'preact/hooks'
import type { Pet } from '../../../client/src/index.ts'
import { serviceNow, timeText } from '../core/time.ts'
import { Choices } from '../parts/choices.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { Field } from '../parts/field.tsx'
import { readInt64 } from '../core/int64.ts'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { useDraft } from '../parts/use-draft.ts'
import { askedHold } from './ask-hold.ts'
import { hold } from './move.ts'

const hour = 3_600_000

/** The ends that are offered, as milliseconds from now. */
const spans = [24 * hour, 4 * hour, 3 * 24 * hour, 7 * 24 * hour - 60_000] as const

type Typed = {
  readonly animal: string
  readonly word: string
  readonly span: number
}

/** The place of the question for whom and until when to hold an animal. */
export const HoldQuestion = () => {
  const pet = askedHold.value
  return pet === undefined ? null : <HoldForm key={pet?.id} pet={pet} />
}

const HoldForm = ({ pet }: { readonly pet: Pet | null }) => {
  const animal = pet === null ? '' : String(pet.id)
  const { typed, change, drop } = useDraft<Typed>(
    'hold',
    () => ({ animal, word: '', span: spans[0] }),
    (found) => pet === null || found.animal === animal,
  )
  const [isJudged, setJudged] = useState(false)
  const saving = useSaving(pet?.name)
  const close = (): void => {
    drop()
    askedHold.value = undefined
  }
  const id = readInt64(typed.animal)
  const isTooLong = Array.from(typed.word).length > 200
  const submit = (): void => {
    setJudged(true)
    if (id === undefined || isTooLong) return
    const word = typed.word.trim() === '' ? undefined : typed.word.trim()
    saving.run(async (signal) => {
      const { idempotencyKey, span } = typed
      await hold(id, word, serviceNow() + span, pet ?? undefined, { idempotencyKey, signal })
      close()
    })
  }
  return (
    <Dialog title={pet === null ? 'Hold an animal' : `Hold ${pet.name}`} onClose={close}>
      <Form onSubmit={submit}>
        {pet === null && (
          <Field
            label="Number of the animal"
            inputmode="numeric"
            autofocus
            value={typed.animal}
            fault={isJudged && id === undefined ? 'Give the number of an animal.' : undefined}
            onInput={(text) => change({ animal: text })}
          />
        )}
        <Field
          label="Your word"
          autofocus={pet !== null}
          hint="Like an appointment number. No names or phone numbers."
          value={typed.word}
          fault={isTooLong ? 'At most 200 characters.' : undefined}
          onInput={(word) => change({ word })}
        />
        <Choices
          legend="Until"
          options={spans.map((span) => [span, timeText(serviceNow() + span)])}
          chosen={typed.span}
          onChoose={(span) => change({ span })}
        />
        <SaveBar
          saving={saving}
          label={pet === null ? 'Hold' : `Hold ${pet.name}`}
          onCancel={close}
        />
      </Form>
    </Dialog>
  )
}
