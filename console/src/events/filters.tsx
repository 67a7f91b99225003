import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { readInt64 } from '../core/int64.ts'
import { go, hrefOf } from '../core/route.ts'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import type { Filter } from './read.ts'
import { type EventGroup, eventGroups, eventGroupWords } from './words.ts'

/** The filter of the events. It is part of the URL, so that a link leads to the same events. */
export const Filters = ({ filter }: { readonly filter: Filter }) => (
  <div class="filters event-filters">
    <div class="field">
      <label for="kind">{t('Kind')}</label>
      <select
        id="kind"
        value={filter.type}
        onChange={({ currentTarget }) => show({ ...filter, type: currentTarget.value })}
      >
        <option value="">{t('All')}</option>
        {Object.entries(eventGroups).map(([group, words]) => (
          <optgroup key={group} label={eventGroupWords[group as EventGroup]}>
            <option value={group}>
              {t('{group}: all', { group: eventGroupWords[group as EventGroup] })}
            </option>
            {Object.entries(words).map(([kind, word]) => (
              <option key={kind} value={kind}>
                {word}
              </option>
            ))}
          </optgroup>
        ))}
      </select>
    </div>
    {(['day', 'by', 'animal', 'order'] as const).map((name) => (
      <TextFilter key={`${name} ${filter[name]}`} name={name} filter={filter} />
    ))}
  </div>
)

const show = (filter: Filter): void => go(hrefOf(['events'], filter))

const labels = {
  day: [t('Day'), t('Show the events of this day')],
  by: [t('By'), t('Show the events of this key')],
  animal: [t('Animal'), t('Show the events of this animal')],
  order: [t('Order'), t('Show the events of this order')],
} as const

const TextFilter = ({
  name,
  filter,
}: {
  readonly name: keyof typeof labels
  readonly filter: Filter
}) => {
  const [text, setText] = useState(String(filter[name] ?? ''))
  const isNumber = name === 'animal' || name === 'order'
  const value = isNumber ? readInt64(text) : text.trim() || undefined
  const isWrong = isNumber && text.trim() !== '' && value === undefined
  return (
    <Form
      onSubmit={() => {
        // An order is for one animal, so the two filters exclude each other.
        const others = isNumber ? { animal: undefined, order: undefined } : {}
        if (!isWrong) show({ ...filter, ...others, [name]: value })
      }}
    >
      <Field
        label={labels[name][0]}
        type={name === 'day' ? 'date' : 'text'}
        inputmode={isNumber ? 'numeric' : 'text'}
        maxLength={100}
        value={text}
        fault={isWrong ? t('Only digits.') : undefined}
        onInput={setText}
      >
        <button type="submit" aria-label={labels[name][1]}>
          {t('Show')}
        </button>
      </Field>
    </Form>
  )
}
