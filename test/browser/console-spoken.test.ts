import assert from 'node:assert/strict'
import { test } from 'node:test'
import { TestClock } from '../helpers/app.ts'
import type { Page } from 'playwright-core'
import { type Console, openConsole, passUntil } from '../helpers/console.ts'
import { needs } from '../helpers/needs.ts'
import { placeOrder } from '../helpers/orders.ts'
import { addWebhook, answerPing } from '../helpers/webhooks.ts'

const skip = needs('chromium')

/** What a screen reader lists when somebody asks for the outline of a page: where one can jump to. */
const outline =
  /^ *- '?((?:banner|navigation|main|complementary|region|search|heading|table|columnheader|rowheader|group|meter|status)\b.*?)'?:?$/

/** The outline of a page by Chromium's tree of accessibility, in the order in which it is spoken. */
const spoken = async (page: Page): Promise<readonly string[]> =>
  (await page.locator('body').ariaSnapshot())
    .split('\n')
    .flatMap((line) => outline.exec(line)?.[1] ?? [])

/** The head of every screen, before what is its own. */
const head = [
  'region "Environment"',
  'banner',
  'search',
  'navigation "Screens"',
  'group "Store"',
  'group "Manage"',
  'group "For developers"',
  'main',
]

/** Signs in to a store with two animals, of which one is held, and with an endpoint that is on. */
const openFilled = async (t: Parameters<typeof openConsole>[0]): Promise<Console> => {
  // Of another day than the page's, so that the plot of the usage is empty.
  const opened = await openConsole(t, { names: ['Rex', 'Luna'], clock: new TestClock() })
  const { app, page } = opened
  await app.call('/categories/3', { method: 'PUT', body: { name: 'Dogs' } })
  await placeOrder(app, { petId: 2, reference: 'web-1' })
  await addWebhook(app)
  await answerPing(app)
  // So that the page has read none of it before.
  await page.reload()
  return opened
}

test('each screen says where one is, what there is, and each part once', { skip }, async (t) => {
  const { page, go } = await openFilled(t)
  const screens = [
    {
      hash: '#/animals/2?status=all',
      // The history, and the photos, whose script is loaded with them.
      ready: ['Held for web-1 (order 1)', 'Add photos'],
      says: [
        'heading "Animals" [level=1]',
        'navigation "Animals by status"',
        'table "Animals"',
        'columnheader "Name"',
        'columnheader "Category"',
        'columnheader "Status"',
        'columnheader "Number"',
        'rowheader "Luna"',
        'rowheader "Rex"',
        'group: Copy as code',
        'complementary "Luna"',
        'heading "Luna" [level=2]',
        'region "About Luna"',
        'heading "About" [level=3]',
        'region "Photos of Luna"',
        'region "Notes"',
        'heading "Notes" [level=3]',
        'heading "Orders" [level=3]',
        'heading "History" [level=3]',
        'group: Copy as code',
      ],
    },
    {
      hash: '#/orders',
      ready: ['for web-1'],
      says: [
        'heading "Orders" [level=1]',
        'search',
        'region "Held"',
        'heading "Held 1" [level=2]',
        'region "Approved"',
        'heading "Approved 0" [level=2]',
        'region "Handed over"',
        'heading "Handed over 0" [level=2]',
        'region "Closed"',
        'heading "Closed 0" [level=2]',
        'group: Copy as code',
      ],
    },
    {
      hash: '#/categories',
      ready: ['Dogs'],
      says: [
        'heading "Categories" [level=1]',
        'table "Categories"',
        'columnheader "Number"',
        'columnheader "Name"',
        'columnheader "What you can do"',
        'rowheader "Dogs"',
        'group: Copy as code',
      ],
    },
    {
      hash: '#/events?type=Orders',
      ready: ['Luna for web-1, order 1'],
      says: [
        'heading "Events" [level=1]',
        'table "Events"',
        'columnheader "Time"',
        'columnheader "What"',
        'columnheader "About what"',
        'columnheader "By"',
        'columnheader "Number"',
        'group: Copy as code',
      ],
    },
    {
      hash: '#/webhooks/1',
      ready: ['Delivered'],
      says: [
        'heading "Endpoint 1" [level=1]',
        'region "Deliveries"',
        'navigation "Deliveries by state"',
        'table "Deliveries"',
        'columnheader "State"',
        'columnheader "What"',
        'columnheader "When"',
        'columnheader "Attempts"',
        'columnheader "What you can do"',
        'group: Copy as code',
      ],
    },
    {
      hash: '#/usage',
      ready: ['Nothing was refused in the last 24 hours.'],
      says: [
        'heading "Usage" [level=1]',
        'meter "This minute"',
        'meter "Today"',
        'meter "Open holds"',
        'heading "Requests by hour" [level=2]',
        'navigation "Steps of the plot"',
        'heading "Deprecated" [level=2]',
        'group: Copy as code',
      ],
    },
  ]
  for (const { hash, ready, says } of screens) {
    await go(hash)
    for (const text of ready)
      await page.getByRole('main').getByText(text, { exact: true }).first().waitFor()
    // The only place for messages comes last.
    const last = (await spoken(page)).at(-1) ?? ''
    assert.match(last, /^status/, hash)
    assert.deepEqual((await spoken(page)).slice(0, -1), [...head, ...says], hash)
  }
})

test('a step that takes away what had the focus leads to the heading', { skip }, async (t) => {
  const { page, go } = await openConsole(t)
  await go('#/animals/add-many')
  await page.getByLabel('Paste cells').fill('Rex;3')
  await page.getByRole('button', { name: 'Check them' }).press('Enter')
  await page.locator('h1:focus').getByText('Add many animals').waitFor()
  await page.getByRole('status').getByText('1 row: 1 ready, 0 to fix.').waitFor()
})

test('news is said once, and the time of a list never', { skip }, async (t) => {
  const { app, page } = await openConsole(t, { names: ['Rex'], control: true })
  await page.getByText(/^As of /).waitFor()
  await page.evaluate(`
    said = []
    new MutationObserver(() => said.push(document.querySelector('[role=status]').textContent))
      .observe(document.querySelector('[role=status]'), { characterData: true, childList: true, subtree: true })`)
  // Minutes pass, so the time that is shown changes.
  const shown = await page.getByText(/^As of /).innerText()
  await passUntil(page, page.getByText(/^As of /).filter({ hasNotText: shown }), 60_000)
  await app.call('/pets/1', { method: 'PATCH', body: { name: 'Rexy' } })
  await passUntil(page, page.getByRole('main').getByText('Somebody has changed this list.'))
  await page.getByRole('status').getByText('Somebody has changed this list.').waitFor()
  // Another look draws the page anew.
  const looked = page.waitForResponse((response) => response.url().endsWith('/usage'))
  await page.clock.fastForward(16_000)
  await looked
  await page.clock.fastForward(1_000)
  assert.deepEqual(await page.evaluate('said'), ['Somebody has changed this list.'])
})

test('what was said before a dialog is not said again after it', { skip }, async (t) => {
  const { page } = await openConsole(t, { names: ['Rex'] })
  await page.getByRole('button', { name: 'mark Rex as' }).click()
  await page.getByRole('menuitem', { name: 'Adopted' }).click()
  await page.getByRole('status').getByText('Rex is adopted. Undo with Z.').waitFor()
  await page.keyboard.press('?')
  await page.getByRole('dialog', { name: 'Shortcuts' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await page.getByRole('status').textContent(), '')
})
