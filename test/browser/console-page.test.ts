import assert from 'node:assert/strict'
import type { CDPSession } from 'playwright-core'
import { startApp, wideLimits } from '../helpers/app.ts'
import { openPage } from '../helpers/browser.ts'
import { axeFaults, freeKey, openConsole, shows, test, useUp } from '../helpers/console.ts'
import { placeOrder } from '../helpers/orders.ts'

const metricOf = async (cdp: CDPSession, name: string): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find((metric) => metric.name === name)?.value ?? assert.fail(`no ${name}`)
}

test('10,000 animals are paged through without growth of memory', async (t) => {
  const { app, page, go } = await openConsole(t)
  for (let batch = 0; batch < 100; batch += 1) {
    const body = Array.from({ length: 100 }, (_, n) => ({
      name: `Animal ${batch * 100 + n + 1}`,
      categoryId: 3,
    }))
    await app.post('/pets/batch', body)
  }
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await go('#/animals?status=all')
  const heaps: number[] = []
  for (let number = 1; number <= 200; number += 1) {
    await page.getByRole('link', { name: `Animal ${10_001 - number * 50}`, exact: true }).waitFor()
    if (number % 10 === 0) {
      await cdp.send('HeapProfiler.collectGarbage')
      heaps.push(await metricOf(cdp, 'JSHeapUsedSize'))
    }
    if (number < 200) await page.getByRole('button', { name: 'Next' }).click()
  }
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const first = mean(heaps.slice(0, 6))
  const last = mean(heaps.slice(-6))
  // What is kept for the way back is a cursor for each page. The first pages warm up.
  assert.ok(last < first * 1.2, `${first} bytes grew to ${last}: ${heaps.join()}`)
})

test('the first screen is ready within half a second of processor time', async (t) => {
  const app = await startApp(t)
  const seconds: number[] = []
  for (let run = 0; run < 5; run += 1) {
    const { page } = await openPage(t, `${app.origin}/console`, { ready: 'h1' })
    const cdp = await page.context().newCDPSession(page)
    // Time that the thread of the page ran, not time that passed.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.reload()
    await page.getByLabel('Access key').waitFor()
    seconds.push(await metricOf(cdp, 'TaskDuration'))
    await page.close()
  }
  const median = seconds.toSorted((one, other) => one - other)[2] ?? 0
  assert.ok(median > 0 && median < 0.5, `${seconds.join()} s`)
})

test('a hundred changes of screen while the quota is used up cost no more than one screen afterwards', async (t) => {
  const { app, key, page } = await openConsole(t, {
    names: ['Rex', 'Bella'],
    control: true,
    key: freeKey,
    setUp: async (made) => await placeOrder(made, { petId: 2 }),
  })
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  await useUp(app, key)
  const screens = page.getByRole('navigation', { name: 'Screens' })
  for (let change = 0; change < 50; change += 1) {
    await screens.getByRole('link', { name: 'Orders' }).click()
    await page.getByRole('heading', { name: 'Orders', exact: true }).waitFor()
    await screens.getByRole('link', { name: 'Animals' }).click()
    await page.getByRole('heading', { name: 'Animals' }).waitFor()
  }
  // What was seen before stays readable, and says of when it is.
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  await shows(page, /^As of \d/)
  await screens.getByRole('link', { name: 'Orders' }).click()
  const before = app.observations.length
  app.clock.advance(60_000)
  await page.clock.fastForward(61_000)
  // The four columns of the board, then the names of its animals.
  await page.getByRole('link', { name: 'Bella' }).waitFor()
  const charged = app.requests(before).filter(({ decision }) => decision)
  assert.ok(charged.every(({ status }) => status === 200))
  // Later the board may look at a hold that ends, and the page for news.
  assert.ok(charged.length <= 8, `${charged.length} requests`)
})

test('a screen that throws says so once, and asks nothing more', async (t) => {
  const { page, go, press, keys } = await openConsole(t, { names: ['int64:5'] })
  await page.getByRole('link', { name: 'int64:5' }).click()
  // A name that looks like a number of the tab's store is a name like any other.
  await press('Edit')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('int64:6')
  await page.reload()
  assert.equal(await name.inputValue(), 'int64:6')
  // A draft that no form can show.
  await page.evaluate(`sessionStorage.setItem('petstore:draft:animal:1', '{"name":6,"at":0}')`)
  await page.reload()
  await page.getByText('This page has a fault.').waitFor()
  const asked: string[] = []
  page.on('request', (request) => asked.push(request.url()))
  await page.locator('.key-menu > button').click()
  await keys('Escape')
  // To look for news costs nothing.
  assert.doesNotMatch(asked.join(), /\/v1\/(?!usage)/)
  assert.equal(await page.getByText('This page has a fault.').count(), 1)
  assert.deepEqual(await axeFaults(page), [])
  await go('#/orders')
  await page.getByText('No orders yet.').waitFor()
})

test('the bar says nothing of the quota until little of the day is left', async (t) => {
  const { app, key, page, press } = await openConsole(t, {
    key: async (made) => (await made.addKey('enterprise', { ...wideLimits, perDay: 40 })).key,
  })
  const button = page.locator('.key-menu > button')
  await page.getByText('No animals yet.').waitFor()
  assert.equal((await button.innerText()).trim(), 'A enterprise key')
  for (let times = 0; times < 33; times += 1) await app.call('/pets?limit=1', { key })
  await press('Refresh')
  await button.getByText(/· \d requests? left today/).waitFor()
})

test('the language is that of the browser, or the one that somebody chose, also after a reload; what is typed stays', async (t) => {
  const { page } = await openConsole(t, { locale: 'de-AT' })
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  await page.locator('.key-menu > button').click()
  const box = page.locator('#key-menu')
  const languages = ['English', 'Deutsch', 'Español', 'Français']
  assert.deepEqual(await box.locator('option').allTextContents(), languages)
  for (const [language, label] of [
    ['fr', 'Langue'],
    ['es', 'Idioma'],
    ['en', 'Language'],
  ] as const) {
    await box.locator('select').selectOption(language)
    await page.locator(`html[lang=${language}]`).waitFor()
    await page.locator('.key-menu > button').click()
    await box.getByLabel(label).waitFor()
  }
  await page.reload()
  await page.locator('html[lang=en] nav.rail').waitFor()
})

test('a page whose sentences do not come says that it tries again, and goes on by itself', async (t) => {
  const { page, press } = await openConsole(t, { locale: 'fr' })
  // The next try succeeds once the page has said so.
  const told = page.getByText('Nouvel essai').waitFor()
  await page.route('**/sign-in.fr.json', async (route) => {
    await told
    await route.continue()
  })
  await page.route('**/sign-in.fr.json', async (route) => await route.abort(), { times: 1 })
  await page.reload()
  await told
  await page.locator('nav.rail').waitFor()
  // Those of the screens are loaded with their scripts.
  await page.route('**/signed-in.fr.json', async (route) => await route.abort(), { times: 1 })
  await page.reload()
  await press('Recharger')
  await page.locator('nav.rail').waitFor()
})
