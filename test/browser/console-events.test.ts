import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axeFaults, openConsole, passUntil, test } from '../helpers/console.ts'
import { placeOrder } from '../helpers/orders.ts'
import { addPet } from '../helpers/storage.ts'

const largest = 9_223_372_036_854_775_807n

test('events are found by kind and animal, and read as JSON by mouse', async (t) => {
  const { app, page, go, press, enter } = await openConsole(t, { names: ['Rex', 'Bella'] })
  await app.patch('/pets/1', { name: 'Rexy' })
  await app.put(`/categories/${largest}`, { name: 'Dogs' })
  await placeOrder(app, { petId: 2, reference: 'web-1' })
  await page.getByRole('link', { name: 'Events' }).click()
  const rows = page.locator('.events tbody tr')
  await page.getByText('Bella for web-1, order 1').waitFor()
  // The newest is first.
  assert.match(await rows.first().innerText(), /Animal changed\s+Bella: Marked as On hold/)
  await page.getByLabel('Kind').selectOption('Categories')
  await page.getByText('Bella for web-1, order 1').waitFor({ state: 'detached' })
  await page.getByText(`${largest}: Dogs`).waitFor()
  assert.equal(await rows.count(), 1)
  await page.getByRole('link', { name: 'Category named' }).click()
  const json = page.getByRole('region', { name: 'the event as JSON' })
  assert.match(await json.innerText(), new RegExp(`"id": ${largest},\\s+"name": "Dogs"`))
  // The filter is in the address, and so is the event.
  assert.match(page.url(), /#\/events\/4\?type=Categories$/)
  await press('Close')
  await page.getByLabel('Kind').selectOption('')
  await enter(page.getByRole('textbox', { name: 'Animal' }), '1')
  await page.getByText('Rexy: Name changed from Rex to Rexy').waitFor()
  await page.getByText('Bella').first().waitFor({ state: 'detached' })
  assert.equal(await rows.count(), 2)
  // By day and by who asked for it. The animals were not added with a key.
  await go('#/events?by=A+enterprise+key')
  await page.getByText('Bella for web-1, order 1').waitFor()
  assert.match(await rows.first().innerText(), /A enterprise key/)
  assert.equal(await rows.getByText('Animal added').count(), 0)
  await enter(page.getByLabel('Day', { exact: true }), '2020-02-29')
  await page.getByText('No such events.').waitFor()
})

test('events are opened and copied by keyboard, and older ones come on demand', async (t) => {
  const { app, page, keys } = await openConsole(t)
  for (let count = 0; count < 60; count += 1) {
    await addPet(app.storage, { name: `Pet ${count}`, categoryId: 3n, status: 'available' })
  }
  await keys('g e')
  const first = page.getByRole('row').filter({ hasText: 'Pet 59' }).getByRole('link')
  await first.and(page.locator(':focus')).waitFor()
  await keys('ArrowDown Enter')
  const panel = page.getByRole('complementary', { name: 'Animal added' })
  await panel.getByText('Pet 58', { exact: true }).waitFor()
  await keys('Escape')
  await page.locator('[data-row="59"]:focus').waitFor()
  const rows = page.locator('.events tbody tr')
  assert.equal(await rows.count(), 50)
  await page.getByRole('button', { name: 'Older' }).press('Enter')
  await page.getByText('Pet 0', { exact: true }).waitFor()
  assert.equal(await rows.count(), 60)
  assert.equal(await page.getByRole('button', { name: 'Older' }).count(), 0)
})

test('what happens shows at once, or waits while somebody reads', async (t) => {
  const { app, page, press } = await openConsole(t, { names: ['Rex'], control: true })
  await page.getByRole('link', { name: 'Events' }).click()
  const rows = page.locator('.events tbody tr')
  await rows.first().waitFor()
  await app.patch('/pets/1', { name: 'Rexy' })
  await passUntil(page, page.getByText('Rexy: Name changed from Rex to Rexy'))
  await press('Pause')
  await app.patch('/pets/1', { name: 'Max' })
  await passUntil(page, page.getByText('Paused. 1 new event.'))
  assert.equal(await rows.count(), 2)
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByText('Max: Name changed from Rexy to Max').waitFor()
})

test('what others changed is marked in its row, and the line that says so stays in sight', async (t) => {
  const names = ['Rex', 'Bella', ...Array.from({ length: 40 }, (_, n) => `Animal ${n}`)]
  const { app, page, go, answered } = await openConsole(t, { names, control: true })
  // The list before has the same animals.
  const listed = page.waitForResponse(/\/pets\?(?!.*status=)/)
  await go('#/animals?status=all')
  await listed
  await answered()
  await page.getByRole('link', { name: 'Animal 39' }).waitFor()
  await app.patch('/pets/1', { status: 'sold' })
  await app.remove('/pets/2')
  const line = page.getByRole('main').getByText('Somebody has changed this list.')
  await passUntil(page, line)
  const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
  await rowOf('Rex').getByText('changed by somebody else').waitFor()
  await rowOf('Rex').getByRole('button', { name: 'Adopted: mark Rex as' }).waitFor()
  // Nothing is offered that is gone.
  await rowOf('Bella').getByText('Deleted').waitFor()
  assert.equal(await page.getByRole('button', { name: 'mark Bella as' }).count(), 0)
  assert.equal(await rowOf('changed by somebody else').count(), 2)
  assert.deepEqual(await axeFaults(page), [])
  await page.getByRole('link', { name: 'Animal 39' }).scrollIntoViewIfNeeded()
  assert.ok(((await line.boundingBox())?.y ?? -1) >= 0, 'the line has left the window')
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('link', { name: 'Bella' }).waitFor({ state: 'detached' })
  assert.equal(await rowOf('changed by somebody else').count(), 0)
})

test('news is said once, and the time of a list never', async (t) => {
  const { app, page } = await openConsole(t, { names: ['Rex'], control: true })
  await page.getByText(/^As of /).waitFor()
  await page.evaluate(`
    said = []
    new MutationObserver(() => said.push(document.querySelector('[role=status]').textContent))
      .observe(document.querySelector('[role=status]'), { characterData: true, childList: true, subtree: true })`)
  // Minutes pass, so the time that is shown changes.
  const shown = await page.getByText(/^As of /).innerText()
  await passUntil(page, page.getByText(/^As of /).filter({ hasNotText: shown }), 60_000)
  await app.patch('/pets/1', { name: 'Rexy' })
  await passUntil(page, page.getByRole('main').getByText('Somebody has changed this list.'))
  await page.getByRole('status').getByText('Somebody has changed this list.').waitFor()
  // Another look draws the page anew.
  const looked = page.waitForResponse((response) => response.url().endsWith('/usage'))
  await page.clock.fastForward(16_000)
  await looked
  await page.clock.fastForward(1_000)
  assert.deepEqual(await page.evaluate('said'), ['Somebody has changed this list.'])
})

test('what somebody did here is no news to them, and is not said again after a dialog', async (t) => {
  const { page, keys } = await openConsole(t, { names: ['Rex'], control: true })
  await page.getByRole('link', { name: 'Rex' }).focus()
  await keys('m a')
  await page.getByRole('status').getByText('Rex is adopted. Undo with Z.').waitFor()
  await keys('?')
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
  await keys('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('status').textContent(), '')
  const read = page.waitForResponse((response) => response.url().includes('/events?'))
  await page.clock.fastForward(16_000)
  await read
  await page.clock.fastForward(1_000)
  assert.equal(await page.getByText('Somebody has changed').count(), 0)
})

/** Loads the page anew, and holds back what it asks first for news. */
const holdFirstLook = async (page: Page) => {
  const { promise, resolve: release } = Promise.withResolvers<void>()
  await page.route('**/v1/usage', async (route) => {
    await promise
    await route.continue()
  })
  await page.reload()
  return { release }
}

test('what happens between the reading of a list and the first look is news, and what the log shows already is not', async (t) => {
  const { app, page, go, press } = await openConsole(t, { names: ['Rex'], control: true })
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  const { release } = await holdFirstLook(page)
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  await app.patch('/pets/1', { name: 'Rexy' })
  release()
  await page.getByRole('main').getByText('Somebody has changed this list.').waitFor()
  const { release: look } = await holdFirstLook(page)
  for (const name of ['Ben', 'Max']) await app.patch('/pets/1', { name })
  await go('#/events')
  await page.getByText('Max: Name changed from Ben to Max').waitFor()
  await press('Pause')
  const read = page.waitForResponse((response) => response.url().includes('/events?'))
  look()
  await read
  await app.patch('/pets/1', { name: 'Tom' })
  // With the two that are shown it would be three.
  const told = page.getByRole('main').getByText(/^Paused\. [13] new/)
  await passUntil(page, told)
  assert.equal(await told.innerText(), 'Paused. 1 new event.')
})
