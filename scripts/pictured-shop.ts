import sharp from 'sharp'
import { placeOrder, patchOrder } from '../test/helpers/orders.ts'
import type { TestApp } from '../test/helpers/app.ts'

/** The browser windows for the screenshots, and the name of each. */
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

/** The names of the animals in the shop, by ascending id from 1. */
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

const breeds = ['Beagle', 'European shorthair', 'Siamese', 'Maine Coon', 'Border collie'] as const

/** Draws the face of an animal, in its own colour. */
const faceOf = async (petId: number): Promise<Buffer> => {
  const fur = `hsl(${petId * 47} 45% 55%)`
  const svg = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 80 60"><rect width="80" height="60" fill="hsl(${petId * 47 + 180} 30% 85%)"/>
    <path d="M22 14 30 26H50L58 14 60 38A20 18 0 0 1 20 38Z" fill="${fur}"/><circle cx="32" cy="34" r="3"/><circle cx="48" cy="34" r="3"/><path d="m37 42 3 3 3-3z"/></svg>`
  return await sharp(Buffer.from(svg), { density: 720 }).png().toBuffer()
}

/** Gives the first animals profiles and photos. */
const describe = async (app: TestApp): Promise<void> => {
  for (const [at, breed] of breeds.entries()) {
    const petId = at + 1
    const body = {
      species: at % 4 === 0 ? 'Dog' : 'Cat',
      breed,
      sex: 'female',
      born: '2024-05',
      location: `Room ${petId}`,
    }
    const more = {
      chip: `98514100012345${petId}`,
      arrivedOn: '2026-10-30',
      description: 'Shy at first, then affectionate.',
    }
    await app.call(`/pets/${petId}/profile`, { method: 'PATCH', body: { ...body, ...more } })
    const headers = { 'Content-Type': 'image/png' }
    await app.call(`/pets/${petId}/photos`, { method: 'POST', body: await faceOf(petId), headers })
  }
}

/**
 * Creates two named categories, two people, some profiles, and four orders: one is on hold, one approved, one
 * handed over, one cancelled.
 */
export const fillShop = async (app: TestApp): Promise<void> => {
  for (const [id, name] of [
    [1, 'Cats'],
    [3, 'Dogs'],
  ]) {
    await app.call(`/categories/${id}`, { method: 'PUT', body: { name } })
  }
  await describe(app)
  for (const [name, phone] of [
    ['Jo Fox', '020 7946 0958'],
    ['Kim Lee', '+44 20 7946 0111'],
  ]) {
    await app.call('/contacts', { method: 'POST', body: { name, phone } })
  }
  await app.call('/notes', { method: 'POST', body: { contactId: 1, text: 'Has a garden.' } })
  for (const [petId, reference] of [
    [2, 'web-1'],
    [4, 'desk-4'],
    [7, 'walk-in 12'],
    [8, 'web-2'],
  ] as const) {
    await placeOrder(app, { petId, reference, ...(petId < 5 && { contactId: petId / 2 }) })
  }
  await patchOrder(app, 2, { status: 'approved' })
  await patchOrder(app, 3, { status: 'delivered' })
  await patchOrder(app, 4, { status: 'cancelled' })
}
