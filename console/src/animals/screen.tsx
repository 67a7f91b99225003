import { useEffect, useLayoutEffect } from 'preact/hooks'
import type { Pet, StoreEvent } from '../../../client/src/index.ts'
import { categoryName, needCategories } from '../categories/names.ts'
import { go, hrefOf, route } from '../core/route.ts'
import { t } from '../core/language.ts'
import {
  asLeft,
  holds,
  inventory,
  lastOfPets,
  noteOthers,
  othersChanges,
  ownChanges,
} from '../model/animals.ts'
import { knownCounts, knownPets } from '../model/known.ts'
import { isSamePet } from '../model/fields.ts'
import { HoldQuestion } from '../orders/hold-dialog.tsx'
import { openStates } from '../orders/read.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { readInt64 } from '../core/int64.ts'
import { Heading, Panel } from '../parts/heading.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { focusRowOf } from '../parts/rows.ts'
import { AsOf, Empty, Loadable } from '../parts/states.tsx'
import { useLoad } from '../parts/use-load.ts'
import { needPeople } from '../contacts/names.ts'
import { ask, askInParts } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { onNews } from '../requests/live.ts'
import { keep, keptOr } from '../session/kept.ts'
import { may } from '../session/session.ts'
import { needViews } from '../views/views.ts'
import { statusInSentence } from '../words.ts'
import { AnimalPanel } from './animal.tsx'
import { choose, chosen } from './chosen.ts'
import { ChosenBar } from './chosen-bar.tsx'
import { useFaces } from './faces.tsx'
import { Filters } from './filters.tsx'
import { AnimalForm, tellDraft } from './form.tsx'
import { statusOf } from './form-values.ts'
import { AnimalTable, lastFocused } from './list.tsx'
import { Pager } from './pager.tsx'
import {
  firstHref,
  isByName,
  localColumn,
  type Place,
  placeCall,
  placeHref,
  readPlace,
  servedPlace,
} from './places.ts'
import { sortedPets } from './sort.ts'

inventory.value = keptOr('inventory', inventory.value)
holds.value = keptOr('holds', holds.value)

type AnimalPage = { readonly pets: readonly Pet[]; readonly nextCursor: string | undefined }

/** The animals of the store. A key that may only add animals sees only the form. */
export const Screen = () => (may('pets:read') ? <Animals /> : <AddOnly />)

const AddOnly = () => (
  <main id="main" class="add-only">
    <header class="screen-head">
      <Heading title={t('Add an animal')} />
      <p class="actions">
        <AddManyLink />
      </p>
    </header>
    <AnimalForm />
  </main>
)

const AddManyLink = ({ text = t('Add many') }: { readonly text?: string }) => (
  <a class="button" href={hrefOf(['animals', 'add-many'])}>
    {text}
  </a>
)

/** A list of animals, and the panel beside it. */
const Animals = () => {
  const place = readPlace(route.value)
  const [, id = '', step] = route.value.path
  const openId = readInt64(id)
  useEffect(() => void needCategories(), [])
  useEffect(() => void needViews(), [])
  useEffect(() => onNews(noteOthers), [])
  const served = servedPlace(place)
  const loaded = useLoad(
    placeHref(served),
    async (signal, etag, isAgain) => {
      const { data, etag: fresh } = await ask(placeCall(place, etag), signal)
      if (etag === undefined) {
        for (const pet of data.items) knownPets.note(pet.id, pet)
        ownChanges.value = new Map()
        othersChanges.value = new Map()
        // Only the first page of a list reads the counts.
        if (place.cursor === undefined && (isAgain || !knownCounts.get(0n)))
          void readInventory(signal)
      }
      return { data: { pets: data.items, nextCursor: data.nextCursor }, etag: fresh }
    },
    (events, listed) => isOld(events, listed, served),
  )
  const pending = (loaded.data?.pets ?? []).flatMap((pet) =>
    statusOf(pet) === 'pending' ? pet.id : [],
  )
  useEffect(() => {
    const left = new AbortController()
    readHolds(pending, left.signal).catch(() => undefined)
    return () => left.abort()
  }, [pending.join()])

  const close = (): void => {
    go(placeHref(place))
    focusRowOf(lastFocused())
  }
  const leave = (): void => {
    tellDraft()
    close()
  }
  return (
    <>
      <ListScreen
        title={t('Animals')}
        said={placeTitle(place)}
        head={
          may('pets:write') && (
            <p class="actions">
              <AddManyLink />
              <a class="button primary" href={placeHref(place, ['new'])} aria-keyshortcuts="N">
                {t('Add animal')}
              </a>
            </p>
          )
        }
        panel={
          id === 'new' ? (
            <Panel title={t('Add an animal')} onClose={leave}>
              <AnimalForm onCancel={leave} />
            </Panel>
          ) : (
            openId !== undefined && (
              <AnimalPanel
                key={`${id} ${step}`}
                id={openId}
                isEdited={step === 'edit'}
                onClose={close}
              />
            )
          )
        }
      >
        <Filters place={place} listed={loaded.data} />
        <Loadable loaded={loaded} what={t('animals')}>
          {(listed) => <ListOf listed={listed} place={place} openId={openId} />}
        </Loadable>
        <Pager next={loaded.data?.nextCursor} place={place} />
        <AsOf loaded={loaded} />
        <CopyAs calls={[[t('List these animals'), placeCall(place)]]} />
      </ListScreen>
      <HoldQuestion />
    </>
  )
}

/** Reads the counts of the tabs. If that fails, the tabs show none. */
const readInventory = async (signal: AbortSignal): Promise<void> => {
  const read = await ask(callOf('orders', 'inventory'), signal).catch(() => undefined)
  if (signal.aborted) return
  inventory.value = read?.data
  knownCounts.note(0n, read?.data)
  keep('inventory', read?.data)
}

/** Reads which orders hold these animals, 20 animals at a time, the maximum of one request. */
const readHolds = async (ids: readonly bigint[], signal: AbortSignal): Promise<void> => {
  if (!may('orders:read')) return
  const orders = await askInParts(ids, 20, signal, (petId) =>
    callOf('orders', 'list', { petId, status: openStates, limit: 20 }),
  )
  void needPeople(orders)
  holds.value = new Map([
    ...holds.value,
    ...ids.map((id) => [id, orders.find(({ petId }) => petId === id)] as const),
  ])
  keep('holds', holds.value)
}

/** The status of a list for use in a sentence: "available", or "all". */
const statusText = (status: Place['status'] = 'all'): string =>
  status === 'all' ? t('all') : statusInSentence(status)

const placeTitle = ({ status, category, name, page }: Place): string =>
  [
    t('Animals'),
    name ? t('named {name}…', { name }) : '',
    name && status === 'all' ? '' : statusText(status),
    category === undefined ? '' : (categoryName(category) ?? t('category {id}', { id: category })),
    page ? t('page {page}', { page }) : '',
  ]
    .filter((part) => part)
    .join(', ')

const ListOf = ({
  listed,
  place,
  openId,
}: {
  readonly listed: AnimalPage
  readonly place: Place
  readonly openId: bigint | undefined
}) => {
  const served = servedPlace(place)
  const given = withOwnChanges(listed, served)
  const faces = useFaces(given.slice(0, 100).map(({ id }) => id))
  const pets = sortedPets(given, place, faces)
  const here = placeHref(served)
  // In a layout effect, so that a selection made right after it is kept.
  useLayoutEffect(() => choose([]), [here])
  const those = pets.filter(({ id }) => chosen.value.has(id))
  if (pets.length > 0)
    return (
      <>
        {localColumn(place) && (listed.nextCursor || place.cursor) && (
          <p class="hint" role="status">
            {t(
              'Only the {count} animal on this page is sorted.|Only the {count} animals on this page are sorted.',
              { count: pets.length },
            )}
          </p>
        )}
        {those.length > 0 && <ChosenBar pets={those} all={pets} faces={faces} />}
        <AnimalTable pets={pets} place={place} openId={openId} faces={faces} />
      </>
    )
  return (
    <Empty>
      <p>{emptyText(place)}</p>
      {place.category !== undefined && (
        <a class="button" href={firstHref(place, { category: undefined })}>
          {t('All categories')}
        </a>
      )}
      {place.cursor && (
        <a class="button" href={firstHref(place)}>
          {t('First page')}
        </a>
      )}
      {may('pets:write') && (
        <p class="actions">
          <a class="button" href={placeHref(place, ['new'])}>
            {t('Add an animal')}
          </a>
          <AddManyLink text={t('Add many from a spreadsheet')} />
        </p>
      )}
    </Empty>
  )
}

/** The animals of a page with the changes made here, and with those added here, next to the newest. */
const withOwnChanges = ({ pets, nextCursor }: AnimalPage, place: Place): readonly Pet[] => {
  const shown = pets.flatMap((pet) => asLeft(pet) ?? [])
  const isAscending = place.sort === 'id'
  const hasNewest = isAscending ? nextCursor === undefined : place.cursor === undefined
  if (!hasNewest || isByName(place)) return shown
  const newest = (isAscending ? pets.at(-1) : pets[0])?.id ?? 0n
  const added = [...ownChanges.value.values()].flatMap((pet) =>
    pet && pet.id > newest && isOf(place, pet) ? pet : [],
  )
  return isAscending ? [...shown, ...added] : [...added.toReversed(), ...shown]
}

/** Whether a change by others is missing from a page. Changes made here are already in it. */
const isOld = (events: readonly StoreEvent[], listed: AnimalPage, place: Place): boolean => {
  const isAscending = place.sort === 'id'
  if (events.some(({ type }) => type === 'pets.imported'))
    return isAscending ? listed.nextCursor === undefined : place.cursor === undefined
  const shown = withOwnChanges(listed, place)
  return [...lastOfPets(events)].some(([id, now]) => {
    const before = shown.find((pet) => pet.id === id)
    if (before) return !isSamePet(now, before)
    const isHere =
      isByName(place) ||
      (isAscending
        ? isBefore(id, listed.nextCursor === undefined ? undefined : listed.pets.at(-1)?.id)
        : isBefore(listed.nextCursor === undefined ? undefined : listed.pets.at(-1)?.id, id) &&
          isBefore(id, place.cursor === undefined ? undefined : listed.pets[0]?.id))
    return now && !ownChanges.value.has(id) && isHere && isOf(place, now)
  })
}

/** Whether an id is below another; true if either is unknown. */
const isBefore = (id: bigint | undefined, other: bigint | undefined): boolean =>
  id === undefined || other === undefined || id < other

/** Whether an animal belongs to a list, on any page. */
const isOf = ({ status = 'all', category, name = '' }: Place, pet: Pet): boolean =>
  (status === 'all' || statusOf(pet) === status) &&
  (category === undefined || pet.categoryId === category) &&
  pet.name.toLowerCase().startsWith(name.toLowerCase())

const emptyText = ({ status, category, name, cursor }: Place): string => {
  if (cursor) return t('No more animals here.')
  if (name) {
    return status === 'all'
      ? t('No name begins with “{name}”.', { name })
      : t('No name begins with “{name}” among those {status}.', {
          name,
          status: statusText(status),
        })
  }
  const counts = inventory.value
  if (counts && counts.available + counts.pending + counts.sold === 0n) return t('No animals yet.')
  if (category === undefined)
    return status === 'all'
      ? t('No animals here.')
      : t('No animals are {status}.', { status: statusText(status) })
  const what = categoryName(category) ?? t('of category {id}', { id: category })
  return status === 'all'
    ? t('No {what} here.', { what })
    : t('No {what} are {status}.', { what, status: statusText(status) })
}
