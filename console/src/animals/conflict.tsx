import { useState } from 'preact/hooks'
import { categoryName } from '../categories/names.ts'
import { Choices } from '../parts/choices.tsx'
import { Form } from '../parts/form.tsx'
import { petWords } from '../words.ts'
import type { Fields, Merge } from './form-values.ts'

const words = { name: 'Name', categoryId: 'Category', status: 'Status' } as const

/** A value as staff read it. */
const shownValue = (fields: Fields, field: keyof Fields): string =>
  field === 'status'
    ? petWords[fields.status]
    : field === 'categoryId'
      ? (categoryName(fields.categoryId) ?? String(fields.categoryId))
      : fields.name

/** The fields in a sentence: "Category, Status". */
export const fieldWords = (fields: ReadonlyArray<keyof Fields>): string =>
  fields.map((field) => words[field]).join(', ')

/**
 * Shows where two people changed the same field, theirs and yours side by side, and lets somebody
 * choose field by field.
 */
export const Conflict = ({
  name,
  mine,
  theirs,
  merge: { merged, conflicts, alsoChanged },
  onSave,
  onKeepTyping,
  onDrop,
}: {
  readonly name: string
  readonly mine: Fields
  readonly theirs: Fields
  readonly merge: Merge
  readonly onSave: (chosen: Fields) => void
  readonly onKeepTyping: () => void
  readonly onDrop: () => void
}) => {
  const [chosen, setChosen] = useState(merged)
  return (
    <Form class="conflict" onSubmit={() => onSave(chosen)}>
      <p class="notice" role="alert">
        <span>Someone else changed {name} while you were typing.</span>
      </p>
      {conflicts.map((field) => (
        <Choices
          key={field}
          legend={words[field]}
          options={[
            [
              theirs[field],
              <span>
                Theirs: <bdi>{shownValue(theirs, field)}</bdi>
              </span>,
            ],
            [
              mine[field],
              <span>
                Yours: <bdi>{shownValue(mine, field)}</bdi>
              </span>,
            ],
          ]}
          chosen={chosen[field]}
          onChoose={(value) => setChosen({ ...chosen, [field]: value })}
        />
      ))}
      {alsoChanged.length > 0 && (
        <p class="hint">Also changed by someone else: {fieldWords(alsoChanged)}.</p>
      )}
      <p class="actions">
        <button type="submit" class="primary">
          Save what is chosen
        </button>
        <button type="button" onClick={onKeepTyping}>
          Keep typing
        </button>
        <button type="button" onClick={onDrop}>
          Drop mine
        </button>
      </p>
    </Form>
  )
}
