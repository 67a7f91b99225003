import type { Pet } from '../../../client/src/index.ts'
import { CategoryFilter } from '../categories/filter.tsx'
import { readInt64 } from '../core/int64.ts'
import { countText, rich, t } from '../core/language.ts'
import { go, hrefOf } from '../core/route.ts'
import { inventory } from '../model/animals.ts'
import { Tabs } from '../parts/tabs.tsx'
import { may } from '../session/session.ts'
import { SaveView } from '../views/save-view.tsx'
import { views } from '../views/views.ts'
import { petWords } from '../words.ts'
import { firstHref, type Place, readSort, sortHref, sorts, tabs } from './places.ts'

/** Tabs by status with their counts, the views of the team, the sort order, and the choice of a category. */
export const Filters = ({
  place,
  listed,
}: {
  readonly place: Place
  /** The listed animals, once read. Their unnamed categories can also be chosen. */
  readonly listed:
    | { readonly pets: readonly Pet[]; readonly nextCursor: string | undefined }
    | undefined
}) => {
  const { status, category, name, sort, cursor } = place
  const { pets = [], nextCursor } = listed ?? {}
  const show = (change: Place): string => firstHref(place, change)
  // Animals of one category or name cannot be counted cheaply, except the listed ones.
  const isPart = category !== undefined || name !== undefined
  const counts = isPart ? undefined : inventory.value
  const count =
    isPart && listed && !cursor ? countText(pets.length) + (nextCursor ? '+' : '') : undefined
  const here = firstHref(place)
  const view = views.value.find(({ href }) => href === here)
  return (
    <div class="filters">
      {name && (
        <p>
          {rich('Names that begin with “{name}”', { name: <bdi>{name}</bdi> })}{' '}
          <a href={hrefOf(['animals'])}>{t('Show all animals')}</a>
        </p>
      )}
      <Tabs
        label={t('Animals by status')}
        current={view ? String(view.id) : (status ?? '')}
        tabs={[
          ...tabs.map(
            (tab) =>
              [
                tab,
                tab === 'all' ? t('All') : petWords[tab],
                show({ status: tab }),
                tab === 'all' || !counts
                  ? tab === status
                    ? count
                    : undefined
                  : countText(counts[tab]),
              ] as const,
          ),
          ...views.value.map((each) => [String(each.id), each.name, each.href] as const),
        ]}
      />
      {!name && (
        <label class="category-filter">
          <span>{t('Sort')}</span>
          <select
            value={sort?.replace('-', '') ?? ''}
            onChange={(event) => go(sortHref(place, readSort(event.currentTarget.value)))}
          >
            <option value="">{t('Newest first')}</option>
            {Object.entries(sorts).map(([each, words]) => (
              <option key={each} value={each}>
                {words}
              </option>
            ))}
          </select>
        </label>
      )}
      <CategoryFilter
        chosen={category}
        more={pets.map(({ categoryId }) => categoryId)}
        choose={(number) => go(show({ category: readInt64(number) }))}
      />
      {may('notes:write') && (category !== undefined || sort || name) && <SaveView href={here} />}
    </div>
  )
}
