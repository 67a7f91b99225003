import { useEffect, useRef, useState } from 'preact/hooks'
import type { Pet } from '../../../client/src/index.ts'
import { categoryName } from '../categories/names.ts'
import { go } from '../core/route.ts'
import { holds } from '../known/animals.ts'
import { CopyNumber } from '../parts/number.tsx'
import { may } from '../session/session.ts'
import { holdText } from './held.ts'
import { MarkMenu } from './mark-menu.tsx'
import { type Place, placeHref } from './places.ts'

/** The animal that was in focus last, so that closing a panel returns there. */
let lastFocused: bigint | undefined

/** Puts the focus on the row of the animal that had it last, or on the first row. */
export const focusRow = (): void => {
  const links = document.querySelectorAll<HTMLElement>('.animals .name a')
  const last = [...links].find(({ id }) => id === `animal-${lastFocused}`)
  ;(last ?? links[0])?.focus()
}

/**
 * A page of animals. It is one stop of the Tab key: arrows move from row to row, Enter opens, M marks,
 * E edits.
 */
export const AnimalTable = ({
  pets,
  place,
  openId,
  nameCategory,
}: {
  readonly pets: readonly Pet[]
  readonly place: Place
  /** The animal that stands beside the list. */
  readonly openId: bigint | undefined
  readonly nameCategory: (id: bigint) => void
}) => {
  const [current, setCurrent] = useState(0)
  const [menu, setMenu] = useState<bigint | undefined>()
  const body = useRef<HTMLTableSectionElement>(null)
  useEffect(() => setCurrent(0), [place.cursor, place.tab, place.category, place.name])
  const stop = Math.min(current, pets.length - 1)
  const focus = (row: number): void => {
    const link = body.current?.querySelectorAll<HTMLElement>('.name a')[row]
    link?.focus()
    link?.scrollIntoView({ block: 'nearest' })
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key, target } = event
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey)
    const isLink = target instanceof Element && target.matches('.name a')
    const pet = pets[stop]
    if (!isPlain || !isLink || pet === undefined) return
    if (key === 'ArrowDown' || key === 'j') focus(Math.min(stop + 1, pets.length - 1))
    else if (key === 'ArrowUp' || key === 'k') focus(Math.max(stop - 1, 0))
    else if (key === 'Home') focus(0)
    else if (key === 'End') focus(pets.length - 1)
    else if (key === 'm') setMenu(pet.id)
    else if (key === 'e' && may('pets:write')) go(placeHref(place, [pet.id, 'edit']))
    else return
    event.preventDefault()
  }
  return (
    <table class="rows animals">
      <thead>
        <tr>
          <th scope="col">Name</th>
          <th scope="col">Category</th>
          <th scope="col">Status</th>
          <th scope="col" class="right">
            Number
          </th>
        </tr>
      </thead>
      <tbody ref={body} onKeyDown={onKeyDown}>
        {pets.map((pet, row) => {
          const order = holds.value.get(pet.id)
          const category = categoryName(pet.categoryId)
          return (
            <tr key={String(pet.id)} aria-current={pet.id === openId ? 'true' : undefined}>
              <td class="name">
                <a
                  id={`animal-${pet.id}`}
                  href={placeHref(place, [pet.id])}
                  tabIndex={row === stop ? 0 : -1}
                  aria-keyshortcuts="M E"
                  onFocus={() => {
                    lastFocused = pet.id
                    setCurrent(row)
                  }}
                >
                  <bdi>{pet.name}</bdi>
                </a>
              </td>
              <td class="category">
                {category === undefined ? (
                  <>
                    <span class="number">{String(pet.categoryId)}</span>
                    {may('categories:write') && (
                      <button
                        type="button"
                        class="name-it"
                        tabIndex={-1}
                        onClick={() => nameCategory(pet.categoryId)}
                      >
                        Name it<span class="unseen"> for category {String(pet.categoryId)}</span>
                      </button>
                    )}
                  </>
                ) : (
                  <bdi>{category}</bdi>
                )}
              </td>
              <td class="status">
                <MarkMenu
                  pet={pet}
                  isOneOfRow
                  isOpen={menu === pet.id}
                  onToggle={(open) => setMenu(open ? pet.id : undefined)}
                />
                {order !== undefined && <small class="hold">{holdText(order)}</small>}
              </td>
              <td class="id right">
                <CopyNumber value={pet.id} what="animal" isOneOfRow />
              </td>
            </tr>
          )
        })}
      </tbody>
    </table>
  )
}
