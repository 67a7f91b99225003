import type { Answer, Call } from '../helpers/http.ts'
import { png } from '../helpers/pictures.ts'
import type { Callers } from './callers.ts'
import type { Ledger } from './ledger.ts'
import type { Nodes } from './nodes.ts'

const small = png(8, 8)

/**
 * Keeps animals as staff do, of which a share get a photo: a person, an animal with photo, profile and note, and a hold for the person. Then it stays
 * so, the person is erased, or the animal is deleted with all that hangs on it.
 */
export const keepAnimals = async (
  callers: Callers,
  caller: number,
  photographed: number,
): Promise<void> => {
  const { nodes, ledger, key, random, ending } = callers
  /** Sends a request until it is answered. Undefined, and a fault, if the answer has another status. */
  const send = async (method: string, path: string, rest: Call, ...statuses: number[]) => {
    const { answer } = await nodes.ask(path, { key, method, ...rest })
    if (statuses.includes(answer.status)) return { text: answer.text, row: rowOf(answer) }
    nodes.surprise(answer)
    return undefined
  }
  const add = async (path: string, name: string, body: unknown, type = 'application/json') => {
    const headers = {
      'idempotency-key': `${path}-${name}`.replaceAll(' ', '-'),
      'content-type': type,
    }
    return await send('POST', path, { body, headers }, 201)
  }
  // A deletion may have been made by an attempt without an answer.
  const remove = async (path: string) => await send('DELETE', path, {}, 204, 404)

  for (let serial = 1; !ending.aborted; serial += 1) {
    const mark = `${caller}x${serial}`
    const person = await add('/contacts', mark, { name: `Customer ${mark}`, phone: '0123 456' })
    const animal = await add('/pets', mark, { name: `Face ${mark}`, categoryId: caller })
    if (person === undefined || animal === undefined) continue
    const [contactId, petId] = [person.row.id, animal.row.id]
    ledger.shows(`/contacts/${contactId}`, person.text)
    const photo =
      random() < photographed
        ? await add(`/pets/${petId}/photos`, mark, small, 'image/png')
        : undefined
    const body = { chip: mark, description: `Likes customer ${mark}.`, facts: { mark } }
    const profile = await send('PATCH', `/pets/${petId}/profile`, { body }, 200)
    if (profile !== undefined) ledger.shows(`/pets/${petId}/profile`, profile.text)
    const note = await add('/notes', mark, { petId, text: `Seen by ${mark}` })
    if (note !== undefined) ledger.shows(`/notes?petId=${petId}`, `[${note.text}]`)
    const order = await add('/store/orders', mark, { petId, contactId, reference: mark })
    if (order === undefined) continue
    const path = `/store/orders/${order.row.id}`
    ledger.toldOrder(order.text)
    const end = random()
    if (end < 0.3) {
      await remove(`/contacts/${contactId}`)
      ledger.shows(`/contacts/${contactId}`, null)
      const { contactId: erased, ...rest } = order.row
      if (erased === undefined) ledger.faults.lost += 1
      ledger.toldOrder(JSON.stringify(rest))
    } else if (end < 0.6) {
      const cancelled = await send('PATCH', path, { body: { status: 'cancelled' } }, 200)
      if (cancelled !== undefined) ledger.toldOrder(cancelled.text)
      await remove(`/pets/${petId}`)
      ledger.deletedPets.add(petId)
      ledger.shows(`/pets/${petId}/profile`, null)
      ledger.shows(`/notes?petId=${petId}`, '[]')
      ledger.shows(`/pets?id=${petId}`, '[]')
      if (photo) ledger.shows(pathOf(photo.row), null)
    } else if (photo) ledger.shows(pathOf(photo.row), '')
  }
}

type Row = {
  readonly id: number
  readonly contactId?: number
  readonly urls: { readonly thumbnail: string }
}

/** A row that was made; only those of photos have `urls`. */
const rowOf = ({ text }: Answer): Row => JSON.parse(text || 'null')

/** Photos are beside the interface. */
const pathOf = ({ urls }: Row): string => `/..${new URL(urls.thumbnail).pathname}`

/** Asks for all that staff were told of. */
export const compareShown = async (nodes: Nodes, key: string, ledger: Ledger): Promise<void> => {
  for (const [path, text] of ledger.shown) {
    const answer = path.startsWith('/..')
      ? await headOf(nodes, path)
      : (await nodes.ask(path, { key })).answer
    if (text === null) {
      if (answer.status !== 404) ledger.faults.returned += 1
    } else if (answer.status === 404) ledger.faults.lost += 1
    else if (answer.status !== 200) nodes.surprise(answer)
    else if (text !== '' && answer.text !== text) ledger.faults.altered += 1
  }
}

/** A photo's head: its bytes are no text, and a refusal has no body. */
const headOf = async (nodes: Nodes, path: string): Promise<Answer> => {
  for (;;) {
    const answer = await nodes.once(nodes.any(), path, { method: 'HEAD' })
    if (answer !== undefined && answer.status !== 503) return answer
    await nodes.pause()
  }
}

type Told = {
  readonly type: string
  readonly data: Readonly<Record<string, { readonly status?: string } | undefined>>
}

/** What the statistics count, each by the events that tell of it. */
const counted: Readonly<Record<string, (event: Told) => boolean>> = {
  added: ({ type }) => type === 'pet.created',
  deleted: ({ type }) => type === 'pet.deleted',
  adopted: ({ data: { pet, previous } }) =>
    pet?.status === 'sold' && previous?.status !== undefined,
  returned: ({ data: { pet, previous } }) => pet !== undefined && previous?.status === 'sold',
  placed: ({ type }) => type === 'order.placed',
  expired: ({ type }) => type === 'order.expired',
  cancelled: ({ type, data: { order } }) =>
    type === 'order.cancelled' || (type === 'order.deleted' && order?.status === 'placed'),
}

/** Whether the statistics of the days say otherwise than the events. */
export const differsFromEvents = (texts: readonly string[], statistics: string): boolean => {
  const events = texts.map((text): Told => JSON.parse(text))
  const rows: ReadonlyArray<Record<string, number>> = JSON.parse(statistics)
  return Object.entries(counted).some(([name, isOne]) => {
    const said = rows.reduce((sum, row) => sum + (row[name] ?? 0), 0)
    return said !== events.filter(isOne).length
  })
}
