import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import type { TestApp } from '../helpers/app.ts'
import { openConsole, shows, test } from '../helpers/console.ts'
import { addPet } from '../helpers/storage.ts'
import { addWebhook, answered, answerPing, hookUrl, report } from '../helpers/webhooks.ts'
import { deliveries } from '../../src/resources/webhooks/table.ts'

/** Refuses the message of the next event. */
const refuseNext = async (app: TestApp): Promise<void> => {
  await addPet(app.storage, { name: 'Luna', categoryId: 3n, status: 'available' })
  const { newest } = await app.storage.data.events.range()
  await report(app, 1n, [{ eventId: newest, type: 'pet.created', ...answered(app, 500) }])
}

/** Opens the console with an endpoint that is sent events, and of which the message of an event was refused. */
const openRefused = (t: TestContext) =>
  openConsole(t, {
    names: ['Rex'],
    control: true,
    setUp: async (app) => {
      await addWebhook(app)
      await answerPing(app)
      await refuseNext(app)
    },
  })

/** Answers a message that was asked for again. */
const answerAgain = async (app: TestApp, deliveryId: bigint, status: number): Promise<void> => {
  app.clock.advance(1_000)
  const { version = 0n } = (await app.storage.whole.find(deliveries, deliveryId)) ?? {}
  await report(app, 1n, [{ deliveryId, version, ...answered(app, status) }])
}

/** Lets the page look for a result. */
const nextLook = async (page: Page): Promise<void> => {
  const looked = page.waitForResponse((response) => /\/deliveries\/\d+$/.test(response.url()))
  await page.clock.fastForward(8_000)
  await looked
}

test('an endpoint is added by mouse: the secret is shown once, and the ping is watched', async (t) => {
  const { app, page, press, enter, keys } = await openConsole(t, { control: true })
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByText('No endpoints.').waitFor()
  await page.getByRole('link', { name: 'Add an endpoint' }).click()
  // What is refused stays in the form, also after a reload.
  const url = page.getByLabel('URL')
  await enter(url, 'https://ann@shop.example/hooks')
  await page.getByRole('alert').waitFor()
  await page.reload()
  assert.equal(await url.inputValue(), 'https://ann@shop.example/hooks')
  await url.fill(hookUrl)
  await page.getByLabel('Only some kinds').click()
  await press('Add the endpoint')
  await page.getByText('Choose at least one kind, or everything.').waitFor()
  await page.getByLabel('Animal added', { exact: true }).click()
  await page.getByLabel('Note', { exact: true }).fill('Stock of the shop')
  await press('Add the endpoint')
  const dialog = page.getByRole('dialog', { name: 'Copy the secret now' })
  const secret = await dialog.getByText(/^whsec_/).innerText()
  await keys('Escape')
  assert.equal(await dialog.count(), 1)
  await dialog.getByRole('button', { name: 'I have copied it' }).click()
  await shows(page, 'Waiting for the answer to the ping…')
  await answerPing(app)
  await nextLook(page)
  await shows(page, 'It answered. The endpoint is on.')
  await page.getByRole('heading', { name: 'Stock of the shop' }).waitFor()
  assert.ok(!(await page.content()).includes(secret))
  const { text } = await app.call('/webhooks/1')
  assert.match(text, /"types":\["pet.created"\].*"state":"enabled"/)
})

test('a webhook is redelivered with four keys or three clicks, and the result shows in its row', async (t) => {
  const { app, page, press, keys } = await openRefused(t)
  await addWebhook(app, { url: `${hookUrl}/other` })
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  await keys('g w')
  // What is not on comes first, so the second row is the one that is.
  await page.locator('.webhooks [data-row="2"]:focus').waitFor()
  await keys('ArrowDown Enter')
  await page.locator('.deliveries [data-row="2"]:focus').waitFor()
  await keys('r')
  await shows(page, 'Queued. Watching for the result…')
  await answerAgain(app, 2n, 503)
  await nextLook(page)
  const row = page.getByRole('row').filter({ hasText: 'event 2' })
  await row.getByText('Failed again: 503.').waitFor()
  // A day later nothing was answered better. The screen of a failing endpoint opens with what did not arrive.
  app.clock.advance(25 * 3_600_000)
  await refuseNext(app)
  await page.reload()
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('row').filter({ hasText: 'Failing' }).getByRole('link').click()
  const tab = page.getByRole('link', { name: 'Not delivered' })
  await tab.and(page.locator('[aria-current]')).waitFor()
  await press('Send again Animal added, event 2')
  await shows(page, 'Queued. Watching for the result…')
  await answerAgain(app, 2n, 200)
  await nextLook(page)
  await row.getByText('Delivered in 87 ms.').waitFor()
})

test('a delivery shows its attempts, answers and what was sent; its endpoint is changed, gets a new secret, is sent everything again, and is deleted', async (t) => {
  const { app, page, press, keys } = await openRefused(t)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('link', { name: hookUrl }).click()
  await page.getByRole('link', { name: 'Waiting' }).click()
  await page.getByRole('link', { name: 'Animal added, event 2' }).click()
  const panel = page.getByRole('complementary', { name: 'Animal added' })
  await panel.getByRole('cell', { name: /^500/ }).waitFor()
  await panel.getByText('Show the answer').click()
  await panel.getByText('ok', { exact: true }).waitFor()
  const sent = panel.getByRole('region', { name: 'what was sent' })
  assert.match(await sent.innerText(), /"name": "Luna"/)
  await keys('Escape')
  await page.locator('.deliveries [data-row="2"]:focus').waitFor()
  await press('Send again Animal added, event 2')
  await shows(page, 'Queued. Watching for the result…')
  // It may be left while it is watched.
  await page.getByRole('link', { name: 'Animals' }).click()
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  await page.clock.runFor(8_000)
  assert.equal(await page.locator('.toast').count(), 0)
  const body = { types: ['pet.created'], description: 'Shop' }
  await app.patch('/webhooks/1', body)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  await page.getByRole('link', { name: hookUrl }).click()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByLabel('Everything').click()
  await page.getByLabel('Note', { exact: true }).fill('')
  await press('Save', 'The endpoint is saved.')
  assert.doesNotMatch((await app.call('/webhooks/1')).text, /"types"|"description"/)
  await press('New secret')
  await page.getByText(/Both secrets are used until/).waitFor()
  await press('Make a new secret')
  await shows(page.getByRole('dialog'), /^whsec_/)
  await press('I have copied it')
  await press('Send everything since…')
  await page.getByRole('textbox', { name: 'Since' }).fill('2026-11-19T12:00')
  await press('Send them', /^Everything since .* is sent again\.$/)
  await press('Delete')
  await page.getByRole('dialog').getByText(hookUrl).waitFor()
  const remove = page.getByRole('dialog').getByRole('button', { name: 'Delete' })
  await press(remove, 'The endpoint is deleted.')
  assert.equal((await app.call('/webhooks')).text, '[]')
})

test('an endpoint is amber, with the count, from its first failed attempt, and is switched off and on again', async (t) => {
  const { app, page, press } = await openRefused(t)
  await page.getByRole('link', { name: 'Webhooks' }).click()
  const chip = page.locator('.chip.amber').getByText('On, 1 not delivered', { exact: true })
  await chip.waitFor()
  await page.getByRole('link', { name: hookUrl }).click()
  await page.getByRole('heading', { name: 'Endpoint 1' }).waitFor()
  await app.patch('/webhooks/1', { description: 'CRM of the office' })
  await page.reload()
  await page.getByRole('heading', { name: 'CRM of the office' }).waitFor()
  await chip.waitFor()
  for (const name of ['Not delivered 1', 'Waiting 1', 'Failed 0', 'All'])
    await page.getByRole('link', { name, exact: true }).waitFor()
  await press('Switch off')
  const dialog = page.getByRole('dialog', { name: 'Switch this endpoint off?' })
  await dialog.getByText(hookUrl).waitFor()
  await press(dialog.getByRole('button', { name: 'Switch off' }), 'The endpoint is off.')
  await page.getByText('Off', { exact: true }).waitFor()
  assert.match((await app.call('/webhooks/1')).text, /"state":"disabled"/)
  assert.equal(await page.getByRole('button', { name: 'Switch off' }).count(), 0)
  await press('Switch on')
  await shows(page, 'Waiting for the answer to the ping…')
  await answerPing(app)
  await nextLook(page)
  await chip.waitFor()
  await page.getByRole('button', { name: 'Send ping' }).waitFor()
})
