import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import { openConsole } from '../helpers/console.ts'
import { needs } from '../helpers/needs.ts'
import { patchOrder, placeOrder } from '../helpers/orders.ts'
import { png } from '../helpers/pictures.ts'

const skip = needs('chromium')

/** What somebody does by hand. Each key and each press counts as a step, and so does a text that is typed or pasted. */
type Hand = {
  readonly keys: (...keys: readonly string[]) => Promise<void>
  readonly type: (text: string) => Promise<void>
  readonly press: (place: Locator) => Promise<void>
}

/** Does a task, from the list of animals on. */
type Task = (hand: Hand, page: Page) => Promise<void>

const button = (page: Page, name: string): Locator =>
  page.getByRole('button', { name, exact: true }).first()

const link = (page: Page, name: string): Locator => page.getByRole('link', { name, exact: true })

const toast = (page: Page, text: string): Promise<void> =>
  page.locator('.toast').getByText(text).waitFor()

const rows = [
  ...Array.from({ length: 34 }, (_, n) => `Animal ${n}\tDogs`),
  ...Array.from({ length: 10 }, (_, n) => `Hamster ${n}\tHamstrs`),
  ...Array.from({ length: 6 }, (_, n) => `Bird ${n}\tBirdies`),
]

/** The rows of the table in the manual: the steps and the most requests of each task. */
const manual = [
  ...readFileSync(new URL('../../docs/console.md', import.meta.url), 'utf8').matchAll(
    /^\| ([^|]+) \| (\d+) \| (\d+) \|/gm,
  ),
].map(([, name = '', steps, requests]) => ({
  name,
  steps: Number(steps),
  requests: Number(requests),
}))

/** The tasks by their names in the table of `docs/console.md`. */
const tasks: Readonly<Record<string, Task>> = {
  'Find “whis” and hold it for a person who phones': async ({ keys, type, press }, page) => {
    await keys('/')
    await type('whis')
    await keys('Enter')
    await press(button(page, 'Hold Whisky'))
    await type('0958')
    await page.getByRole('option', { name: 'Jo Fox' }).waitFor()
    await keys('Enter', 'Enter')
    await toast(page, 'Whisky is on hold.')
  },
  Adopt: async ({ keys }, page) => {
    await keys('ArrowDown')
    await page.locator('[data-row="15"]:focus').waitFor()
    await keys('m', 'a')
    await toast(page, 'Pet 14 is adopted.')
  },
  'Take back': async ({ keys, press }, page) => {
    await keys('g', 'o')
    await press(page.getByRole('button', { name: 'Take back Pet 1' }))
    await toast(page, 'Pet 1 came back and is available again.')
  },
  'Add one with a photo from the phone': async ({ press, type, keys }, page) => {
    await press(page.getByRole('link', { name: 'New' }).or(link(page, 'Add animal')).first())
    await type('Milo')
    await keys('Tab')
    await type('Dogs')
    await keys('Enter')
    await press(link(page, 'Milo'))
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser'),
      press(page.getByText('Add photos')),
    ])
    const buffer = png(40, 40)
    await chooser.setFiles({ name: 'one.png', mimeType: 'image/png', buffer })
    await page.getByRole('region', { name: 'Photos of Milo' }).getByRole('img').waitFor()
  },
  'Print a kennel card and an agreement': async ({ keys, type, press }, page) => {
    await keys('/')
    await type('whis')
    await keys('Enter')
    await press(link(page, 'Kennel card'))
    await page.getByRole('img', { name: /^A code/ }).waitFor()
    await press(button(page, 'Print'))
    await press(link(page, 'Back to the animal'))
    await press(link(page, 'Adoption agreement'))
    await page.getByText(/^Jo Fox takes Whisky/).waitFor()
    await press(button(page, 'Print'))
  },
  'See who gave an animal away': async ({ keys, type }, page) => {
    await keys('/')
    await type('Pet 1')
    await page.getByRole('option', { name: /^Pet 1 / }).waitFor()
    await keys('Enter')
    const step = /^Handed over.* by A enterprise key/s
    await page.getByRole('complementary').getByRole('listitem').filter({ hasText: step }).waitFor()
  },
  'Mark 12 as adopted': async ({ press, keys }, page) => {
    await press(page.getByLabel('Choose Pet 13'))
    await page.keyboard.down('Shift')
    await press(page.getByLabel('Choose Pet 2'))
    await page.keyboard.up('Shift')
    await press(
      page.getByRole('region', { name: 'Chosen animals' }).getByRole('button', { name: 'Mark as' }),
    )
    await keys('a')
    await toast(page, '12 animals were changed.')
  },
  'Add a colleague, and end her key': async ({ keys, press, type }, page) => {
    await keys('g', 'm')
    await press(link(page, 'Add a colleague'))
    await type('Anna')
    await keys('Enter')
    await press(button(page, 'Done'))
    await press(button(page, 'Switch off Anna'))
    await press(page.getByRole('dialog').getByRole('button', { name: 'Switch off Anna' }))
    await toast(page, 'Anna is switched off.')
  },
  'Find who is here longest': async ({ keys }, page) => {
    await keys('g', 's')
    await page.getByRole('table', { name: /^Available animals/ }).waitFor()
  },
  'Import 50, of which 16 have faults': async ({ press, type, keys }, page) => {
    await press(link(page, 'Add many'))
    await press(page.getByLabel('Paste cells'))
    await type(rows.join('\n'))
    await press(button(page, 'Check them'))
    for (const [row, left] of [
      [35, 6],
      [45, 0],
    ]) {
      await press(page.getByLabel(`Category of row ${row}`))
      await keys('ControlOrMeta+a')
      await type('Dogs')
      await page
        .getByRole('main')
        .getByText(`50 rows: ${50 - Number(left)} ready`)
        .waitFor()
    }
    await press(button(page, 'Add 50 animals'))
    await page.getByRole('heading', { name: /^50 animals added/ }).waitFor()
  },
}

test(
  'ten things of a day take as many steps and requests as the manual says',
  { skip },
  async (t) => {
    const names = ['Whisky', ...Array.from({ length: 14 }, (_, n) => `Pet ${n + 1}`)]
    const { app, page, go, answered, hasNoComplaints } = await openConsole(t, { names })
    await app.call('/categories/3', { method: 'PUT', body: { name: 'Dogs' } })
    await app.call('/contacts', {
      method: 'POST',
      body: { name: 'Jo Fox', phone: '020 7946 0958' },
    })
    await placeOrder(app, { petId: 2, contactId: 1 })
    for (const status of ['approved', 'delivered']) await patchOrder(app, 1, { status })
    // Nothing is read because of what happened here: that depends on when.
    const usage = await app.call('/usage')
    await page.route(
      '**/v1/usage',
      async (route) => await route.fulfill({ json: JSON.parse(usage.text) }),
    )
    await page.reload()
    let steps = 0
    const hand: Hand = {
      keys: async (...keys) => {
        for (const key of keys) await page.keyboard.press(key)
        steps += keys.length
      },
      type: async (text) => {
        await page.locator(':is(input, textarea):focus').waitFor()
        await page.keyboard.insertText(text)
        steps += 1
      },
      press: async (place) => {
        await place.click()
        steps += 1
      },
    }
    assert.deepEqual(
      Object.keys(tasks),
      manual.map(({ name }) => name),
    )
    for (const { name, ...told } of manual) {
      await go('#/animals')
      await page.locator('.animals [data-row]').first().waitFor()
      await answered()
      const start = app.observations.length
      steps = 0
      await tasks[name]?.(hand, page)
      await answered()
      const requests = app.observations
        .slice(start)
        .filter((seen) => seen.kind === 'request' && seen.decision).length
      t.diagnostic(`${name}: ${steps} steps, ${requests} requests`)
      assert.equal(steps, told.steps, name)
      assert.ok(requests <= told.requests, `${name}: ${requests} requests`)
    }
    const sum = (figures: readonly number[]): number =>
      figures.reduce((one, other) => one + other, 0)
    // A Free key has 1,000 requests a day, and a morning has hundreds of steps.
    const perStep =
      sum(manual.map(({ requests }) => requests)) / sum(manual.map((each) => each.steps))
    assert.ok(perStep <= 2, `${perStep} requests a step`)
    hasNoComplaints()
  },
)
