import { useState } from 'preact/hooks'
import { readInt64 } from '../core/int64.ts'
import { go, hrefOf } from '../core/route.ts'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import type { Filter } from './read.ts'
import { eventGroups } from './words.ts'

/** Which events are shown. It stands in the address, so that a link leads to the same events. */
export const Filters = ({ filter: { type, animal, order } }: { readonly filter: Filter }) => (
  <div class="filters event-filters">
    <div class="field">
      <label for="kind">Kind</label>
      <select
        id="kind"
        value={type}
        onChange={({ currentTarget }) =>
          go(hrefOf(['events'], { type: currentTarget.value, animal, order }))
        }
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
    <NumberFilter key={`animal ${animal}`} label="Animal" value={animal} type={type} />
    <NumberFilter key={`order ${order}`} label="Order" value={order} type={type} />
  </div>
)

const NumberFilter = ({
  label,
  value = '',
  type,
}: {
  readonly label: string
  readonly value: bigint | '' | undefined
  readonly type: string
}) => {
  const name = label.toLowerCase()
  const [text, setText] = useState(String(value))
  const id = readInt64(text)
  const isWrong = text.trim() !== '' && id === undefined
  return (
    <Form
      onSubmit={() => {
        if (!isWrong) go(hrefOf(['events'], { type, [name]: id }))
      }}
    >
      <Field
        label={label}
        inputmode="numeric"
        value={text}
        fault={isWrong ? 'Only digits.' : undefined}
        onInput={setText}
      >
        <button type="submit">
          Show<span class="unseen"> the events of this {name}</span>
        </button>
      </Field>
    </Form>
  )
}
