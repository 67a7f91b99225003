import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { Choices } from '../parts/choices.tsx'
import { Form } from '../parts/form.tsx'
import { type Fields, fieldWords } from '../model/fields.ts'
import { fieldText } from './form-values.ts'
import type { Clash } from './save.ts'
import { shownField } from './form-text.ts'

/** Shows the fields that two people changed, theirs and yours side by side, to choose field by field. */
export const Conflict = ({
  mine,
  clash: {
    seen: { pet: theirs },
    merge: { merged, conflicts, alsoChanged },
  },
  onSave,
  onKeepTyping,
  onDrop,
}: {
  readonly mine: Fields
  readonly clash: Clash
  readonly onSave: (chosen: Fields) => void
  readonly onKeepTyping: () => void
  readonly onDrop: () => void
}) => {
  const [chosen, setChosen] = useState(merged)
  return (
    <Form class="conflict" onSubmit={() => onSave(chosen)}>
      <p class="notice" role="alert">
        <span>
          {t('Somebody else changed {name} while you were typing.', { name: theirs.name })}
        </span>
      </p>
      {conflicts.map((field) => (
        <Choices
          key={field}
          legend={fieldWords[field]}
          options={[[t('Theirs'), theirs] as const, [t('Yours'), mine] as const].map(
            ([whose, fields]) => [
              fields[field],
              <span>
                {whose}: <bdi>{shownField(fields, field)}</bdi>
              </span>,
            ],
          )}
          chosen={chosen[field]}
          onChoose={(value) => setChosen({ ...chosen, [field]: value })}
        />
      ))}
      {alsoChanged.length > 0 && (
        <p class="hint">
          {t('Also changed by somebody else: {fields}.', { fields: fieldText(alsoChanged) })}
        </p>
      )}
      <p class="actions">
        <button type="submit" class="primary">
          {t('Save what is chosen')}
        </button>
        <button type="button" onClick={onKeepTyping}>
          {t('Keep typing')}
        </button>
        <button type="button" onClick={onDrop}>
          {t('Discard mine')}
        </button>
      </p>
    </Form>
  )
}
