import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { sentences, translations } from '../../scripts/generators/sentences.ts'
import { type TestApp, TestClock } from '../helpers/app.ts'
import { widthOf } from '../helpers/browser.ts'
import { axeFaults, keyWith, openConsole, passUntil, test } from '../helpers/console.ts'
import { patchOrder, placeOrder } from '../helpers/orders.ts'
import { addPhoto } from '../helpers/pictures.ts'
import { addWebhook, answered, answerPing, hookUrl, report } from '../helpers/webhooks.ts'

/** What stands for a place of the page, or does something there. */
type Step = string | ((page: Page) => Promise<void>)

const faulty = `Name\tKategorie\nRex\tCollies\n\tCollies\nTom\tHamstrs\n${'W'.repeat(200)}\t3\n`

/** What is judged: a screen by its heading and address, what it shows once it is there, and what is pressed then. */
const states: ReadonlyArray<
  readonly [heading: string, hash: string, shown: string, ...presses: readonly Step[]]
> = [
  ['Today', '#/today', '.today .card'],
  ['Animals', '#/animals', '.animals [data-row]', '.animals .menu > button'],
  ['Animals', '#/animals/2?status=all', '.photo-drop', '.key-menu > button'],
  [
    'Animals',
    '#/animals/3?status=all',
    '.photo-drop',
    '.panel section:has(.photo-drop) .actions button >> nth=-1',
  ],
  [
    'Animals',
    '#/animals/1/edit',
    '.panel form',
    async (page) => {
      await page.locator('.panel form input').first().fill('')
      await page.keyboard.press('Enter')
      await page.locator('.panel .fault').waitFor()
    },
  ],
  ['Rex', '#/animals/1/card', '.sheet dl'],
  ['Add many animals', '#/animals/add-many', '.paste'],
  [
    'Add many animals',
    '',
    '.paste',
    async (page) => await page.locator('.paste textarea').fill(faulty),
    '.paste .primary',
    'details summary',
  ],
  [
    'Add many animals',
    '',
    'main label:has-text("2") > input[type=checkbox]',
    'main label:has-text("2") > input[type=checkbox]',
    '.actions .primary',
    async (page) => await page.locator('.sending a.primary').waitFor(),
  ],
  ['Orders', '#/orders', '.board .card', '.board .menu > button'],
  ['Orders', '#/orders?', '.board .card', '.screen-head .primary'],
  ['Orders', '#/orders/1', '.panel dl'],
  ['People', '#/people', '.people [data-row]'],
  ['People', '#/people/1', '.panel .history li'],
  ['People', '#/people/1/edit', '.panel form'],
  ['Categories', '#/categories', '.categories tbody tr', '.categories button'],
  ['Statistics', '#/statistics', '.plots'],
  ['Team', '#/team/new', '.panel form'],
  ['Events', '#/events', '.events [data-row]'],
  ['Events', '#/events/2', '.panel [role=region]'],
  ['Webhooks', '#/webhooks', '.webhooks [data-row]'],
  ['Webhooks', '#/webhooks/new', '.panel form', '[type=radio] >> nth=1'],
  ['Shop', '#/webhooks/1', '.deliveries [data-row]'],
  ['Shop', '#/webhooks/1/deliveries/2', '.panel [role=region]'],
  ['Usage', '#/usage', '.meters', 'main details:has(table) summary'],
  ['There is no such page', '#/nowhere', 'h1'],
]

/** What fills the screens, some of it as long as it may be. */
const fill = async (app: TestApp): Promise<void> => {
  await addWebhook(app, { url: `${hookUrl}/${'long'.repeat(40)}`, description: 'Shop' })
  await answerPing(app)
  await app.call('/contacts', { method: 'POST', body: { name: 'Jo Fox', phone: '1'.repeat(40) } })
  const note = { contactId: 1, text: `Rang ${'W'.repeat(99)}` }
  await app.call('/notes', { method: 'POST', body: note })
  const reference = 'an appointment at noon, or shortly after it'
  await placeOrder(app, { petId: 2, contactId: 1, reference })
  await placeOrder(app, { petId: 3, reference: 'W' })
  await patchOrder(app, 2, { status: 'approved' })
  await app.call('/categories/3', { method: 'PUT', body: { name: 'Collies' } })
  await app.call('/pets/404')
  const { newest } = await app.storage.data.events.range()
  await report(app, 1n, [{ eventId: newest - 1n, type: 'order.approved', ...answered(app, 500) }])
}

/** What a screen reader lists of a page when somebody asks for its outline, in the order in which it is spoken. */
const outlineOf = async (page: Page): Promise<readonly string[]> =>
  (await page.locator('body').ariaSnapshot())
    .split('\n')
    .flatMap(
      (line) =>
        /^ *- '?((?:banner|navigation|main|complementary|region|search|heading|table|columnheader|group|meter|status)\b.*?)'?:?$/.exec(
          line,
        )?.[1] ?? [],
    )

/** The head of every screen, before what is its own. */
const head = [
  'region "Environment"',
  'banner',
  'search',
  'navigation "Screens"',
  'group "Store"',
  'group "Manage"',
  'group "For developers"',
  'main',
]

/** Checks that the outline of a screen says where one is, what there is, and each part once. */
const judgeOutline = async (page: Page, heading: string): Promise<void> => {
  const outline = await outlineOf(page)
  const parts = outline.slice(head.length, -1)
  assert.deepEqual(outline.slice(0, head.length), head, heading)
  assert.equal(parts[0], `heading "${heading}" [level=1]`)
  // The only place for messages comes last.
  assert.match(outline.at(-1) ?? '', /^status/, heading)
  const own = parts.filter((part) => part !== 'search' && part !== 'group: Copy as code')
  assert.deepEqual([...new Set(own)], own, heading)
  for (const part of own) assert.match(part, /^(?:\w+ "|group)/, heading)
}

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

for (const [locale, width, dark] of [
  ['en', 1_280, false],
  ['de', 390, true],
  ['de', 1_440, false],
  ['fr', 320, false],
  ['es', 320, false],
] as const)
  test(`on every screen axe finds no fault, and nothing is foreign or wider than the window: ${locale}, ${width}`, async (t) => {
    const { page, go } = await openConsole(t, {
      locale,
      dark,
      // The plot of the usage is of the last hours by the clock of the page.
      clock: new TestClock(Date.now()),
      names: ['Rex', 'Captain Whiskers the Third of Somewhere-upon-Avon', 'W'.repeat(200)],
      setUp: fill,
    })
    await page.setViewportSize({ width, height: 900 })
    for (const [heading, hash, shown, ...presses] of states) {
      const what = `${hash} ${presses.join()}`
      if (hash !== '') await go(hash)
      await page.locator(shown).first().waitFor()
      if (locale === 'en') await judgeOutline(page, heading)
      for (const press of presses)
        if (typeof press === 'string') await page.locator(press).first().click()
        else await press(page)
      if (locale === 'de')
        for (const text of await textsOf(page)) assert.doesNotMatch(text, english, what)
      assert.equal(await widthOf(page), width, what)
      // The bar of a phone is over the page, and makes it no wider.
      const bar = await page.locator('nav.rail > button').boundingBox()
      assert.ok(bar === null || bar.x + bar.width <= width, `${what}: ${bar?.x} ${bar?.width}`)
      assert.deepEqual(await axeFaults(page), [], what)
      // What was opened over the screen is closed.
      if (!what.includes('paste') && !what.includes('actions')) await page.keyboard.press('Escape')
    }
  })

test('a key that may only read animals sees them, their photos and news of them, and nothing else', async (t) => {
  const { app, page, go } = await openConsole(t, {
    names: ['Rex'],
    key: keyWith(['pets:read']),
    control: true,
    setUp: async (made) => await addPhoto(made),
  })
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
  assert.deepEqual(await links.allInnerTexts(), ['Animals', 'Categories', 'Statistics', 'Usage'])
  // Another list could be saved as a view.
  const read = page.waitForResponse(/sort=name/)
  await page.getByLabel('Sort').selectOption('By name')
  await read
  await app.patch('/pets/1', { name: 'Rexy' })
  await passUntil(page, page.getByRole('main').getByText('Somebody has changed this list.'))
  await page.getByRole('button', { name: 'Show', exact: true }).click()
  await page.getByRole('link', { name: 'Rexy' }).click()
  const photos = page.getByRole('region', { name: 'Photos of Rexy' })
  await photos.getByRole('img').waitFor()
  assert.equal(await photos.locator('button, input').count(), 0)
  const changing = /Add animal|mark Rexy as|Edit|Delete|this view|Describe|note/
  assert.equal(await page.getByRole('button', { name: changing }).count(), 0)
  await go('#/people')
  await page.getByText('There is no such page').waitFor()
  // Nothing was refused on the way.
  assert.ok(app.requests().every(({ status }) => status !== 403))
})
