import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import type { Pet } from '../../../client/src/index.ts'
import { day, hour, serviceNow, timeText } from '../core/time.ts'
import { Choices } from '../parts/choices.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { readInt64 } from '../core/int64.ts'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { useDraft } from '../parts/use-draft.ts'
import { holdQuestion } from './ask-hold.ts'
import { ForWhom, isWhomFine, keptWhom, type TypedWhom } from './for-whom.tsx'
import { hold } from './move.ts'
import { maxHold } from './moves.tsx'
import { WhichAnimal } from './which-animal.tsx'

/** The durations offered, in milliseconds from now, with their labels. */
const spans = [
  [4 * hour, t('For 4 hours')],
  [day, t('For a day')],
  [3 * day, t('For 3 days')],
  [maxHold, t('For a week')],
] as const

type Typed = TypedWhom & {
  readonly animal: string
  /** One of the offered durations; 0 if `until` says when the hold ends. */
  readonly span: number
  readonly until: string
}

/** Shows the question for whom and until when to hold an animal, while there is one. */
export const HoldQuestion = () => {
  const question = holdQuestion.value
  return question && <HoldForm key={question.pet?.id} pet={question.pet} />
}

const HoldForm = ({ pet }: { readonly pet: Pet | undefined }) => {
  const animal = String(pet?.id ?? '')
  const { typed, change, drop } = useDraft<Typed>(`hold:${animal}`, () => ({
    animal,
    word: '',
    whom: { name: '' },
    span: day,
    until: '',
  }))
  const [isJudged, setJudged] = useState(false)
  const [chosen, choose] = useState(pet)
  const saving = useSaving(chosen?.name)
  const close = (): void => {
    holdQuestion.value = undefined
  }
  const leave = (): void => {
    drop()
    close()
  }
  const id = chosen?.id ?? readInt64(typed.animal)
  const leftNow = (): number => typed.span || Date.parse(typed.until) - serviceNow()
  const isEndFine = leftNow() > 0 && leftNow() <= maxHold
  const submit = (): void => {
    setJudged(true)
    if (id === undefined || !isEndFine || !isWhomFine(typed)) return
    saving.run(async (signal) => {
      const { idempotencyKey, word } = typed
      const whom = await keptWhom(typed.whom, idempotencyKey, signal)
      // If the hold is refused, a retry finds the person already added.
      if (whom.id !== typed.whom.id) change({ whom })
      const reference = word.trim() || undefined
      const expiresAt = new Date(serviceNow() + leftNow())
      const order = { petId: id, reference, contactId: whom.id, expiresAt }
      await hold(order, chosen, idempotencyKey, signal)
      drop()
    }, close)
  }
  const title = chosen ? t('Hold {name}', { name: chosen.name }) : t('Hold an animal')
  return (
    <Dialog title={title} onClose={leave}>
      <Form onSubmit={submit}>
        {!pet && (
          <WhichAnimal
            text={typed.animal}
            chosen={chosen}
            fault={isJudged && id === undefined ? t('Choose an animal.') : undefined}
            onInput={(text) => change({ animal: text })}
            onChoose={choose}
          />
        )}
        <ForWhom typed={typed} autofocus={pet !== undefined} isJudged={isJudged} change={change} />
        <Choices
          legend={t('For how long')}
          options={[
            ...spans.map(
              ([span, words]) =>
                [
                  span,
                  t('{span}, until {time}', { span: words, time: timeText(serviceNow() + span) }),
                ] as const,
            ),
            [0, t('Choose…')],
          ]}
          chosen={typed.span}
          onChoose={(span) => change({ span })}
        />
        {typed.span === 0 && (
          <Field
            label={t('Until')}
            type="datetime-local"
            value={typed.until}
            fault={isJudged && !isEndFine ? t('Between now and seven days from now.') : undefined}
            onInput={(until) => change({ until })}
          />
        )}
        <SaveBar saving={saving} label={title} onCancel={leave} />
      </Form>
    </Dialog>
  )
}
