import { rich, t } from '../core/language.ts'
import { FoundWords } from '../find/find.tsx'
import { type Offer, SearchField } from '../find/search-field.tsx'
import { Field } from '../parts/field.tsx'
import { may } from '../session/session.ts'

/** Whom a hold is for, as it is typed. */
export type Whom = {
  readonly name: string
  /** The number of somebody who is kept; undefined while nobody is chosen. */
  readonly id?: bigint | undefined
  /** The telephone number of somebody who is to be added. */
  readonly phone?: string | undefined
}

/** Whether somebody typed a name, and neither chose a person nor adds one. */
export const isOpenWhom = ({ name, id, phone }: Whom): boolean =>
  name.trim() !== '' && id === undefined && phone === undefined

/** Chooses a person by parts of the name, the mail or the phone, or adds one. */
export const ForWhom = ({
  whom,
  autofocus,
  fault,
  phoneFault,
  onChange,
}: {
  readonly whom: Whom
  readonly autofocus: boolean
  readonly fault: string | undefined
  readonly phoneFault: string | undefined
  readonly onChange: (whom: Whom) => void
}) => {
  const add = (name: string): Offer => ({
    group: '',
    words: <span>{rich('Add “{name}”', { name: <bdi>{name}</bdi> })}</span>,
    act: () => onChange({ name, phone: '' }),
  })
  return (
    <>
      <SearchField
        label={t('For whom')}
        hint={
          whom.id === undefined ? t('A name, a mail address or a telephone number.') : t('Chosen.')
        }
        kinds={['contact']}
        autofocus={autofocus}
        value={whom.name}
        fault={fault}
        onInput={(name) => onChange({ name })}
        offersOf={(results, text) => [
          ...results.map((result) => ({
            group: t('People'),
            words: <FoundWords result={result} />,
            act: () => onChange({ name: result.title ?? '', id: result.id }),
          })),
          ...(may('contacts:write') ? [add(text)] : []),
        ]}
      />
      {whom.phone !== undefined && (
        <Field
          label={t('Phone')}
          hint={t('{name} is added with the hold.', { name: whom.name })}
          autofocus
          value={whom.phone}
          fault={phoneFault}
          onInput={(phone) => onChange({ ...whom, phone })}
        />
      )}
    </>
  )
}
