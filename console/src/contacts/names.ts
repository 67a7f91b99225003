import { signal } from '../core/signal.ts'
import type { Contact, Order } from '../../../client/src/index.ts'
import { ask, askInParts } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { onNews } from '../requests/live.ts'
import { may } from '../session/session.ts'

/** The people who have been shown, by id; undefined for one who was erased. */
export const people = signal<ReadonlyMap<bigint, Contact | undefined>>(new Map())

/** The ids that were requested, so that nobody is read twice. */
const asked = new Set<bigint>()

/** Forgets everybody, after signing out. */
export const forgetPeople = (): void => {
  asked.clear()
  people.value = new Map()
}

/** Shows these people everywhere at once. */
export const notePeople = (known: readonly Contact[]): void => {
  for (const { id } of known) asked.add(id)
  people.value = new Map([...people.value, ...known.map((each) => [each.id, each] as const)])
}

/** Shows that somebody was erased. */
export const noteErased = (id: bigint): void => {
  people.value = new Map(people.value).set(id, undefined)
}

/** Reads one person and shows them everywhere. */
export const readPerson = async (id: bigint, giveUp?: AbortSignal) => {
  const answer = await ask(callOf('contacts', 'get', id), giveUp)
  notePeople([answer.data])
  return answer
}

/** Reads the people that orders are for, if not known yet. If that fails, orders show their notes. */
export const needPeople = async (orders: readonly Order[]): Promise<void> => {
  const all = orders.flatMap(({ contactId }) => contactId ?? [])
  const ids = may('contacts:read') ? [...new Set(all)].filter((id) => !asked.has(id)) : []
  for (const id of ids) asked.add(id)
  try {
    // Later callers rely on this read, so leaving a screen does not abort it.
    const found = await askInParts(ids, 100, new AbortController().signal, (id) =>
      callOf('contacts', 'list', { id, limit: 100 }),
    )
    if (found.length > 0) notePeople(found)
  } catch {
    for (const id of ids) asked.delete(id)
  }
}

// An event contains only the id.
onNews((events = []) => {
  for (const { type, data } of events) {
    if (!('contact' in data) || !people.value.has(data.contact.id)) continue
    if (type === 'contact.deleted') noteErased(data.contact.id)
    else void readPerson(data.contact.id).catch(() => undefined)
  }
})

/** The person an order is for, if they have been read. */
export const personOf = ({ contactId = 0n }: Order): Contact | undefined =>
  may('contacts:read') ? people.value.get(contactId) : undefined

/** For whom an order is: the person's name, and the note. */
export const whomOf = (order: Order): string | undefined => {
  const name = personOf(order)?.name
  return name && order.reference ? `${name} (${order.reference})` : (name ?? order.reference)
}
