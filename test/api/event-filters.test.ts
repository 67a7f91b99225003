import assert from 'node:assert/strict'
import { test } from 'node:test'
import { issueKey, limitsOf } from '../../src/access/keys/life-cycle.ts'
import { petsCreate } from '../../src/resources/pets/changes.ts'
import { act } from '../helpers/act.ts'
import { startApp, type TestApp } from '../helpers/app.ts'
import { linkOf } from '../helpers/http.ts'
import { placeOrder } from '../helpers/orders.ts'
import { idsOn } from '../helpers/pages.ts'

type Event = {
  readonly id: number
  readonly type: string
  readonly timestamp: string
  readonly by?: string
  readonly data: Readonly<Record<string, Readonly<Record<string, unknown>>>>
}

const eventsOf = (text: string): readonly Event[] => JSON.parse(text)

const keyNamed = async ({ clock, storage }: TestApp, name: string): Promise<string> => {
  const plan = 'business'
  const limits = limitsOf(plan, undefined)
  const issued = issueKey({ environment: 'staging', name, plan, limits, now: clock.time })
  await storage.keys.insert(issued.record)
  return issued.key
}

test('events are chosen by their time and by who asked, together with the other filters', async (t) => {
  const app = await startApp(t)
  const desk = await keyNamed(app, 'Front "desk" é')
  const start = app.clock.time
  const at = (minutes: number): string => new Date(start + minutes * 60_000).toISOString()
  // Each minute another key adds an animal, and each third one is renamed.
  for (let n = 0; n < 12; n += 1) {
    app.clock.time = start + n * 60_000
    const key = n % 2 === 0 ? app.key : desk
    await app.post('/pets', { name: 'Rex', categoryId: 3 }, { key })
    if (n % 3 === 0) await app.patch(`/pets/${n + 1}`, { name: 'Max' }, { key })
  }
  for (const petId of [2, 3]) await placeOrder(app, { petId })
  const all = eventsOf((await app.call('/events?limit=100')).text)
  const name = encodeURIComponent('Front "desk" é')
  type Fits = (event: Event) => boolean
  const from =
    (minutes: number): Fits =>
    (event) =>
      event.timestamp >= at(minutes)
  const to =
    (minutes: number): Fits =>
    (event) =>
      event.timestamp < at(minutes)
  const byDesk: Fits = ({ by }) => by === 'Front "desk" é'
  const isOf =
    (...types: readonly string[]): Fits =>
    ({ type }) =>
      types.includes(type)
  const ofPet2: Fits = ({ data }) => data['pet']?.['id'] === 2 || data['order']?.['petId'] === 2
  for (const [query, ...fits] of [
    ['', () => true],
    ['type=order.placed,pet.created,order.placed', isOf('order.placed', 'pet.created')],
    ['type=key.banned', () => false],
    ['petId=2', ofPet2],
    ['petId=2&type=pet.updated,category.created', ofPet2, isOf('pet.updated')],
    ['petId=99', () => false],
    ['orderId=2', ({ data }: Event) => data['order']?.['id'] === 2],
    ['orderId=1&type=pet.created', () => false],
    [`since=${at(4)}`, from(4)],
    [`until=${at(4)}`, to(4)],
    [`since=${at(2)}&until=${at(9)}`, from(2), to(9)],
    [`by=${name}`, byDesk],
    [`by=${name}&since=${at(3)}&until=${at(10)}`, byDesk, from(3), to(10)],
    [`type=pet.updated&by=${name}`, byDesk, ({ type }: Event) => type === 'pet.updated'],
    [`petId=4&since=${at(3)}`, from(3), ({ data }: Event) => data['pet']?.['id'] === 4],
    ['by=Nobody', () => false],
    [`since=${at(99)}`, () => false],
    [`until=${at(-99)}`, () => false],
  ] as const) {
    const wanted = all.filter((event) => fits.every((fit) => fit(event))).map(({ id }) => id)
    for (const limit of [1, 3, 100]) {
      const path = `/events?limit=${limit}&${query}`
      assert.deepEqual(await idsOn(app, path), wanted, path)
      assert.deepEqual(await idsOn(app, `${path}&sort=-id`), wanted.toReversed(), path)
    }
  }
  // What is over has a last page; what is not goes on.
  const over = await app.call(`/events?until=${at(4)}`)
  assert.equal(linkOf(over, 'next'), undefined)
  const open = await app.call(`/events?until=${at(99)}`)
  assert.notEqual(linkOf(open, 'next'), undefined)
})

test('a page of a rare name ends early, and the links lead to all of its events', async (t) => {
  const app = await startApp(t)
  const rare = await keyNamed(app, 'Rare')
  const add = async (count: number): Promise<void> => {
    for (let n = 0; n < count; n += 100) {
      const added = Array.from({ length: 100 }, () => ({
        name: 'Rex',
        categoryId: 1n,
        status: 'available' as const,
      }))
      await app.storage.data.apply(petsCreate(added), act)
    }
  }
  const body = { name: 'Rare', categoryId: 1 }
  await add(1_100)
  await app.post('/pets', body, { key: rare })
  await add(1_100)
  await app.post('/pets', body, { key: rare })
  const first = await app.call('/events?by=Rare')
  assert.equal(first.text, '[]')
  assert.notEqual(linkOf(first, 'next'), undefined)
  assert.deepEqual(await idsOn(app, '/events?by=Rare'), [1_101, 2_202])
  assert.deepEqual(await idsOn(app, '/events?by=Rare&sort=-id'), [2_202, 1_101])
})
