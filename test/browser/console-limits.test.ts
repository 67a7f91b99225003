import assert from 'node:assert/strict'
import { type TestApp, wideLimits } from '../helpers/app.ts'
import { axeFaults, freeKey, useUp, openConsole, shows, test } from '../helpers/console.ts'
import { placeOrder } from '../helpers/orders.ts'

/** The statuses of the requests that a key was charged for, after so many observations. */
const chargedAfter = (app: TestApp, start: number) =>
  app.observations
    .slice(start)
    .flatMap((seen) => (seen.kind === 'request' && seen.decision ? [seen.status] : []))

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
  const charged = chargedAfter(app, before)
  assert.deepEqual([...new Set(charged)], [200])
  // Later the board may look at a hold that ends, and the page for news.
  assert.ok(charged.length <= 8, `${charged.length} requests`)
})

test('a screen that throws says so once, and asks nothing more', async (t) => {
  const { page, go } = await openConsole(t, { names: ['int64:5'] })
  await page.getByRole('link', { name: 'int64:5' }).click()
  // A name that looks like a number of the tab's store is a name like any other.
  await page.getByRole('button', { name: 'Edit' }).click()
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
  await page.keyboard.press('Escape')
  // To look for news costs nothing.
  assert.deepEqual(
    asked.filter((url) => /\/v1\/(?!usage)/.test(url)),
    [],
  )
  assert.equal(await page.getByText('This page has a fault.').count(), 1)
  assert.deepEqual(await axeFaults(page), [])
  await go('#/orders')
  await page.getByText('No orders yet.').waitFor()
})

test('the bar says nothing of the quota until little of the day is left', async (t) => {
  const { app, key, page } = await openConsole(t, {
    key: async (made) => (await made.addKey('enterprise', { ...wideLimits, perDay: 40 })).key,
  })
  const button = page.locator('.key-menu > button')
  await page.getByText('No animals yet.').waitFor()
  assert.equal((await button.innerText()).trim(), 'A enterprise key')
  for (let times = 0; times < 33; times += 1) await app.call('/pets?limit=1', { key })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await button.getByText(/· \d requests? left today/).waitFor()
})
