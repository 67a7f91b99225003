import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import type { IssuedKey } from '../../src/access/keys/life-cycle.ts'
import { type TestApp, TestClock } from '../helpers/app.ts'
import { type Console, openConsole } from '../helpers/console.ts'
import { needs } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'

const skip = needs('chromium')

/** The beginning of this minute, so that no window ends while a test runs for less than that. */
const thisMinute = (): number => Math.floor(Date.now() / 60_000) * 60_000

/** The screen of a Free key that was stopped at its 60 requests of a minute, most of them for the list. */
const openStopped = async (
  t: TestContext,
  options: Parameters<typeof openConsole>[1] = {},
): Promise<Console & { readonly key: string }> => {
  let issued: IssuedKey | undefined
  const opened = await openConsole(t, {
    clock: new TestClock(thisMinute()),
    key: async (app) => (issued = await app.addKey('free')).key,
    ...options,
  })
  assert.ok(issued)
  const { key, record } = issued
  await opened.app.call('/pets/404', { key })
  await opened.app.call('/animals', { key })
  await useUp(opened.app, key)
  // The history has a request about a second after its answer.
  await poll(async () => {
    const { history } = opened.app.storage
    const saved = await history.entries(
      record.ownerId,
      'minute',
      { from: 0, limit: 99 },
      opened.app.clock.time,
    )
    return saved.some(({ status }) => status === 429) || undefined
  })
  await opened.go('#/usage')
  return { ...opened, key }
}

/** Asks until the quota of the minute is used up. */
const useUp = async (app: TestApp, key: string): Promise<void> => {
  let status = 0
  while (status !== 429) ({ status } = await app.call('/pets?limit=1', { key }))
}

test(
  'usage names what stopped the key, and shows it while nothing else is answered',
  { skip },
  async (t) => {
    const { app, page, key, hasNoComplaints } = await openStopped(t)
    await page
      .getByText(
        /refused\. The 60 requests of a minute were used up; most came from List animals \(\d+ a minute\)/,
      )
      .waitFor()
    await page.getByText('60 of 60').waitFor()
    const code = page.getByRole('row', { name: /rate_limit_exceeded/ })
    assert.match(
      (await code.getByRole('link').getAttribute('href')) ?? '',
      /\/docs#error-rate_limit_exceeded$/,
    )
    await page
      .getByText(/1 call of GET \/pets\/… in the last 90 days\. It ends in [\d,]+ days/)
      .waitFor()
    // To look costs nothing: what is used stays 60, and no request of the screen was refused.
    const spent = app.observations.filter((seen) => seen.kind === 'request' && seen.status === 429)
    const read = page.waitForResponse((response) => response.url().endsWith('/usage'))
    await page.getByRole('button', { name: 'Refresh' }).click()
    await read
    await page.getByText('60 of 60').waitFor()
    const { windows } = JSON.parse((await app.call('/usage', { key })).text)
    assert.equal(windows[0].used, 60)
    assert.equal(
      app.observations.filter((seen) => seen.kind === 'request' && seen.status === 429).length,
      spent.length,
    )
    hasNoComplaints()
  },
)

test('a ban is shown with its start and its end, while the key is banned', { skip }, async (t) => {
  const { app, page, key, go } = await openStopped(t)
  for (let n = 0; n < 61; n += 1) await app.call('/pets', { key })
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByText(/This key is paused since .+, until .+ \(\d+ min left\)/).waitFor()
  // Another screen finds the gate closed, and leads back here.
  await go('#/animals')
  await page.getByRole('link', { name: 'See usage' }).click()
  await page.getByRole('heading', { name: 'Usage' }).waitFor()
  await page
    .getByText(/This key is paused since .+, until .+ \(\d+ min left\)/)
    .last()
    .waitFor()
})

test('the plot is walked by keyboard, and has its figures as a table', { skip }, async (t) => {
  const { page, hasNoComplaints } = await openStopped(t, { motion: true })
  const plot = page.getByRole('group', { name: /^Requests by hour, a bar each/ })
  await plot.waitFor()
  assert.equal(await plot.getByRole('img').count(), 24)
  await plot.getByRole('img').last().focus()
  const caption = page.locator('.plot figcaption')
  assert.match(await caption.innerText(), /: 58 answered, 2 refused, \d+ over quota$/)
  await page.keyboard.press('ArrowLeft')
  assert.match(await caption.innerText(), /: none$/)
  await page.keyboard.press('Home')
  assert.match(
    (await page.locator('.plot [role=img]:focus').getAttribute('aria-label')) ?? '',
    /: none$/,
  )
  assert.equal(
    await page.evaluate(
      '[...document.querySelectorAll(".plot [role=img]")].indexOf(document.activeElement)',
    ),
    0,
  )
  await page.getByText('Show as table').click()
  const row = page
    .getByRole('region', { name: 'Requests by hour, as a table' })
    .getByRole('row')
    .last()
  assert.match(await row.innerText(), /\t58\t2\t\d+\t0$/)
  // By the keyboard to the days.
  await page.getByRole('link', { name: 'Days' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('group', { name: /^Requests by day/ }).waitFor()
  assert.equal(new URL(page.url()).hash, '#/usage?by=day')
  hasNoComplaints()
})

test(
  'a key that nobody used says so, and one that ends soon asks for the next',
  { skip },
  async (t) => {
    const { page, hasNoComplaints } = await openConsole(t, {
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
    hasNoComplaints()
  },
)
