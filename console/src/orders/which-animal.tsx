import { t } from '../core/language.ts'
import type { Pet } from '../../../client/src/index.ts'
import { categoryText } from '../categories/names.ts'
import { FoundWords } from '../find/find.tsx'
import { SearchField } from '../find/search-field.tsx'
import { attempt } from '../parts/attempt.ts'
import { Field } from '../parts/field.tsx'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'

/** A field to choose an available animal, by its id or by part of its name or profile. */
export const WhichAnimal = ({
  text,
  chosen,
  fault,
  onInput,
  onChoose,
}: {
  readonly text: string
  readonly chosen: Pet | undefined
  readonly fault: string | undefined
  readonly onInput: (text: string) => void
  readonly onChoose: (pet: Pet | undefined) => void
}) => {
  const props = { label: t('Animal'), autofocus: true, value: text, fault }
  if (!may('pets:read')) return <Field {...props} hint={t('Its number.')} onInput={onInput} />
  const choose = (id: bigint): Promise<void> =>
    attempt(t('The animal'), async () => {
      const { data } = await ask(callOf('pets', 'find', id))
      if (data) onInput(data.name)
      onChoose(data)
    })
  return (
    <SearchField
      {...props}
      hint={
        chosen
          ? t('{category}, number {id}.', {
              category: categoryText(chosen.categoryId),
              id: chosen.id,
            })
          : t('Its number, or a part of its name.')
      }
      kinds={['pet']}
      onInput={(typed) => {
        onChoose(undefined)
        onInput(typed)
      }}
      offersOf={(results) =>
        results
          .filter(({ detail }) => detail === 'available')
          .map((result) => ({
            group: t('Available animals'),
            words: <FoundWords result={result} />,
            act: () => void choose(result.id),
          }))
      }
    />
  )
}
