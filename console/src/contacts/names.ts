import { signal } from '../core/signal.ts'
import type { Contact, Order } from '../../../client/src/index.ts'
import { ask, askInParts } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { onNews } from '../requests/live.ts'
import { may } from '../session/session.ts'

/** The people of whom something was shown, by their number; undefined for one that was erased. */
export const people = signal<ReadonlyMap<bigint, Contact | undefined>>(new Map())

/** Those that were asked for, so that nobody is asked for twice. */
const asked = new Set<bigint>()

/** Forgets everybody: somebody signs out. */
export const forgetPeople = (): void => {
  asked.clear()
  people.value = new Map()
}

/** Shows what is known of people, everywhere at once. */
export const notePeople = (known: readonly Contact[]): void => {
  for (const { id } of known) asked.add(id)
  people.value = new Map([...people.value, ...known.map((each) => [each.id, each] as const)])
}

/** Shows that somebody was erased. */
export const noteErased = (id: bigint): void => {
  people.value = new Map(people.value).set(id, undefined)
}

/** Reads one person, and shows them everywhere. */
export const readPerson = async (id: bigint, giveUp?: AbortSignal) => {
  const answer = await ask(callOf('contacts', 'get', id), giveUp)
  notePeople([answer.data])
  return answer
}

/** Reads whom orders are for, if it is not known yet. Without them, orders show what was noted. */
export const needPeople = async (orders: readonly Order[]): Promise<void> => {
  const all = orders.flatMap(({ contactId }) => contactId ?? [])
  const ids = may('contacts:read') ? [...new Set(all)].filter((id) => !asked.has(id)) : []
  for (const id of ids) asked.add(id)
  try {
    // Whoever asks next relies on it, so leaving a screen does not withdraw it.
    const found = await askInParts(ids, 100, new AbortController().signal, (id) =>
      callOf('contacts', 'list', { id, limit: 100 }),
    )
    if (found.length > 0) notePeople(found)
  } catch {
    for (const id of ids) asked.delete(id)
  }
}

// An event tells the number alone.
onNews((events = []) => {
  for (const { type, data } of events) {
    if (!('contact' in data) || !people.value.has(data.contact.id)) continue
    if (type === 'contact.deleted') noteErased(data.contact.id)
    else void readPerson(data.contact.id).catch(() => undefined)
  }
})

/** A person whose name is known. */
export const personOf = ({ contactId = 0n }: Order): Contact | undefined =>
  may('contacts:read') ? people.value.get(contactId) : undefined

/** For whom an order is: the person's name, and what was noted. */
export const whomOf = (order: Order): string | undefined => {
  const name = personOf(order)?.name
  return name && order.reference ? `${name} (${order.reference})` : (name ?? order.reference)
}
