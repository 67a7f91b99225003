import assert from 'node:assert/strict'
import { TestClock } from '../helpers/app.ts'
import { freeKey, openConsole, test, useUp } from '../helpers/console.ts'
import { poll } from '../helpers/poll.ts'

test('usage names what stopped the key, and then its ban, while nothing else is answered', async (t) => {
  // The beginning of this minute, so that no window ends while a test runs for less than that.
  const clock = new TestClock(Math.floor(Date.now() / 60_000) * 60_000)
  const { app, page, key, go } = await openConsole(t, { clock, key: freeKey, motion: true })
  await app.call('/pets/404', { key })
  await app.call('/animals', { key })
  await useUp(app, key)
  const refusals = (): number =>
    app.observations.filter((seen) => seen.kind === 'request' && seen.status === 429).length
  // The history has a request about a second after its answer.
  await poll(
    async () => (await app.call('/usage/history', { key })).text.includes('429') || undefined,
  )
  await go('#/usage')
  await page
    .getByText(
      /refused\. The 60 requests of a minute were used up; most came from List animals \(\d+ a minute\)/,
    )
    .waitFor()
  await page.getByText('60 of 60').waitFor()
  const code = page.getByRole('row', { name: /rate_limit_exceeded/ }).getByRole('link')
  assert.match((await code.getAttribute('href')) ?? '', /\/docs#error-rate_limit_exceeded$/)
  await page
    .getByText(/1 call of GET \/pets\/… in the last 90 days\. It ends in [\d,]+ days/)
    .waitFor()
  // The plot is walked by keyboard, and has its figures as a table.
  const plot = page.getByRole('group', { name: /^Requests by hour, a bar each/ })
  const bars = plot.getByRole('img')
  assert.equal(await bars.count(), 24)
  await bars.last().focus()
  const caption = page.locator('.plot figcaption')
  assert.match(await caption.innerText(), /: 58 answered, 2 refused, \d+ over quota$/)
  await page.keyboard.press('ArrowLeft')
  assert.match(await caption.innerText(), /: none$/)
  await page.keyboard.press('Home')
  await bars.first().and(page.locator(':focus')).waitFor()
  assert.match((await bars.first().getAttribute('aria-label')) ?? '', /: none$/)
  await page.getByText('Show as table').click()
  const table = page.getByRole('region', { name: 'Requests by hour, as a table' })
  assert.match(await table.getByRole('row').last().innerText(), /\t58\t2\t\d+\t0$/)
  await page.getByRole('link', { name: 'Days' }).press('Enter')
  await page.getByRole('group', { name: /^Requests by day/ }).waitFor()
  assert.equal(new URL(page.url()).hash, '#/usage?by=day')
  // To look costs nothing: what is used stays 60, and no request of the screen was refused.
  const before = refusals()
  const refresh = page.getByRole('button', { name: 'Refresh' })
  const read = page.waitForResponse((response) => response.url().endsWith('/usage'))
  await refresh.click()
  await read
  await page.getByText('60 of 60').waitFor()
  const { windows } = JSON.parse((await app.call('/usage', { key })).text)
  assert.equal(windows[0].used, 60)
  assert.equal(refusals(), before)
  for (let n = 0; n < 61; n += 1) await app.call('/pets', { key })
  await refresh.click()
  const paused = page.getByText(/This key is paused since .+, until .+ \(\d+ min left\)/)
  await paused.waitFor()
  // Of the day there is enough left, which the menu of the key says.
  const day = page.locator('#key-menu').getByText(/^Today: 9\d\d requests left/)
  await day.waitFor({ state: 'attached' })
  // Another screen finds the gate closed, and leads back here.
  await go('#/animals')
  await page.getByRole('link', { name: 'See usage' }).click()
  await page.getByRole('heading', { name: 'Usage' }).waitFor()
  await paused.last().waitFor()
  await page.reload()
  await day.waitFor({ state: 'attached' })
})

test('a key that nobody used says so, and one that ends soon asks for the next', async (t) => {
  const { page } = await openConsole(t, {
    clock: new TestClock(Date.now()),
    hash: '',
    key: async (app) =>
      (await app.addKey('pro', undefined, app.clock.time + 3 * 86_400_000, 0)).key,
  })
  // A key without any scope sees this screen alone.
  await page.getByRole('heading', { name: 'Usage', level: 1 }).waitFor()
  assert.equal(
    await page.getByRole('navigation', { name: 'Screens' }).getByRole('link').innerText(),
    'Usage',
  )
  await page.getByText('Nothing was refused in the last 24 hours.').waitFor()
  await page.getByText(/No requests in the last 24 hours/).waitFor()
  await page.getByText(/It ends .+ \(in (?:2|3) days\)\. Ask for the next one now\./).waitFor()
})
