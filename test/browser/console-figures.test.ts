import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { TestClock } from '../helpers/app.ts'
import {
  axeFaults,
  freeKey,
  openConsole,
  passUntil,
  shows,
  test,
  useUp,
} from '../helpers/console.ts'
import { patchOrder, petStatusOf, placeOrder } from '../helpers/orders.ts'
import { poll } from '../helpers/poll.ts'

const day = 86_400_000

test('one lands on what the day brings: who waits, who came, who left, who is here longest', async (t) => {
  const clock = new TestClock(Date.now())
  const names = ['Rex', 'Luna', 'Ace', 'Tom', 'Hazel']
  const { app, page, press } = await openConsole(t, { names, clock, hash: '', control: true })
  const section = (title: string) => page.getByRole('region', { name: title })
  await section('Here longest').getByRole('link', { name: 'Rex' }).waitFor()
  await section('Came today').getByText('None so far.').waitFor()
  await app.post('/pets', { name: 'Milo', categoryId: 3 })
  await placeOrder(app, { petId: 1, reference: 'desk-1' })
  const expiresAt = new Date(clock.time + 5 * day).toISOString()
  await placeOrder(app, { petId: 2, reference: 'later', expiresAt })
  await placeOrder(app, { petId: 3, reference: 'web-3' })
  await patchOrder(app, 3, { status: 'approved' })
  for (const id of [4, 5]) {
    await placeOrder(app, { petId: id })
    await patchOrder(app, id, { status: 'delivered' })
  }
  await patchOrder(app, 5, { status: 'returned' })
  // What came and left shows by itself, what waits once somebody wants to see it.
  await passUntil(page, section('Came today').getByText('Hazel came back'))
  await press('Show')
  await section('Holds that end today or tomorrow').getByText('desk-1').waitFor()
  const textsOf = (title: string, what: string) => section(title).locator(what).allInnerTexts()
  assert.deepEqual(await textsOf('Holds that end today or tomorrow', '.card a'), ['Rex'])
  assert.deepEqual(await textsOf('To hand over', '.card a'), ['Ace'])
  assert.deepEqual(await textsOf('Came today', 'li > span'), ['Hazel came back', 'Milo was added'])
  const left = ['Hazel was handed over', 'Tom was handed over']
  assert.deepEqual(await textsOf('Left today', 'li > span'), left)
  assert.match(await section('Left today').locator('li').last().innerText(), /by A enterprise key$/)
  await press('Hand over Ace', 'Ace is adopted.')
  await section('To hand over').getByText('No order is approved.').waitFor()
  assert.equal(await petStatusOf(app, 3), 'sold')
  await passUntil(page, section('Left today').getByText('Ace was handed over'))
})

test('what happened is shown in plots, in a table and in a file, by category too', async (t) => {
  const { app, page, go, press } = await openConsole(t, {
    names: ['Rex', 'Bella'],
    clock: new TestClock(Date.now()),
  })
  await app.put('/categories/1', { name: 'Cats' })
  await app.put('/categories/3', { name: 'Dogs' })
  for (const name of ['Tom', 'Kit', 'Luna']) await app.post('/pets', { name, categoryId: 1 })
  await app.patch('/pets/3', { status: 'sold' })
  await app.patch('/pets/4', { status: 'sold' })
  await app.patch('/pets/4', { status: 'available' })
  await app.patch('/pets/1/profile', { arrivedOn: '2024-05-17' })
  await page.reload()
  await go('#/statistics')
  await page.getByText('5 arrivals, 2 adoptions and 1 return in the last 12 months.').waitFor()
  // The newest month stands first.
  const newest = page.getByRole('table', { name: 'What happened by month' }).getByRole('row').nth(1)
  assert.match(await newest.innerText(), /\t5\t2\t1\t0\t0\t0\t0\t0$/)
  const plot = page.getByRole('figure', { name: 'Adoptions by month' })
  await plot.getByRole('img').last().focus()
  assert.match(await plot.locator('figcaption').innerText(), /: 2 adoptions$/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'statistics-by-month.csv')
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
  assert.equal(lines.length, 13)
  assert.match(lines[0] ?? '', /^\uFEFF?Month,Arrivals,Adoptions,Returns,/)
  assert.match(lines.at(-1) ?? '', /^\d{4}-\d\d-01,5,2,1,0,0,0,0,0$/)
  await press('Compare categories')
  const cats = page.getByRole('row', { name: /^Cats/ })
  assert.match(await cats.innerText(), /^Cats\s3\s2\s1/)
  const longest = page.getByRole('table', { name: /^Available animals/ })
  assert.match(
    await longest.innerText(),
    /Rex\tDogs\t.*2024, \d+ days here\nBella\tDogs\tnot stated/,
  )
  assert.deepEqual(await axeFaults(page), [])
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Dogs')
  await page.getByText('2 arrivals, 0 adoptions and 0 returns').waitFor()
  await page.getByRole('link', { name: 'Days' }).click()
  await page.getByText('in the last 31 days').waitFor()
})

test('usage names what stopped the key, and then its ban, while nothing else is answered', async (t) => {
  // The beginning of this minute, so that no window ends while a test runs for less than that.
  const clock = new TestClock(Math.floor(Date.now() / 60_000) * 60_000)
  const { app, page, key, go, keys } = await openConsole(t, { clock, key: freeKey, motion: true })
  await app.call('/pets/404', { key })
  await app.call('/animals', { key })
  await useUp(app, key)
  const refusals = (): number => app.requests().filter(({ status }) => status === 429).length
  // The history has a request about a second after its answer.
  await poll(async () => (await app.call('/usage/history', { key })).text.includes('429'))
  await go('#/usage')
  const cause =
    /refused\. The 60 requests of a minute were used up; most came from List animals \(\d+ a minute\)/
  await shows(page, cause)
  await page.getByText('60 of 60').waitFor()
  const code = page.getByRole('row', { name: /rate_limit_exceeded/ }).getByRole('link')
  assert.match((await code.getAttribute('href')) ?? '', /\/docs#error-rate_limit_exceeded$/)
  await shows(page, /1 call of GET \/pets\/… in the last 90 days\. It ends in [\d,]+ days/)
  // The plot is walked by keyboard, and has its figures as a table.
  const plot = page.getByRole('group', { name: /^Requests by hour, a bar each/ })
  const bars = plot.getByRole('img')
  assert.equal(await bars.count(), 24)
  await bars.last().focus()
  const caption = page.locator('.plot figcaption')
  assert.match(await caption.innerText(), /: 58 answered, 2 refused, \d+ over quota$/)
  await keys('ArrowLeft')
  assert.match(await caption.innerText(), /: none$/)
  await keys('Home')
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
  const paused = page.getByText(/This key has been paused since .+, until .+ \(\d+ min left\)/)
  await paused.waitFor()
  // Of the day there is enough left, which the menu of the key says.
  const left = page.locator('#key-menu').getByText(/^Today: 9\d\d requests left/)
  await left.waitFor({ state: 'attached' })
  // Another screen finds the gate closed, and leads back here.
  await go('#/animals')
  await page.getByRole('link', { name: 'See usage' }).click()
  await page.getByRole('heading', { name: 'Usage' }).waitFor()
  await paused.last().waitFor()
  await page.reload()
  await left.waitFor({ state: 'attached' })
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
  const screens = page.getByRole('navigation', { name: 'Screens' })
  assert.equal(await screens.getByRole('link').innerText(), 'Usage')
  await page.getByText('Nothing was refused in the last 24 hours.').waitFor()
  await page.getByText(/No requests in the last 24 hours/).waitFor()
  await page.getByText(/It ends .+ \(in (?:2|3) days\)\. Ask for a new one now\./).waitFor()
})
