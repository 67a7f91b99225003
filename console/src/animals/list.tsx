import { useState } from 'preact/hooks'
import { countText, t } from '../core/language.ts'
import { day, serviceNow } from '../core/time.ts'
import type { Pet } from '../../../client/src/index.ts'
import { NameForm } from '../categories/name-form.tsx'
import { categoryName } from '../categories/names.ts'
import { go } from '../core/route.ts'
import { holds, isChangedByOthers, othersChanges } from '../model/animals.ts'
import { fieldWords, textFields, textOf } from '../model/fields.ts'
import { LookChip } from '../parts/chip.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { openMenu } from '../parts/menu.tsx'
import { CopyNumber } from '../parts/number.tsx'
import { onRowKey } from '../parts/rows.ts'
import { Table } from '../parts/table.tsx'
import { may } from '../session/session.ts'
import { chosen, toggle } from './chosen.ts'
import { Face, type Faces } from './faces.tsx'
import { statusOf } from './form-values.ts'
import { holdText } from './held.ts'
import { MarkMenu } from './mark-menu.tsx'
import {
  directionOf,
  firstHref,
  type Place,
  placeHref,
  type SortColumn,
  sortHref,
  sorts,
} from './places.ts'

/** The animal that last had the focus, so that closing a panel returns there. */
let last: bigint | undefined

/** The id of the animal whose row last had the focus. */
export const lastFocused = (): string => String(last)

/**
 * A page of animals. The table is one tab stop: arrows move, Enter opens, M marks, E edits, X selects, and
 * Shift+X selects all from the last selected one.
 */
export const AnimalTable = ({
  pets,
  place,
  openId,
  faces,
}: {
  readonly pets: readonly Pet[]
  readonly faces: Faces
  readonly place: Place
  /** The animal that is open beside the list. */
  readonly openId: bigint | undefined
}) => {
  const ids = pets.map(({ id }) => id)
  const onKey = (key: string, row: string, link: Element): boolean => {
    if (key === 'm') openMenu(link.closest('tr'))
    else if (key === 'e' && may('pets:write')) go(placeHref(place, [row, 'edit']))
    else if (key.toLowerCase() === 'x') toggle(ids, BigInt(row), key === 'X')
    else return false
    return true
  }
  const head = (column: SortColumn, words: string, look = '') => {
    const direction = directionOf(place, column)
    const onSort = (): void =>
      go(sortHref(place, direction === 'ascending' ? `-${column}` : column))
    return [words, look, { direction, onSort }] as const
  }
  return (
    <Table
      look={`rows animals of-${place.status}${chosen.value.size > 0 ? ' some-chosen' : ''}`}
      caption={t('Animals')}
      columns={[
        head('name', fieldWords.name),
        head('breed', sorts.breed, 'wide-only'),
        head('category', sorts.category),
        ...textFields.map((field) => fieldWords[field]),
        head('status', sorts.status, 'status'),
        head('location', sorts.location, 'wide-only'),
        head('arrivedOn', sorts.arrivedOn, 'wide-only right'),
        // With a name filter, the only order is by name.
        place.name ? [t('Number'), 'right'] : head('id', t('Number'), 'right'),
      ]}
      onKeyDown={onRowKey(onKey)}
    >
      {pets.map((shown, row) => {
        const isChanged = isChangedByOthers(shown)
        const now = isChanged ? othersChanges.value.get(shown.id) : shown
        const pet = now ?? shown
        const order = holds.value.get(pet.id)
        const category = categoryName(pet.categoryId)
        const { breed, location, arrivedOn } = faces.get(pet.id) ?? {}
        return (
          <tr
            key={pet.id}
            class={`${isChanged ? 'changed' : ''}${chosen.value.has(pet.id) ? ' chosen' : ''}`}
            aria-current={pet.id === openId}
          >
            <th scope="row" class="name" aria-label={`${pet.name} ${breed ?? ''}`.trim()}>
              <input
                type="checkbox"
                tabIndex={-1}
                checked={chosen.value.has(pet.id)}
                aria-label={t('Choose {name}', { name: pet.name })}
                onClick={({ shiftKey }) => toggle(ids, pet.id, shiftKey)}
              />
              <a
                data-row={pet.id}
                href={placeHref(place, [pet.id])}
                tabIndex={row === 0 ? 0 : -1}
                aria-keyshortcuts="M E X"
                onFocus={() => {
                  last = pet.id
                }}
              >
                <Face profile={faces.get(pet.id)} />
                <bdi>{pet.name}</bdi>
              </a>
              {breed && (
                <small class="narrow-only">
                  {' '}
                  <bdi>{breed}</bdi>
                </small>
              )}
            </th>
            <td class="wide-only">
              <bdi>{breed}</bdi>
            </td>
            <td class="category">
              {category === undefined ? (
                <>
                  <a
                    class="number"
                    href={firstHref(place, { category: pet.categoryId })}
                    tabIndex={-1}
                  >
                    {pet.categoryId}
                    <span class="unseen"> : {t('animals of this category')}</span>
                  </a>
                  {may('categories:write') && <NameIt id={pet.categoryId} />}
                </>
              ) : (
                <bdi>{category}</bdi>
              )}
            </td>
            {textFields.map((field) => (
              <td key={field}>
                <bdi>{textOf(pet, field)}</bdi>
              </td>
            ))}
            <td class="status">
              {now ? (
                <MarkMenu pet={pet} isOneOfRow />
              ) : (
                <LookChip look={[t('Deleted'), 'cross', 'grey']} />
              )}
              {isChanged ? (
                <small class="hold">{t('changed by somebody else')}</small>
              ) : (
                holds.value.has(pet.id) &&
                statusOf(pet) === 'pending' && (
                  <small class="hold">{order ? holdText(order) : t('set aside')}</small>
                )
              )}
            </td>
            <td class="wide-only">
              <bdi>{location}</bdi>
            </td>
            <td class="wide-only right">
              {arrivedOn && countText(Math.floor((serviceNow() - Date.parse(arrivedOn)) / day))}
            </td>
            <td class="id right">
              <CopyNumber value={pet.id} what={t('animal {id}', { id: pet.id })} isOneOfRow />
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

/** A button, next to an unnamed number, to name the category. */
const NameIt = ({ id }: { readonly id: bigint }) => {
  const [isOpen, setOpen] = useState(false)
  const close = (): void => setOpen(false)
  return (
    <>
      <button
        type="button"
        class="name-it"
        tabIndex={-1}
        aria-label={t('Name it for category {id}', { id })}
        onClick={() => setOpen(true)}
      >
        {t('Name it')}
      </button>
      {isOpen && (
        <Dialog title={t('Name category {id}', { id })} onClose={close}>
          <NameForm id={id} onDone={close} />
        </Dialog>
      )}
    </>
  )
}
