/** Takes screenshots of the events and webhooks in the console: `npm run screenshots` writes screenshots/. */
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { TestClock } from '../test/helpers/app.ts'
import { openConsole } from '../test/helpers/console.ts'
import { needs } from '../test/helpers/needs.ts'
import { patchOrder, placeOrder } from '../test/helpers/orders.ts'
import { pictured } from './pictured-shop.ts'
import { addWebhook, answered, answerPing, report } from '../test/helpers/webhooks.ts'

const folder = fileURLToPath(new URL('../screenshots', import.meta.url))

for (const { screen, dark, environment, how } of pictured) {
  void test(`pictures of events and webhooks: ${how}`, { skip: needs('chromium') }, async (t) => {
    mkdirSync(folder, { recursive: true })
    const clock = new TestClock(Date.now() - 26 * 3_600_000)
    const { app, page, go } = await openConsole(t, {
      screen,
      dark,
      environment,
      names: ['Rex', 'Bella', 'Luna'],
      clock,
    })
    const picture = async (name: string): Promise<void> => {
      await page.screenshot({ path: `${folder}/${how}-${name}.png` })
    }
    await app.call('/categories/3', { method: 'PUT', body: { name: 'Dogs' } })
    await app.call('/pets/1', { method: 'PATCH', body: { name: 'Rexy', categoryId: 7 } })
    await placeOrder(app, { petId: 2, reference: 'web-1' })
    await patchOrder(app, 1, { status: 'approved' })
    await addWebhook(app, { url: 'https://shop.example/hooks/stock', description: 'Stock' })
    await addWebhook(app, { url: 'https://desk.example/in', types: ['order.placed'] })
    await addWebhook(app, { url: 'https://new.example/hooks' })
    await answerPing(app, 1n)
    await answerPing(app, 2n)
    // Every attempt of the last day failed.
    for (const status of [500, 500, 503]) {
      await app.call('/pets', { method: 'POST', body: { name: 'Milo', categoryId: 3 } })
      const { newest } = await app.storage.data.events.range()
      const outcome = { eventId: newest, type: 'pet.created', ...answered(app, status) }
      await report(app, 1n, [outcome])
      clock.advance(13 * 3_600_000)
    }
    await page.reload()

    await go('#/events')
    await page.getByText('Name changed from Rex to Rexy').waitFor()
    await picture('events')
    await go('#/events/6')
    await page.getByRole('region', { name: 'the event as JSON' }).waitFor()
    await picture('event')
    await go('#/events?type=Orders&order=88')
    await page.getByText('No such events.').waitFor()
    await picture('events-none')
    await go('#/webhooks')
    await page.getByText('Stock', { exact: true }).waitFor()
    await picture('webhooks')
    await go('#/webhooks/1')
    await page.getByRole('button', { name: 'Send again' }).first().waitFor()
    await picture('webhook')
    await page.getByRole('button', { name: 'Send again' }).first().click()
    await page.getByText('Queued. Watching for the result…').first().waitFor()
    await picture('webhook-again')
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await page.getByRole('link', { name: 'Ping' }).waitFor()
    await picture('webhook-all')
    await page.getByRole('button', { name: 'Switch off' }).click()
    await picture('webhook-off')
    await page.keyboard.press('Escape')
    await go('#/webhooks/1/deliveries/4')
    await page.getByRole('region', { name: 'what was sent' }).waitFor()
    await picture('delivery')
    await go('#/webhooks/1')
    await page.getByRole('button', { name: 'Send everything since…' }).click()
    await picture('webhook-recover')
    await page.keyboard.press('Escape')
    await go('#/webhooks/new')
    await page.getByLabel('URL').fill('https://other.example/hooks')
    await page.getByLabel('Only some kinds').click()
    await picture('webhook-form')
    await page.getByLabel('Everything').click()
    await page.getByRole('button', { name: 'Add the endpoint' }).click()
    await page
      .getByRole('dialog')
      .getByText(/^whsec_/)
      .waitFor()
    await picture('webhook-secret')
    await page.getByRole('button', { name: 'I have copied it' }).click()
    await page.getByText('Waiting for the answer to the ping…').first().waitFor()
    await picture('webhook-new')
    await go('#/animals/1')
    await page.getByText('Name changed from Rex to Rexy').waitFor()
    await picture('history')
    if (screen === 'phone' || screen === 'narrow') {
      await page.getByRole('button', { name: 'More', exact: true }).click()
      await picture('more')
    }
  })
}
