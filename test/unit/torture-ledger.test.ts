import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type Faults, Ledger, type Shown } from '../torture/ledger.ts'
import { judgeAdmission } from '../torture/quotas.ts'

const pet = (id: number, name: string, status: string): string =>
  JSON.stringify({ id, name, categoryId: 1, status })
const order = (id: number, petId: number, status: string): string =>
  JSON.stringify({ id, petId, status })

const pets = [pet(1, 'Rex', 'available'), pet(2, 'Tom', 'pending'), pet(3, 'Kim', 'sold')]
const orders = [order(1, 2, 'placed'), order(2, 3, 'delivered')]

/** A store that is as it must be, and events that tell so. */
const shown = (with_: Partial<Shown> = {}): Shown => {
  const rows = { pet: with_.pets ?? pets, order: with_.orders ?? orders }
  const tell = ([name, texts]: readonly [string, readonly string[]]): readonly string[] =>
    texts.map((text) => `{"type":"${name}.updated","data":{"${name}":${text}}}`)
  const events = Object.entries(rows).flatMap(tell)
  return { pets, orders, events, inventory: { available: 1, pending: 1, sold: 1 }, ...with_ }
}

const faultsOf = (show: Shown): Partial<Faults> => {
  const ledger = new Ledger()
  ledger.toldPet('Rex', pets[0] ?? '')
  ledger.refused.add('Ghost')
  for (const text of orders) ledger.toldOrder(text)
  ledger.toldDeletion(9)
  ledger.compare(show)
  return Object.fromEntries(Object.entries(ledger.faults).filter(([, count]) => count > 0))
}

test('a store that is as callers were told has no faults', () => {
  assert.deepEqual(faultsOf(shown()), {})
})

const more = (text: string): Partial<Shown> => ({ pets: [...pets, text], inventory: {} })

for (const [what, with_, faults] of [
  ['an animal that is gone', { pets: pets.slice(1), inventory: {} }, { lost: 1 }],
  ['an order that is gone', { orders: orders.slice(1) }, { lost: 1 }],
  ['an animal that is there twice', more(pet(4, 'Rex', 'available')), { twice: 1, altered: 1 }],
  ['an animal that was refused', more(pet(4, 'Ghost', 'available')), { returned: 1 }],
  ['an order that was deleted', { orders: [...orders, order(9, 1, 'cancelled')] }, { returned: 1 }],
  [
    'an order that is not as told',
    { orders: [order(1, 2, 'approved'), ...orders.slice(1)] },
    { altered: 1 },
  ],
  ['two orders for one animal', { orders: [...orders, order(3, 2, 'approved')] }, { doubled: 1 }],
  [
    'an animal that is not what its order says',
    { orders: [...orders, order(3, 1, 'placed')] },
    { mismatched: 1 },
  ],
  ['an inventory that counts wrongly', { inventory: { available: 2 } }, { mismatched: 1 }],
  ['an event that is missing', { events: shown().events.slice(1) }, { differing: 1 }],
] as const) {
  test(`the ledger of the torture sees ${what}`, () => {
    assert.deepEqual(faultsOf(shown(with_)), faults)
  })
}

test('the ledger of the torture lets the clock end an order that was left to expire', () => {
  const ended = { orders: [order(1, 2, 'expired')], pets: [pet(2, 'Tom', 'available')] }
  const ledger = new Ledger()
  ledger.toldOrder(orders[0] ?? '')
  ledger.expires(1, 2)
  ledger.compare(shown({ ...ended, inventory: {} }))
  assert.equal(ledger.faults.altered, 0)
})

for (const [what, times, kills, verdict] of [
  ['counts that three kills took', [1, 2, 500, 501, 900, 901, 2_900], [5, 505, 905], 'fewer'],
  ['one too many after the last kill', [1, 1_500, 1_501, 1_502], [5], 'over'],
  ['one too many shortly before a kill', [500, 501, 502], [600], 'over'],
  ['more than twice the limit', [1, 2, 3, 4, 5], [], 'beyond'],
] as const) {
  test(`the verdict on a quota tells ${what}`, () => {
    const allowances = [{ key: '', limit: 2, allowed: new Map([[60, [...times]]]) }]
    assert.equal(judgeAdmission(allowances, () => false, kills)[verdict], 1)
  })
}
