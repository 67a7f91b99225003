import { placeOrder, patchOrder } from '../test/helpers/orders.ts'
import type { TestApp } from '../test/helpers/app.ts'

/** The windows of which pictures are taken, and how the pictures of each are named. */
export const pictured = (
  [
    ['desktop', false, 'production'],
    ['desktop', true, 'staging'],
    ['phone', false, 'staging'],
    ['narrow', true, 'production'],
  ] as const
).map(([screen, dark, environment]) => ({
  screen,
  dark,
  environment,
  how: `console-${screen}-${dark ? 'dark' : 'light'}`,
}))

/** Names of the animals of the shop, in the order of their ids from 1 on. */
export const names = [
  'Rex',
  'Bella',
  'Luna',
  'Captain Whiskers',
  'Milo',
  'Zoë',
  'Tom',
  'Hazel',
  'Juno',
] as const

/** Names two categories, and holds four of the animals: one is on hold, one approved, one handed over, one cancelled. */
export const fillShop = async (app: TestApp): Promise<void> => {
  for (const [id, name] of [
    [1, 'Cats'],
    [3, 'Dogs'],
  ]) {
    await app.call(`/categories/${id}`, { method: 'PUT', body: { name } })
  }
  for (const [petId, reference] of [
    [2, 'web-1'],
    [4, 'desk-4'],
    [7, 'walk-in 12'],
    [8, 'web-2'],
  ] as const) {
    await placeOrder(app, { petId, reference })
  }
  await patchOrder(app, 2, { status: 'approved' })
  await patchOrder(app, 3, { status: 'delivered' })
  await patchOrder(app, 4, { status: 'cancelled' })
}
