import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { TestClock } from '../helpers/app.ts'
import { screens, widthOf } from '../helpers/browser.ts'
import { axeFaults, keyWith, openConsole } from '../helpers/console.ts'
import { needs } from '../helpers/needs.ts'
import { patchOrder, placeOrder } from '../helpers/orders.ts'
import { addWebhook, answered, answerPing, hookUrl, report } from '../helpers/webhooks.ts'

const skip = needs('chromium')
const faulty = `Name\tKind\nRex\tDogs\n\tDogs\nTom\tHamstrs\n${'W'.repeat(200)}\t3\n`

/** What is judged: a screen, by its address if it is another one, and how it comes to its state. */
const states: ReadonlyArray<readonly [what: string, hash: string, come: (page: Page) => unknown]> =
  [
    [
      'today',
      '#/today',
      (page) =>
        page
          .getByText(/^Held until|left$/)
          .first()
          .waitFor(),
    ],
    ['animals', '#/animals', (page) => page.getByRole('row', { name: 'Rex' }).waitFor()],
    ['the menu', '', (page) => page.getByRole('button', { name: 'mark Rex as' }).click()],
    [
      'an animal',
      '#/animals/2?status=all',
      (page) => page.getByRole('heading', { name: 'Captain Whiskers' }).waitFor(),
    ],
    ['a description', '', (page) => page.getByRole('button', { name: /^Describe/ }).click()],
    [
      'a form',
      '#/animals/1/edit',
      async (page) => {
        await page.getByRole('textbox', { name: 'Name' }).fill('')
        await page.keyboard.press('Enter')
        await page.getByText('Give a name.').waitFor()
      },
    ],
    ['pasting', '#/animals/add-many', (page) => page.getByLabel('Paste cells').waitFor()],
    [
      'checking',
      '',
      async (page) => {
        await page.getByLabel('Paste cells').fill(faulty)
        await page.getByRole('button', { name: 'Check them' }).click()
        await page.getByText('Show those that are ready').click()
      },
    ],
    [
      'added',
      '',
      async (page) => {
        await page.getByLabel(/Leave out the/).click()
        await page.getByRole('button', { name: /^Add \d/ }).click()
        await page.getByRole('heading', { name: /added, number/ }).waitFor()
      },
    ],
    [
      'orders',
      '#/orders',
      (page) => page.getByRole('button', { name: 'Approve Captain' }).waitFor(),
    ],
    [
      'the dialog of a hold',
      '',
      (page) => page.getByRole('button', { name: 'Hold an animal' }).click(),
    ],
    [
      'an order',
      '#/orders/1',
      async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('heading', { name: 'Order 1' }).waitFor()
      },
    ],
    ['people', '#/people', (page) => page.getByRole('link', { name: 'Jo Fox' }).waitFor()],
    [
      'a person',
      '#/people/1',
      (page) => page.getByRole('region', { name: 'Notes' }).getByText('Rang').waitFor(),
    ],
    ['the form of a person', '#/people/1/edit', (page) => page.getByLabel('Phone').waitFor()],
    [
      'categories',
      '#/categories',
      (page) => page.getByRole('button', { name: 'Rename Dogs' }).click(),
    ],
    ['the menu of the key', '', (page) => page.locator('.key-menu > button').click()],
    [
      'the log',
      '#/events',
      async (page) => {
        await page.keyboard.press('Escape')
        await page.getByRole('link', { name: 'Order approved' }).waitFor()
      },
    ],
    [
      'an event',
      '#/events/2',
      (page) => page.getByRole('region', { name: 'the event as JSON' }).waitFor(),
    ],
    ['endpoints', '#/webhooks', (page) => page.getByText('Shop', { exact: true }).waitFor()],
    [
      'the form of an endpoint',
      '#/webhooks/new',
      (page) => page.getByLabel('Only some kinds').click(),
    ],
    [
      'an endpoint',
      '#/webhooks/1',
      (page) => page.getByRole('link', { name: 'Order approved, event 10' }).waitFor(),
    ],
    [
      'a delivery',
      '#/webhooks/1/deliveries/2',
      (page) => page.getByRole('region', { name: 'what was sent' }).waitFor(),
    ],
    ['usage', '#/usage', (page) => page.getByText('Show as table').click()],
  ]

for (const [screen, dark] of [
  ['desktop', false],
  ['phone', true],
  ['narrow', false],
] as const) {
  const how = `${screen}, ${dark ? 'dark' : 'light'}`
  test(`axe finds no fault and nothing is wider than the window: ${how}`, { skip }, async (t) => {
    const { app, page, go, hasNoComplaints } = await openConsole(t, {
      screen,
      dark,
      // The plot of the usage is of the last hours by the clock of the page.
      clock: new TestClock(Date.now()),
      names: ['Rex', 'Captain Whiskers the Third of Somewhere-upon-Avon', 'W'.repeat(200)],
    })
    await addWebhook(app, { url: `${hookUrl}/${'long'.repeat(40)}`, description: 'Shop' })
    await answerPing(app)
    await app.call('/contacts', { method: 'POST', body: { name: 'Jo Fox', phone: '1'.repeat(40) } })
    await app.call('/notes', {
      method: 'POST',
      body: { contactId: 1, text: `Rang ${'W'.repeat(99)}` },
    })
    await placeOrder(app, {
      petId: 2,
      contactId: 1,
      reference: 'an appointment at noon, or shortly after it',
    })
    await placeOrder(app, { petId: 3, reference: 'W' })
    await patchOrder(app, 2, { status: 'approved' })
    await app.call('/categories/3', { method: 'PUT', body: { name: 'Dogs' } })
    await app.call('/pets/404')
    const { newest } = await app.storage.data.events.range()
    await report(app, 1n, [{ eventId: newest - 1n, type: 'order.approved', ...answered(app, 500) }])
    for (const [what, hash, come] of states) {
      if (hash !== '') await go(hash)
      await come(page)
      assert.deepEqual(await axeFaults(page), [], what)
      assert.equal(await widthOf(page), screens[screen].width, what)
    }
    hasNoComplaints()
  })
}

test('what a key may not do is not there', { skip }, async (t) => {
  const { app, page } = await openConsole(t, { names: ['Rex'], key: keyWith(['pets:read']) })
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
  assert.deepEqual(await links.allInnerTexts(), ['Animals', 'Categories', 'Statistics', 'Usage'])
  assert.equal(await page.getByText('Add animal').count(), 0)
  assert.equal(await page.getByRole('button', { name: 'mark Rex as' }).count(), 0)
  await page.getByRole('link', { name: 'Rex' }).click()
  await page.getByRole('heading', { name: 'Rex' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Edit' }).count(), 0)
  // Nothing was refused on the way.
  const refused = app.observations.filter((seen) => seen.kind === 'request' && seen.status === 403)
  assert.deepEqual(refused, [])
})
