import { useState } from 'preact/hooks'
import { readInt64 } from '../core/int64.ts'
import { go, hrefOf } from '../core/route.ts'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import type { Filter } from './read.ts'
import { eventGroups } from './words.ts'

/** Which events are shown. It stands in the address, so that a link leads to the same events. */
export const Filters = ({ filter }: { readonly filter: Filter }) => (
  <div class="filters event-filters">
    <div class="field">
      <label for="kind">Kind</label>
      <select
        id="kind"
        value={filter.type}
        onChange={({ currentTarget }) => show({ ...filter, type: currentTarget.value })}
      >
        <option value="">All</option>
        {Object.entries(eventGroups).map(([group, words]) => (
          <optgroup key={group} label={group}>
            <option value={group}>{group}: all</option>
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

const labels = { day: 'Day', by: 'By', animal: 'Animal', order: 'Order' } as const

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
        // An order is for one animal, so the two never go together.
        const others = isNumber ? { animal: undefined, order: undefined } : {}
        if (!isWrong) show({ ...filter, ...others, [name]: value })
      }}
    >
      <Field
        label={labels[name]}
        type={name === 'day' ? 'date' : 'text'}
        inputmode={isNumber ? 'numeric' : 'text'}
        maxLength={100}
        value={text}
        fault={isWrong ? 'Only digits.' : undefined}
        onInput={setText}
      >
        <button type="submit">
          Show<span class="unseen"> the events of this {name === 'by' ? 'key' : name}</span>
        </button>
      </Field>
    </Form>
  )
}
