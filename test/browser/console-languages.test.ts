import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { sentences, translations } from '../../scripts/generators/sentences.ts'
import { widthOf } from '../helpers/browser.ts'
import { axeFaults, openConsole } from '../helpers/console.ts'
import { needs } from '../helpers/needs.ts'
import { placeOrder } from '../helpers/orders.ts'
import { addWebhook, hookUrl } from '../helpers/webhooks.ts'

const skip = needs('chromium')

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)

/** Finds a sentence that German says in other words. One that is nearly all values would find anything. */
const english = new RegExp(
  `^(?:${sentences
    .flatMap((sentence) => (translations('de')[sentence] === sentence ? [] : sentence.split('|')))
    .filter((form) => !form.includes('{') || form.replaceAll(/\{\w+\}|[^a-z]/gi, '').length > 5)
    .map((form) =>
      form
        .split(/\{\w+\}/)
        .map(escaped)
        .join('.+'),
    )
    .join('|')})$`,
)

/** All that a page shows or tells a screen reader, piece by piece. */
const textsOf = async (page: Page): Promise<readonly string[]> =>
  await page.evaluate<readonly string[]>(`
    [...document.querySelectorAll('body, body *')].flatMap((element) => [
      ...[...element.childNodes].filter(({ nodeType }) => nodeType === 3).map(({ data }) => data),
      ...['aria-label', 'title', 'placeholder'].flatMap((name) => element.getAttribute(name) ?? []),
    ]).map((text) => text.trim()).filter((text) => text !== '')`)

/** The main screens, each with what it shows once it is there, and what is opened there. */
const walk: ReadonlyArray<readonly [hash: string, shown: string, open?: string]> = [
  ['#/today', '.today .card'],
  ['#/animals', '.animals [data-row]', '.animals .menu > button'],
  ['#/animals/1?status=all', '.panel dl', '.key-menu > button'],
  ['#/animals/1/edit', '.panel form'],
  ['#/animals/1/card', '.sheet dl'],
  ['#/animals/add-many', '.paste'],
  ['#/orders', '.board .card', '.board .menu > button'],
  ['#/orders/1', '.panel dl'],
  ['#/people', '.people [data-row]'],
  ['#/people/1', '.panel dl'],
  ['#/categories', '.categories', '.categories button'],
  ['#/statistics', '.plots'],
  ['#/team/new', '.panel form'],
  ['#/events', '.events [data-row]'],
  ['#/events/3', '.panel dl'],
  ['#/webhooks', '.webhooks [data-row]'],
  ['#/webhooks/1', '.facts dl'],
  ['#/usage', '.meters'],
  ['#/nowhere', 'h1'],
]

for (const [locale, widths] of [
  ['de', [390, 1_440]],
  ['fr', [320]],
  ['es', [320]],
] as const) {
  test(
    `the console speaks ${locale} on every screen, nothing is wider than the window, and axe finds no fault`,
    { skip },
    async (t) => {
      const { app, page, go, hasNoComplaints } = await openConsole(t, {
        locale,
        names: ['Rex', 'Luna'],
      })
      await addWebhook(app, { url: hookUrl })
      await app.call('/contacts', { method: 'POST', body: { name: 'Jo Fox', phone: '123' } })
      await placeOrder(app, { petId: 1, contactId: 1 })
      await app.call('/categories/3', { method: 'PUT', body: { name: 'Collies' } })
      for (const width of widths) {
        await page.setViewportSize({ width, height: 900 })
        for (const [hash, shown, open] of walk) {
          await go(hash)
          await page.locator(shown).first().waitFor()
          if (open !== undefined) await page.locator(open).first().click()
          if (locale === 'de')
            assert.deepEqual(
              (await textsOf(page)).filter((text) => english.test(text)),
              [],
              hash,
            )
          assert.equal(await widthOf(page), width, hash)
          // The bar of a phone is over the page, and makes it no wider.
          const last = await page.locator('nav.rail > button').boundingBox()
          assert.ok(
            last === null || last.x + last.width <= width,
            `${hash}: ${last?.x} ${last?.width}`,
          )
          assert.deepEqual(await axeFaults(page), [], hash)
          if (open !== undefined) await page.keyboard.press('Escape')
        }
      }
      hasNoComplaints()
    },
  )
}

test(
  'the language is that of the browser, or the one that somebody chose, also after a reload; what is typed stays',
  { skip },
  async (t) => {
    const { page, hasNoComplaints } = await openConsole(t, { locale: 'de-AT' })
    assert.equal(await page.locator('html').getAttribute('lang'), 'de')
    await page.locator('.key-menu > button').click()
    const box = page.locator('#key-menu')
    assert.deepEqual(await box.locator('option').allTextContents(), [
      'English',
      'Deutsch',
      'Español',
      'Français',
    ])
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
    hasNoComplaints()
  },
)

test(
  'a page whose sentences do not come says that it tries again, and goes on by itself',
  { skip },
  async (t) => {
    const { page } = await openConsole(t, { locale: 'fr' })
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
    await page.getByRole('button', { name: 'Recharger' }).click()
    await page.locator('nav.rail').waitFor()
  },
)
