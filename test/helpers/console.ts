import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import axe from 'axe-core'
import { errors, type Locator, type Page } from 'playwright-core'
import type { Scope } from '../../src/access/keys/scopes.ts'
import { startApp, type TestApp, type TestAppOptions, TestClock } from './app.ts'
import { openPage, type PageOptions } from './browser.ts'
import { addPet } from './storage.ts'

export { test } from './browser.ts'

type Text = string | RegExp

const isText = (place: Text | Locator): place is Text =>
  typeof place === 'string' || place instanceof RegExp

/** Browsers write a line for every answer of 400 and more. The page has told what it means. */
const answers = /^Failed to load resource: (?:the server responded|net::ERR_)/

/**
 * Opens the console of a new application, and signs in with a key. The test fails if the browser complains about the page:
 * an error of a script, or a breach of the policy.
 */
export const openConsole = async (
  t: TestContext,
  {
    key: makeKey,
    names = [],
    setUp,
    hash = '#/animals',
    control = false,
    ...options
  }: PageOptions &
    TestAppOptions & {
      /** The plan and the scopes of the key; without it, a key that may do everything. */
      readonly key?: (app: TestApp) => Promise<string>
      /** Names of animals that are there, available, of category 3. */
      readonly names?: readonly string[]
      /** Makes what else is there before the page is opened. */
      readonly setUp?: (app: TestApp) => Promise<unknown>
      readonly hash?: string
      /** Whether the test moves the time of the page. */
      readonly control?: boolean
    } = {},
) => {
  // The page learns the time by the answers' `Date`, which is the machine's: what it sends has to fit the clock of the service.
  const clock = new TestClock(Math.floor(Date.now() / 60_000) * 60_000 + 30_000)
  const app = await startApp(t, { clock, ...options })
  for (const name of names) await addPet(app.storage, { name, categoryId: 3n, status: 'available' })
  await setUp?.(app)
  const key = (await makeKey?.(app)) ?? app.key
  const url = `${app.origin}/console${hash}`
  const { page, complaints, answered } = await openPage(t, url, { ...options, ready: 'h1' })
  t.after(() => {
    const faults = complaints.filter((complaint) => !answers.test(complaint))
    assert.deepEqual(faults, [])
  })
  if (control) await page.clock.install()
  await page.locator('form input:not([hidden], [type=checkbox])').fill(key)
  await page.keyboard.press('Enter')
  await page.locator('nav.rail').waitFor()
  /** The text of the short message about what was done last. */
  const toast = async (text?: Text): Promise<void> => {
    if (text !== undefined) await page.locator('.toast').getByText(text).waitFor()
  }
  return {
    app,
    /** The key of who is signed in. */
    key,
    page,
    answered,
    /** Goes to a route, like `#/orders`. */
    go: async (to: string) => {
      await page.goto(`${app.origin}/console${to}`)
    },
    toast,
    /** Presses a button, or another place, and waits for what is then told, if a test says it. So do the next two. */
    press: async (place: Text | Locator, told?: Text) => {
      await (isText(place) ? page.getByRole('button', { name: place }) : place).click()
      await toast(told)
    },
    /** Fills a field, which may be named by its label, and presses Enter. */
    enter: async (field: Text | Locator, text: string, told?: Text) => {
      await (isText(field) ? page.getByLabel(field) : field).fill(text)
      await page.keyboard.press('Enter')
      await toast(told)
    },
    /** Presses keys, which are written with spaces between them. */
    keys: async (pressed: string, told?: Text) => {
      for (const one of pressed.split(' ')) await page.keyboard.press(one)
      await toast(told)
    },
  }
}

/** The console of an application, with somebody signed in. */
export type Console = Awaited<ReturnType<typeof openConsole>>

/** Milliseconds between two looks of a page for news, and a little more. */
const untilNextLook = 16_000

/** Looks after which a page that shows nothing new never will, also on a busy machine. */
const maxLooks = 20

/**
 * Moves the time of a page to its next look, until it shows something. On a busy machine it may count from a later moment
 * than the test expects.
 *
 * @param step milliseconds between two looks, by default those for news
 * @throws AssertionError if many looks have passed without it
 */
export const passUntil = async (
  page: Page,
  shown: Locator,
  step = untilNextLook,
): Promise<void> => {
  for (let looks = 0; looks < maxLooks; looks += 1) {
    await page.clock.fastForward(step)
    try {
      await shown.waitFor({ timeout: 3_000 })
      return
    } catch (error) {
      if (!(error instanceof errors.TimeoutError)) throw error
    }
  }
  assert.fail(`After ${maxLooks} looks of ${step} ms the page does not show ${String(shown)}.`)
}

/** Waits until a text is shown somewhere. */
export const shows = async (place: Page | Locator, text: string | RegExp): Promise<void> =>
  await place.getByText(text).first().waitFor()

export const signOut = async (page: Page): Promise<void> => {
  await page.locator('.key-menu > button').click()
  await page.getByRole('button', { name: 'Sign out' }).click()
}

/** Asks for animals with a key until the quota of the minute is used up. */
export const useUp = async (app: TestApp, key: string): Promise<void> => {
  while ((await app.call('/pets?limit=1', { key })).status !== 429);
}

/** Makes a key of the smallest plan. */
export const freeKey = async (app: TestApp): Promise<string> => (await app.addKey('free')).key

/** Makes a key with these scopes alone. */
export const keyWith =
  (scopes: readonly Scope[]) =>
  async (app: TestApp): Promise<string> =>
    await app.keyWith(...scopes)

/** The faults of accessibility that axe finds, by the rules of WCAG 2.2 AA and its own. */
export const axeFaults = async (page: Page): Promise<readonly string[]> => {
  await page.waitForLoadState()
  // Run as a debugger would, which the page's policy leaves alone.
  await page.evaluate(axe.source)
  return await page.evaluate(
    `axe.run().then(({ violations }) =>
      violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
  )
}
