import { useEffect, useState } from 'preact/hooks'
import type { Pet, StoreEvent } from '../../../client/src/index.ts'
import { AddMany } from '../add-many/screen.tsx'
import { NameForm } from '../categories/name-form.tsx'
import { categories, categoryName, needCategories } from '../categories/names.ts'
import { go, hrefOf, route } from '../core/route.ts'
import { countText } from '../core/time.ts'
import { asLeft, holds, inventory, isSamePet, lastOfPets, ownChanges } from '../known/animals.ts'
import { HoldQuestion } from '../orders/hold-dialog.tsx'
import { CopyAs } from '../parts/copy-as.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { readInt64 } from '../core/int64.ts'
import { Heading } from '../parts/heading.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { focusRowOf } from '../parts/rows.ts'
import { AsOf, Empty, Shown } from '../parts/states.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { type Loaded, useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { isWord, petWords } from '../words.ts'
import { AnimalPanel } from './animal.tsx'
import { FormPanel, NewAnimal } from './form.tsx'
import { AnimalTable, lastFocused } from './list.tsx'
import { statusOf } from './mark.ts'
import {
  firstPage,
  nextPlace,
  type Place,
  placeCall,
  placeHref,
  previousPlace,
  readPlace,
} from './places.ts'

const tabs = ['available', 'pending', 'sold', 'all'] as const

type Listed = { readonly pets: readonly Pet[]; readonly nextCursor: string | undefined }

/** The animals of the store, or the way to add many of them. A key that may only add them sees that. */
export const Screen = () => {
  if (route.value.path[1] === 'add-many' && may('pets:write')) return <AddMany />
  return may('pets:read') ? <Animals /> : <AddOnly />
}

const AddOnly = () => (
  <main id="main" class="add-only">
    <header class="screen-head">
      <Heading title="Add an animal" />
      <p class="actions">
        <a class="button" href={hrefOf(['animals', 'add-many'])}>
          Add many
        </a>
      </p>
    </header>
    <NewAnimal />
  </main>
)

/** A list by status, and what stands beside it. */
const Animals = () => {
  const place = readPlace(route.value)
  const [, id = '', isEdit] = route.value.path
  const openId = readInt64(id)
  const [naming, setNaming] = useState<bigint | undefined>()
  useEffect(needCategories, [])
  const loaded = useLoad(
    placeHref(place),
    async (etag) => {
      const { data, etag: fresh } = await ask(placeCall(place, etag))
      if (etag === undefined) {
        ownChanges.value = new Map()
        // A later page of the same list needs no new counts.
        if (place.cursor === undefined) void readInventory()
      }
      return { data: { pets: data.items, nextCursor: data.nextCursor }, etag: fresh }
    },
    (events, listed) => isOld(events, listed, place),
  )
  const pending = (loaded.data?.pets ?? []).filter((pet) => statusOf(pet) === 'pending')
  useLoad(pending.map((pet) => pet.id).join(), () => readHolds(pending))

  const close = (): void => {
    go(placeHref(place))
    focusRowOf(lastFocused())
  }
  return (
    <>
      <ListScreen
        title="Animals"
        said={placeTitle(place)}
        head={
          may('pets:write') && (
            <p class="actions">
              <a class="button" href={hrefOf(['animals', 'add-many'])}>
                Add many
              </a>
              <a class="button primary" href={placeHref(place, ['new'])} aria-keyshortcuts="N">
                Add animal
              </a>
            </p>
          )
        }
        panel={
          id === 'new' || isEdit === 'edit' ? (
            <FormPanel key={`${id} form`} id={openId} onClose={close} />
          ) : openId === undefined ? undefined : (
            <AnimalPanel key={id} id={openId} onClose={close} />
          )
        }
      >
        <Filters place={place} />
        <Shown loaded={loaded} what="animals">
          {(listed) => (
            <ListOf listed={listed} place={place} openId={openId} nameCategory={setNaming} />
          )}
        </Shown>
        <Pager loaded={loaded} place={place} />
        <AsOf loaded={loaded} />
        <CopyAs calls={[['List these animals', placeCall(place)]]} />
      </ListScreen>
      {naming !== undefined && (
        <Dialog title={`Name category ${naming}`} onClose={() => setNaming(undefined)}>
          <NameForm id={naming} onDone={() => setNaming(undefined)} />
        </Dialog>
      )}
      <HoldQuestion />
    </>
  )
}

/** Reads the counts of the tabs. Without them, the tabs show none. */
const readInventory = async (): Promise<void> => {
  try {
    inventory.value = (await ask(callOf('orders', 'inventory'))).data
  } catch {
    inventory.value = undefined
  }
}

/** Reads which orders hold these animals, 20 animals at a time, as many as one request may name. */
const readHolds = async (pending: readonly Pet[]): Promise<{ readonly data: number }> => {
  if (pending.length === 0 || !may('orders:read')) return { data: 0 }
  const found = new Map(holds.value)
  for (const pet of pending) found.delete(pet.id)
  for (let at = 0; at < pending.length; at += 20) {
    const petId = pending.slice(at, at + 20).map((pet) => pet.id)
    const { data } = await ask(
      callOf('orders', 'list', { petId, status: ['placed', 'approved'], limit: 20 }),
    )
    for (const order of data.items) found.set(order.petId, order)
  }
  holds.value = found
  return { data: found.size }
}

const placeTitle = ({ tab, category, name, page }: Place): string =>
  [
    'Animals',
    name === undefined ? (tab === 'all' ? 'all' : isWord(tab)) : `named ${name}…`,
    ...(category === undefined ? [] : [categoryName(category) ?? `category ${category}`]),
    ...(page === 1 ? [] : [`page ${page}`]),
  ].join(', ')

/** Tabs by status, with their counts, and the choice of a category. */
const Filters = ({ place }: { readonly place: Place }) => {
  if (place.name !== undefined) {
    return (
      <p class="filters">
        <span>
          Names that begin with “<bdi>{place.name}</bdi>”
        </span>
        <a href={placeHref(firstPage(place, { name: undefined, tab: 'available' }))}>
          Show all animals
        </a>
      </p>
    )
  }
  // Nothing counts the animals of one category cheaply.
  const counts = place.category === undefined ? inventory.value : undefined
  return (
    <div class="filters">
      <Tabs
        label="Animals by status"
        current={place.tab}
        tabs={tabs.map((tab) => [
          tab,
          tab === 'all' ? 'All' : petWords[tab],
          placeHref(firstPage(place, { tab })),
          tab === 'all' || counts === undefined ? undefined : countText(counts[tab]),
        ])}
      />
      <a href={placeHref(firstPage(place, { sort: place.sort === undefined ? '-id' : undefined }))}>
        {place.sort === undefined ? 'Newest first' : 'Oldest first'}
      </a>
      <label class="category-filter">
        <span>Category</span>
        <select
          value={place.category === undefined ? '' : String(place.category)}
          onChange={(event) =>
            go(placeHref(firstPage(place, { category: readInt64(event.currentTarget.value) })))
          }
        >
          <option value="">All</option>
          {(categories.value ?? []).map(({ id, name }) => (
            <option key={id} value={String(id)}>
              {name}
            </option>
          ))}
          {place.category !== undefined && categoryName(place.category) === undefined && (
            <option value={String(place.category)}>{place.category}</option>
          )}
        </select>
      </label>
    </div>
  )
}

const ListOf = ({
  listed,
  place,
  ...rest
}: {
  readonly listed: Listed
  readonly place: Place
  readonly openId: bigint | undefined
  readonly nameCategory: (id: bigint) => void
}) => {
  const pets = withOwnChanges(listed, place)
  if (pets.length > 0) return <AnimalTable pets={pets} place={place} {...rest} />
  return (
    <Empty>
      <p>{emptyText(place)}</p>
      {place.category !== undefined && (
        <a class="button" href={placeHref(firstPage(place, { category: undefined }))}>
          All categories
        </a>
      )}
      {place.cursor !== undefined && (
        <a class="button" href={placeHref(firstPage(place))}>
          First page
        </a>
      )}
      {may('pets:write') && (
        <p class="actions">
          <a class="button" href={placeHref(place, ['new'])}>
            Add an animal
          </a>
          <a class="button" href={hrefOf(['animals', 'add-many'])}>
            Add many from a spreadsheet
          </a>
        </p>
      )}
    </Empty>
  )
}

/** The animals of a page as somebody left them here, and on the last page those that they added. */
const withOwnChanges = ({ pets, nextCursor }: Listed, place: Place): readonly Pet[] => {
  const shown = pets.flatMap((pet) => asLeft(pet) ?? [])
  const isWhole = nextCursor === undefined && place.name === undefined && place.sort === undefined
  if (!isWhole) return shown
  const newest = pets.at(-1)?.id ?? 0n
  const left = [...ownChanges.value.values()].filter((pet) => pet !== undefined)
  return [...shown, ...left.filter((pet) => pet.id > newest && isOf(place, pet))]
}

/** Whether something that others did is missing from a page. What was done here is in it already. */
const isOld = (events: readonly StoreEvent[], listed: Listed, place: Place): boolean => {
  if (events.some(({ type }) => type === 'pets.imported')) return listed.nextCursor === undefined
  const shown = new Map(withOwnChanges(listed, place).map((pet) => [pet.id, pet]))
  const last = listed.nextCursor === undefined ? undefined : listed.pets.at(-1)?.id
  return [...lastOfPets(events)].some(([id, now]) => {
    const before = shown.get(id)
    if (before !== undefined) return now === undefined || !isSamePet(now, before)
    return (
      now !== undefined &&
      !ownChanges.value.has(id) &&
      (last === undefined || id < last) &&
      isOf(place, now)
    )
  })
}

/** Whether an animal belongs to a list, whatever its page. */
const isOf = ({ tab, category, name }: Place, pet: Pet): boolean =>
  name === undefined
    ? (tab === 'all' || statusOf(pet) === tab) &&
      (category === undefined || pet.categoryId === category)
    : pet.name.toLowerCase().startsWith(name.toLowerCase())

const emptyText = ({ tab, category, name, cursor }: Place): string => {
  if (cursor !== undefined) return 'No more animals here.'
  if (name !== undefined) return `No name begins with “${name}”.`
  const counts = inventory.value
  const isNew = counts !== undefined && counts.available + counts.pending + counts.sold === 0n
  if (isNew) return 'No animals yet.'
  const what =
    category === undefined ? 'animals' : (categoryName(category) ?? `of category ${category}`)
  return tab === 'all' ? `No ${what} here.` : `No ${what} are ${isWord(tab)}.`
}

/** Pages that keep their place while others add and delete animals. */
const Pager = ({
  loaded: { data },
  place,
}: {
  readonly loaded: Loaded<Listed>
  readonly place: Place
}) => {
  const next = data?.nextCursor
  const previous = previousPlace(place)
  if (next === undefined && place.page === 1) return null
  return (
    <nav class="pager" aria-label="Pages">
      {place.page > 1 && (
        <a class="button" href={placeHref(firstPage(place))}>
          First
        </a>
      )}
      {previous !== undefined && (
        <a class="button" href={placeHref(previous)}>
          Previous
        </a>
      )}
      <span>Page {place.page}</span>
      {next !== undefined && (
        <button type="button" onClick={() => go(placeHref(nextPlace(place, next)))}>
          Next
        </button>
      )}
    </nav>
  )
}
