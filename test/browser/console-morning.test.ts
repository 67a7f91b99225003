import assert from 'node:assert/strict'
import type { Locator, Page } from 'playwright-core'
import { everyScope, scopesOf } from '../../src/access/keys/scopes.ts'
import { type Console, openConsole, test } from '../helpers/console.ts'
import { placeOrder } from '../helpers/orders.ts'

const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true })

/** What the front desk does in a morning besides the tasks of the manual, one thing after another. */
const morning: Readonly<Record<string, (desk: Console) => Promise<void>>> = {
  'see what the day brings': async ({ page, keys }) => {
    await keys('g t')
    await page.getByRole('heading', { name: 'Today', exact: true }).waitFor()
  },
  'go to the orders': async ({ page, keys }) => {
    await keys('g o')
    await page.getByRole('button', { name: 'Approve Pet 1' }).waitFor()
  },
  'keep an animal for a day longer': async ({ page, press }) => {
    await press('More for Whisky')
    await press(page.getByRole('menuitem', { name: 'Extend by a day' }), 'Whisky')
  },
  'approve one': async ({ press }) => await press('Approve Pet 1', 'Pet 1'),
  'hand the animal over': async ({ page, press }) => {
    await press('Hand over Pet 1')
    await page.getByRole('button', { name: 'Take back Pet 1' }).waitFor()
  },
  'look up who phones': async ({ page, keys }) => {
    await keys('/')
    await page.keyboard.insertText('0958')
    await page.getByRole('option', { name: 'Jo Fox' }).waitFor()
    await keys('Enter')
    await page.getByRole('heading', { name: 'Jo Fox' }).waitFor()
    await page.getByRole('complementary').getByRole('link', { name: 'Whisky' }).waitFor()
  },
  'note something about the caller': async ({ page, press }) => {
    await page.getByLabel('A new note').fill('Comes at noon.')
    await press('Add the note')
    await page.getByRole('listitem').getByText('Comes at noon.').waitFor()
  },
  'go to the animals': async ({ page, keys }) => {
    await keys('g a')
    await link(page, 'Pet 14').waitFor()
  },
  'say what is known of it': async ({ page, press, enter }) => {
    await link(page, 'Pet 14').click()
    await press('Describe Pet 14')
    const breed = page.getByRole('textbox', { name: 'Breed' })
    await enter(breed, 'Beagle', 'What is known about Pet 14 is saved.')
  },
}

/** Requests of all steps at most; on a busy machine a few more than the 25 that it takes. A Free key has 1,000 a day. */
const most = 29

test('a morning at the front desk takes few requests of a Free key, and none at rest', async (t) => {
  const scopes = scopesOf(everyScope)
  const desk = await openConsole(t, {
    names: ['Whisky', ...Array.from({ length: 14 }, (_, n) => `Pet ${n + 1}`)],
    control: true,
    key: async (made) => (await made.addKey('free', undefined, undefined, scopes)).key,
  })
  const { app, page, answered } = desk
  await link(page, 'Whisky').waitFor()
  await answered()
  const charged = (start: number): number =>
    app.requests(start).filter(({ decision }) => decision).length
  const counts = new Map([['open the console', charged(0)]])
  await app.post('/contacts', { name: 'Jo Fox', phone: '020 7946 0958' })
  for (const petId of [2, 1]) await placeOrder(app, { petId, contactId: 1 })
  for (const [name, act] of Object.entries(morning)) {
    const start = app.observations.length
    await act(desk)
    await answered()
    app.clock.advance(60_000)
    counts.set(name, charged(start))
  }
  const sum = [...counts.values()].reduce((one, other) => one + other, 0)
  for (const [name, count] of counts) t.diagnostic(`${count} ${name}`)
  t.diagnostic(`${sum} requests`)
  assert.ok(sum <= most, `${sum} requests`)
  // It reads what was done once more, from the log. At rest it only asks whether anything happened, which costs nothing.
  const rest = async (minutes: number): Promise<number> => {
    const start = app.observations.length
    for (let minute = 0; minute < minutes; minute += 1) {
      await page.clock.fastForward(60_000)
      await answered()
    }
    return charged(start)
  }
  await rest(5)
  assert.equal(await rest(10), 0)
})
