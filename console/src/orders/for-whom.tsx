import { rich, t } from '../core/language.ts'
import { addPerson } from '../contacts/add.ts'
import { personFaults } from '../contacts/fields.ts'
import { FoundWords } from '../find/find.tsx'
import { type Offer, SearchField } from '../find/search-field.tsx'
import { Field } from '../parts/field.tsx'
import { may } from '../session/session.ts'

/** Whom an order is for, as it is typed. */
type Whom = {
  readonly name: string
  /** The id of an existing contact; undefined while none is chosen. */
  readonly id?: bigint | undefined
  /** The telephone number of a contact to add. */
  readonly phone?: string | undefined
}

/** For whom an order is, and its note. A key that may not see people only has the note. */
export type TypedWhom = { readonly whom: Whom; readonly word: string }

/** What is wrong with the typed values, by field. */
const faultsOf = ({ whom: { name, id, phone }, word }: TypedWhom) => ({
  whom:
    may('contacts:read') && name.trim() !== '' && id === undefined && phone === undefined
      ? t('Choose a person, or add one.')
      : undefined,
  phone: personFaults({ name, phone: phone ?? '' }).phone,
  word: Array.from(word).length > 200 ? t('At most 200 characters.') : undefined,
})

/** Whether what was typed can be saved. */
export const isWhomFine = (typed: TypedWhom): boolean =>
  Object.values(faultsOf(typed)).every((fault) => fault === undefined)

/** The chosen contact, which is added first if new. */
export const keptWhom = async (
  { name, id, phone }: Whom,
  idempotencyKey: string,
  giveUp: AbortSignal,
): Promise<Whom> =>
  phone === undefined
    ? { name, id }
    : { name, id: await addPerson({ name, phone }, `${idempotencyKey}-person`, giveUp) }

/** Fields to choose a person by part of the name, email address or phone number, or to add one; and the note. */
export const ForWhom = ({
  typed: { whom, word },
  autofocus = false,
  isJudged,
  change,
}: {
  readonly typed: TypedWhom
  readonly autofocus?: boolean
  /** Whether missing values are marked as faults. */
  readonly isJudged: boolean
  readonly change: (part: Partial<TypedWhom>) => void
}) => {
  const mayChoose = may('contacts:read')
  const faults = faultsOf({ whom, word })
  const add = (name: string): Offer => ({
    group: '',
    words: <span>{rich('Add “{name}”', { name: <bdi>{name}</bdi> })}</span>,
    act: () => change({ whom: { name, phone: '' } }),
  })
  return (
    <>
      {mayChoose && (
        <SearchField
          label={t('For whom')}
          hint={
            whom.id === undefined
              ? t('A name, a mail address or a telephone number.')
              : t('Chosen. Empty the field for nobody.')
          }
          kinds={['contact']}
          autofocus={autofocus}
          value={whom.name}
          fault={isJudged ? faults.whom : undefined}
          onInput={(name) => change({ whom: { name } })}
          offersOf={(results, text) => [
            ...results.map((result) => ({
              group: t('People'),
              words: <FoundWords result={result} />,
              act: () => change({ whom: { name: result.title ?? '', id: result.id } }),
            })),
            ...(may('contacts:write') ? [add(text)] : []),
          ]}
        />
      )}
      {whom.phone !== undefined && (
        <Field
          label={t('Phone')}
          hint={t('{name} is added to the people.', { name: whom.name })}
          autofocus
          value={whom.phone}
          fault={isJudged ? faults.phone : undefined}
          onInput={(phone) => change({ whom: { ...whom, phone } })}
        />
      )}
      <Field
        label={mayChoose ? t('Note') : t('For whom')}
        autofocus={autofocus && !mayChoose}
        hint={t('A short note, like an appointment number. No names or phone numbers.')}
        value={word}
        fault={faults.word}
        onInput={(next) => change({ word: next })}
      />
    </>
  )
}
