import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import type { TestApp } from '../helpers/app.ts'
import { axeFaults, keyWith, openConsole, shows, test } from '../helpers/console.ts'
import { placeOrder } from '../helpers/orders.ts'

const searchesOf = (app: TestApp): number =>
  app.requests().filter(({ operation }) => operation === 'search').length

/** Stands the time of a page still, which `page.clock.resume` ends: however slowly a word is typed, it is one. */
const holdTime = async (page: Page): Promise<void> => await page.clock.pauseAt(Date.now() + 10_000)

const offered = async (page: Page): Promise<readonly string[]> =>
  (await page.locator('.offers [role=option]').allInnerTexts()).map((text) =>
    text.replaceAll(/\s+/g, ' '),
  )

test('everything is found by parts of words, and opened by keyboard alone', async (t) => {
  const { app, page, keys } = await openConsole(t, {
    names: ['Mr. Whiskers', 'Zoë'],
    control: true,
  })
  await app.put('/categories/3', { name: 'Whiskered' })
  await app.post('/contacts', { name: 'Jo Whisk', phone: '020 7' })
  await placeOrder(app, { petId: 2, reference: 'whisk 114' })
  for (const about of [{ orderId: 1 }, { contactId: 1 }])
    await app.post('/notes', { ...about, text: 'whisked away' })
  const find = page.getByRole('combobox', { name: 'Find' })
  await keys('ControlOrMeta+k')
  await find.and(page.locator(':focus')).waitFor()
  // One request for a word, whatever its letters.
  await holdTime(page)
  await page.keyboard.type('hisk')
  await page.clock.resume()
  await page.getByRole('option', { name: 'Jo Whisk' }).waitFor()
  assert.equal(searchesOf(app), 1)
  const all = [
    'Mr. Whiskers Available, number 1',
    'Jo Whisk 020 7',
    'whisk 114 Held, order 1',
    'Whiskered number 3',
    'whisked away about order 1',
    'whisked away about person 1',
    'List the animals whose names begin with “hisk”',
  ]
  assert.deepEqual((await offered(page)).toSorted(), all.toSorted())
  assert.deepEqual(await axeFaults(page), [])
  // The field has the focus; what is chosen is said.
  const chosen = page.locator('[aria-selected=true]')
  const first = await chosen.innerText()
  await keys('ArrowUp')
  assert.match(await chosen.innerText(), /^List the animals/)
  await keys('ArrowDown')
  assert.equal(await chosen.innerText(), first)
  assert.equal(await find.getAttribute('aria-activedescendant'), await chosen.getAttribute('id'))
  await keys('Escape')
  assert.equal(await page.locator('.offers [role=option]').count(), 0)
  // Escape again leaves it, and gives the focus back.
  await keys('Escape')
  await page.locator('h1:focus').waitFor()
  assert.equal(await find.inputValue(), '')
  for (const [text, heading] of [
    ['zoe', 'Zoë'],
    ['114', 'Order 1'],
    ['whisked aw', 'Jo Whisk'],
  ] as const) {
    await keys('/')
    await page.keyboard.type(text)
    // It waits for the answer.
    if (text === '114') await page.getByRole('option', { name: 'whisk 114' }).waitFor()
    await keys('Enter')
    await page.getByRole('heading', { name: heading, exact: true }).waitFor()
  }
})

test('what is not found can be added, by its name', async (t) => {
  const { page, enter, keys } = await openConsole(t)
  await page.getByText('No animals yet.').waitFor()
  for (const [name, place] of [
    ['Rexy', '1'],
    ['Remus', '2'],
  ] as const) {
    await page.getByRole('combobox', { name: 'Find' }).fill(name)
    await shows(page, `Nothing is found for “${name}”.`)
    assert.deepEqual(await offered(page), [
      `Add a person called “${name}”`,
      `Add an animal called “${name}”`,
    ])
    assert.deepEqual(await axeFaults(page), [])
    await keys('ArrowUp Enter')
    // The list beside the form has a choice of the category too.
    const category = page.getByRole('complementary').getByLabel('Category')
    await enter(category, '3', `${name} was added as animal ${place}.`)
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), '')
  }
})

test('nothing is asked for a single letter, or of a kind that the key may not read', async (t) => {
  const key = keyWith(['pets:read'])
  const { app, page, enter } = await openConsole(t, { names: ['Rex', 'Rexy'], key, control: true })
  await app.post('/contacts', { name: 'Rex Fox' })
  const find = page.getByRole('combobox', { name: 'Find' })
  await holdTime(page)
  await find.fill('r')
  await find.fill('re')
  await find.fill('rex')
  await page.clock.resume()
  await page.getByRole('option', { name: 'Rexy' }).waitFor()
  assert.equal(searchesOf(app), 1)
  assert.equal(await page.getByText('Rex Fox').count(), 0)
  await find.fill('nobody')
  await shows(page, 'Nothing is found for “nobody”.')
  assert.equal(await page.locator('.offers [role=option]').count(), 0)
  await enter(find, '2')
  await page.getByRole('heading', { name: 'Rexy' }).waitFor()
})

test('a key that may read notes alone finds them, and reads what it finds', async (t) => {
  const { app, page, keys } = await openConsole(t, {
    names: ['Rex'],
    hash: '#/usage',
    key: keyWith(['notes:read']),
  })
  await app.post('/notes', { petId: 1, text: 'afraid of umbrellas' })
  // While the screen is still loaded.
  await keys('/')
  await page.keyboard.type('umbr')
  await page.getByRole('option', { name: 'afraid of umbrellas' }).waitFor()
  assert.deepEqual(await offered(page), ['afraid of umbrellas about animal 1'])
  await keys('Enter', 'afraid of umbrellas')
})
