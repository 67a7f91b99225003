/** Takes the screenshots of the documentation: `npm run screenshots` writes docs/pictures/. */
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { changing } from '../src/access/keys/life-cycle.ts'
import { TestClock } from '../test/helpers/app.ts'
import { openConsole } from '../test/helpers/console.ts'
import { needs } from '../test/helpers/needs.ts'
import { fillShop, names } from './pictured-shop.ts'
import { addWebhook, answered, answerPing, report } from '../test/helpers/webhooks.ts'

const folder = fileURLToPath(new URL('../docs/pictures', import.meta.url))
const spreadsheet =
  'Name\tKind\tBreed\tSex\tDate of birth\nNala\tDogs\tBeagle\tf\t3 May 2024\nBruno\tDogs\tPug\tneutered\t2023\n' +
  'Otis\tCtas\t\tm\t2025-02\nPip\tCats\t\tf\t2022\n'

void test(
  'pictures of the console for the documentation',
  { skip: needs('chromium') },
  async (t) => {
    mkdirSync(folder, { recursive: true })
    const clock = new TestClock(Date.now() - 26 * 3_600_000)
    const { app, page, go } = await openConsole(t, {
      environment: 'production',
      names,
      clock,
      key: async ({ key, storage }) => {
        const limits = { perMinute: 300, perDay: 10_000, openOrders: 50 }
        for (const { id, ownerId } of await storage.keys.list()) {
          const rule = changing(id, { name: 'front desk', limits })
          await storage.keys.decide(ownerId, rule, { at: clock.time })
        }
        return key
      },
    })
    const picture = async (name: string): Promise<void> => {
      await page.setViewportSize({ width: 1_180, height: 640 })
      // The thumbnails are loaded by separate requests.
      await page.waitForLoadState('networkidle')
      await page.screenshot({ path: `${folder}/${name}.png` })
    }
    for (const id of [3, 6, 9]) {
      await app.call(`/pets/${id}`, { method: 'PATCH', body: { categoryId: 1 } })
    }
    await addWebhook(app, { url: 'https://shop.example/hooks/stock', description: 'Stock' })
    await addWebhook(app, { url: 'https://desk.example/in', types: ['order.placed'] })
    await answerPing(app, 1n)
    await answerPing(app, 2n)
    for (const status of [500, 503]) {
      await app.call('/pets', { method: 'POST', body: { name: 'Nils', categoryId: 3 } })
      const { newest } = await app.storage.data.events.range()
      const outcome = { eventId: newest, type: 'pet.created', ...answered(app, status) }
      await report(app, 1n, [outcome])
      clock.advance(13 * 3_600_000)
    }
    await fillShop(app)
    for (const path of ['/pets', '/pets?status=sold', '/store/orders', '/pets/404', '/animals']) {
      for (let times = 0; times < 9; times += 1) await app.call(path)
    }
    await page.reload()

    await go('#/animals/2?status=all')
    await page.getByRole('link', { name: 'Order 1' }).waitFor()
    await page.getByText('Added').first().waitFor()
    await picture('animals')
    await go('#/orders')
    await page.getByRole('link', { name: 'Bella' }).waitFor()
    await picture('orders')
    await go('#/animals/add-many')
    await page.getByLabel('Paste cells').fill(spreadsheet)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByText('One of these, or nothing').waitFor()
    await picture('add-many')
    await go('#/events')
    await page.getByText('Order 4').first().waitFor()
    await picture('events')
    await go('#/webhooks')
    await page.getByText('https://desk.example/in').waitFor()
    await picture('webhooks')
    await go('#/usage')
    await page.getByText('List animals').first().waitFor()
    await picture('usage')
  },
)
