import { t } from '../core/language.ts'
import { categories, categoryName } from './names.ts'

/** A select for one category, or all. */
export const CategoryFilter = ({
  chosen,
  more = [],
  choose,
}: {
  readonly chosen: bigint | undefined
  /** Unnamed categories that can also be chosen. */
  readonly more?: readonly bigint[]
  /** Called with the number, or an empty text for all. */
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
