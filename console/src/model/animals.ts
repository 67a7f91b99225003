import { signal } from '../core/signal.ts'
import type { Inventory, Order, Pet, StoreEvent } from '../../../client/src/index.ts'
import { isSamePet } from './fields.ts'
import { knownPets, knownProfiles, noProfile } from './known.ts'

/** The number of animals of each status; undefined until it has been read. */
export const inventory = signal<Inventory | undefined>(undefined)

/**
 * Animals that were changed on this page since the list was read, by id; undefined for a deleted one. A
 * changed row therefore keeps its place until the next page is read.
 */
export const ownChanges = signal<ReadonlyMap<bigint, Pet | undefined>>(new Map())

/** An animal with the changes made on this page; undefined if it was deleted on this page. */
export const asLeft = (read: Pet): Pet | undefined =>
  ownChanges.value.has(read.id) ? ownChanges.value.get(read.id) : read

/**
 * Animals that others changed since the list was read, in the form of `ownChanges`. Their rows are marked and
 * keep their places.
 */
export const othersChanges = signal<ReadonlyMap<bigint, Pet | undefined>>(new Map())

/** Records what others changed, so that the page offers nothing that no longer exists. */
export const noteOthers = (events: readonly StoreEvent[] = []): void => {
  const changes = [...lastOfPets(events)]
  if (changes.length > 0) othersChanges.value = new Map([...othersChanges.value, ...changes])
}

/** Whether others have changed an animal since the state that is shown. */
export const isChangedByOthers = (shown: Pet): boolean =>
  othersChanges.value.has(shown.id) && !isSamePet(othersChanges.value.get(shown.id), shown)

/** How many times a profile or the photos of an animal were changed on this page. */
export const ownDescriptions = signal(0)

/** Open orders by the id of the animal that they hold; undefined for an animal that no order holds. */
export const holds = signal<ReadonlyMap<bigint, Order | undefined>>(new Map())

/** Shows a change at once, in the row and in the counts. */
export const noteChange = (before: Pet | undefined, after: Pet | undefined): void => {
  const id = before?.id ?? after?.id
  if (id === undefined) return
  ownChanges.value = new Map(ownChanges.value).set(id, after)
  knownPets.note(id, after)
  if (!before) knownProfiles.note(id, { profile: noProfile(id), etag: undefined })
  othersChanges.value = new Map([...othersChanges.value].filter(([other]) => other !== id))
  const counts = inventory.value
  if (counts === undefined) return
  const moved = { ...counts }
  if (before?.status !== undefined) moved[before.status] -= 1n
  if (after?.status !== undefined) moved[after.status] += 1n
  inventory.value = moved
}

/** Shows that an order holds an animal, or no longer holds it. */
export const noteHold = (petId: bigint, order: Order | undefined): void => {
  holds.value = new Map(holds.value).set(petId, order)
}

/** The state of each animal after its last event, by id; undefined if that event deleted it. */
export const lastOfPets = (events: readonly StoreEvent[]): ReadonlyMap<bigint, Pet | undefined> =>
  new Map(
    events.flatMap(({ type, data }) =>
      'pet' in data ? [[data.pet.id, type === 'pet.deleted' ? undefined : data.pet] as const] : [],
    ),
  )

/** The events without those changes of an animal's status that merely follow from the order event just before them. */
export const withoutEchoes = (events: readonly StoreEvent[]): readonly StoreEvent[] => {
  const steps = new Set(events.filter(({ data }) => 'order' in data).map(({ id }) => id))
  return events.filter(
    ({ id, type, data }) =>
      type !== 'pet.updated' ||
      !steps.has(id - 1n) ||
      Object.keys(('previous' in data && data.previous) || {}).join() !== 'status',
  )
}

/** Whether events leave an animal in a state that is not the one shown. Changes made on this page count as shown. */
export const isPetOld = (events: readonly StoreEvent[], shown: Pet): boolean => {
  const last = lastOfPets(events)
  return last.has(shown.id) && !isSamePet(last.get(shown.id), asLeft(shown))
}
