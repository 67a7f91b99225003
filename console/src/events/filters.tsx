import { useState } from 'preact/hooks'
import { readInt64 } from '../core/int64.ts'
import { go, hrefOf } from '../core/route.ts'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import type { Filter } from './read.ts'
import { eventGroups } from './words.ts'

/** Which events are shown. It stands in the address, so that a link leads to the same events. */
export const Filters = ({ filter: { type, animal, order } }: { readonly filter: Filter }) => {
  const show = (change: Readonly<Record<string, string | bigint | undefined>>): void =>
    go(hrefOf(['events'], { type, animal, order, ...change }))
  return (
    <div class="filters event-filters">
      <div class="field">
        <label for="kind">Kind</label>
        <select
          id="kind"
          value={type}
          onChange={(event) => show({ type: event.currentTarget.value })}
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
      <NumberFilter
        key={`animal ${animal}`}
        label="Animal"
        value={animal}
        show={(id) => show({ animal: id, order: undefined })}
      />
      <NumberFilter
        key={`order ${order}`}
        label="Order"
        value={order}
        show={(id) => show({ order: id, animal: undefined })}
      />
    </div>
  )
}

const NumberFilter = ({
  label,
  value,
  show,
}: {
  readonly label: string
  readonly value: bigint | undefined
  readonly show: (id: bigint | undefined) => void
}) => {
  const [text, setText] = useState(value === undefined ? '' : String(value))
  const id = readInt64(text)
  const isWrong = text.trim() !== '' && id === undefined
  return (
    <Form
      onSubmit={() => {
        if (!isWrong) show(id)
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
          Show<span class="unseen"> the events of this {label.toLowerCase()}</span>
        </button>
      </Field>
    </Form>
  )
}
