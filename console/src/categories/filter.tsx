import { t } from '../core/language.ts'
import { categories, categoryName } from './names.ts'

/** The choice of one category, or of all. */
export const CategoryFilter = ({
  chosen,
  more = [],
  choose,
}: {
  readonly chosen: bigint | undefined
  /** Numbers of categories that can be chosen too if they have no name. */
  readonly more?: readonly bigint[]
  /** Gets the number, or an empty text for all. */
  readonly choose: (number: string) => void
}) => (
  <label class="category-filter">
    <span>{t('Category')}</span>
    <select value={String(chosen ?? '')} onChange={(event) => choose(event.currentTarget.value)}>
      <option value="">{t('All')}</option>
      {[
        ...categories.value,
        ...[...new Set([chosen ?? [], more].flat())]
          .filter((id) => !categoryName(id))
          .map((id) => ({ id, name: id })),
      ].map(({ id, name }) => (
        <option key={id} value={String(id)}>
          {name}
        </option>
      ))}
    </select>
  </label>
)
