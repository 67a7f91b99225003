import { signal } from '../core/signal.ts'
import type { Inventory, Order, Pet, StoreEvent } from '../../../client/src/index.ts'
import { isSamePet } from './fields.ts'
import { knownPets, knownProfiles, noProfile } from './known.ts'

/** How many animals there are of each status, or undefined before it was read. */
export const inventory = signal<Inventory | undefined>(undefined)

/**
 * What was changed on this page since the list was read, by the number of the animal; undefined for
 * one that was deleted. So a changed row stays in its place until the next page.
 */
export const ownChanges = signal<ReadonlyMap<bigint, Pet | undefined>>(new Map())

/** An animal as somebody left it here, or else as it was read; undefined if it was deleted here. */
export const asLeft = (read: Pet): Pet | undefined =>
  ownChanges.value.has(read.id) ? ownChanges.value.get(read.id) : read

/** What others changed since the list was read, as `ownChanges`. Such a row is marked in its place. */
export const othersChanges = signal<ReadonlyMap<bigint, Pet | undefined>>(new Map())

/** Notes what others changed, so that nothing is offered that is gone. */
export const noteOthers = (events: readonly StoreEvent[] = []): void => {
  const changes = [...lastOfPets(events)]
  if (changes.length > 0) othersChanges.value = new Map([...othersChanges.value, ...changes])
}

/** Whether others have changed an animal that is shown as somebody left it here. */
export const isChangedByOthers = (shown: Pet): boolean =>
  othersChanges.value.has(shown.id) && !isSamePet(othersChanges.value.get(shown.id), shown)

/** How often somebody changed what is known of an animal, or its photos, on this page. */
export const ownDescriptions = signal(0)

/** Open orders, by the number of the animal that they hold; undefined for one that none holds. */
export const holds = signal<ReadonlyMap<bigint, Order | undefined>>(new Map())

/** Shows a change at once: in the row, and in the counts. */
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

/** Shows that an order holds an animal, or holds it no more. */
export const noteHold = (petId: bigint, order: Order | undefined): void => {
  holds.value = new Map(holds.value).set(petId, order)
}

/** Each animal as the last of the events left it, by its number; undefined if that deleted it. */
export const lastOfPets = (events: readonly StoreEvent[]): ReadonlyMap<bigint, Pet | undefined> =>
  new Map(
    events.flatMap(({ type, data }) =>
      'pet' in data ? [[data.pet.id, type === 'pet.deleted' ? undefined : data.pet] as const] : [],
    ),
  )

/** The events of an animal without the change of status that only follows from the step of an order just before it. */
export const withoutEchoes = (events: readonly StoreEvent[]): readonly StoreEvent[] => {
  const steps = new Set(events.filter(({ data }) => 'order' in data).map(({ id }) => id))
  return events.filter(
    ({ id, type, data }) =>
      type !== 'pet.updated' ||
      !steps.has(id - 1n) ||
      Object.keys(('previous' in data && data.previous) || {}).join() !== 'status',
  )
}

/** Whether events tell of an animal something that is not shown; what was done here is shown. */
export const isPetOld = (events: readonly StoreEvent[], shown: Pet): boolean => {
  const last = lastOfPets(events)
  return last.has(shown.id) && !isSamePet(last.get(shown.id), asLeft(shown))
}
