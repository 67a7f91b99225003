import { useState } from 'preact/hooks'
import type { Pet } from '../../../client/src/index.ts'
import { keep, kept } from '../core/kept.ts'
import { serviceNow, timeText } from '../core/time.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { readInt64 } from '../core/int64.ts'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { newIdempotencyKey } from '../requests/call.ts'
import { askedHold } from './ask-hold.ts'
import { hold } from './move.ts'

const hour = 3_600_000
const draftName = 'draft:hold'

/** The ends that are offered, as milliseconds from now. */
const spans = [24 * hour, 4 * hour, 3 * 24 * hour, 7 * 24 * hour - 60_000] as const

type Typed = {
  readonly animal: string
  readonly word: string
  readonly span: number
  readonly idempotencyKey: string
}

/** The place of the question for whom and until when to hold an animal. */
export const HoldQuestion = () => {
  const pet = askedHold.value
  return pet === undefined ? null : <HoldForm key={String(pet?.id)} pet={pet} />
}

const HoldForm = ({ pet }: { readonly pet: Pet | null }) => {
  const animal = pet === null ? '' : String(pet.id)
  const draft = kept<Typed>(draftName)
  const [typed, setTyped] = useState<Typed>(
    draft !== undefined && (pet === null || draft.animal === animal)
      ? draft
      : { animal, word: '', span: spans[0], idempotencyKey: newIdempotencyKey() },
  )
  const [isJudged, setJudged] = useState(false)
  const saving = useSaving(pet?.name)
  // Another form is another creation, so it gets another key.
  const change = (part: Partial<Typed>): void => {
    const next = { ...typed, ...part, idempotencyKey: newIdempotencyKey() }
    setTyped(next)
    keep(draftName, next)
  }
  const close = (): void => {
    keep(draftName, undefined)
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
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          submit()
        }}
      >
        {pet === null && (
          <Field
            label="Number of the animal"
            inputmode="numeric"
            autofocus
            value={typed.animal}
            fault={isJudged && id === undefined ? 'Give the number of an animal.' : undefined}
            onInput={(event) => change({ animal: event.currentTarget.value })}
          />
        )}
        <Field
          label="Your word"
          autofocus={pet !== null}
          hint="Like an appointment number. No names or phone numbers."
          value={typed.word}
          fault={isTooLong ? 'At most 200 characters.' : undefined}
          onInput={(event) => change({ word: event.currentTarget.value })}
        />
        <fieldset>
          <legend>Until</legend>
          <div class="choices">
            {spans.map((span) => (
              <label key={span}>
                <input
                  type="radio"
                  name="span"
                  checked={typed.span === span}
                  onChange={() => change({ span })}
                />
                {timeText(serviceNow() + span)}
              </label>
            ))}
          </div>
        </fieldset>
        <SaveBar
          saving={saving}
          label={pet === null ? 'Hold' : `Hold ${pet.name}`}
          onCancel={close}
        />
      </form>
    </Dialog>
  )
}
