import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { axeFaults, keyWith, openConsole, passUntil, shows, test } from '../helpers/console.ts'
import { petStatusOf, placeOrder } from '../helpers/orders.ts'
import { addPet } from '../helpers/storage.ts'
import type { TestApp } from '../helpers/app.ts'

test('the list is sorted by any column, both ways, and says if that is only one page of it', async (t) => {
  const { app, page, go } = await openConsole(t, { names: ['Rex', 'Ben', 'Luna'] })
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.put('/categories/3', { name: 'Dogs' })
  const profiles = [
    { breed: 'Pug', arrivedOn: '2026-01-02', location: 'Kennel 10' },
    { location: 'Kennel 2' },
    { breed: 'beagle', arrivedOn: '2026-03-02' },
  ]
  for (const [at, body] of profiles.entries()) await app.patch(`/pets/${at + 1}/profile`, body)
  await app.patch('/pets/3', { status: 'sold', categoryId: 7 })
  await go('#/animals?status=all')
  await page.reload()
  const head = (name: string) => page.getByRole('columnheader', { name })
  const press = async (name: string): Promise<void> => await head(name).getByRole('button').click()
  const isSorted = async (name: string, way: string, names: readonly string[]): Promise<void> => {
    await page.locator(`th[aria-sort=${way}]`).filter({ hasText: name }).waitFor()
    assert.equal(await page.locator('[aria-sort]').count(), 1, name)
    await page.locator('.animals td.wide-only').getByText('Pug').waitFor()
    assert.deepEqual(await page.locator('.animals .name a bdi').allInnerTexts(), names, name)
  }
  await isSorted('Number', 'descending', ['Luna', 'Ben', 'Rex'])
  const before = app.observations.length
  for (const [name, up, down] of [
    // Who says nothing is last, either way.
    ['Breed', ['Luna', 'Rex', 'Ben'], ['Rex', 'Luna', 'Ben']],
    ['Category', ['Luna', 'Ben', 'Rex'], ['Ben', 'Rex', 'Luna']],
    ['Status', ['Ben', 'Rex', 'Luna'], ['Luna', 'Ben', 'Rex']],
    ['Place', ['Ben', 'Rex', 'Luna'], ['Rex', 'Ben', 'Luna']],
    ['Days here', ['Luna', 'Rex', 'Ben'], ['Rex', 'Luna', 'Ben']],
  ] as const) {
    await press(name)
    await isSorted(name, 'ascending', up)
    await press(name)
    await isSorted(name, 'descending', down)
  }
  // What is loaded is sorted here, at no request.
  assert.equal(app.requests(before).length, 0)
  assert.deepEqual(await axeFaults(page), [])
  await press('Name')
  await isSorted('Name', 'ascending', ['Ben', 'Luna', 'Rex'])
  await press('Name')
  await isSorted('Name', 'descending', ['Rex', 'Luna', 'Ben'])
  await page.getByText(/are sorted/).waitFor({ state: 'detached' })
  await press('Number')
  await isSorted('Number', 'ascending', ['Rex', 'Ben', 'Luna'])
  for (let count = 0; count < 50; count += 1)
    await addPet(app.storage, { name: 'More', categoryId: 3n, status: 'available' })
  await go('#/animals?status=all&sort=-breed')
  await page.reload()
  await page.getByText('Only the 50 animals on this page are sorted.').waitFor()
})

test('several animals are chosen, and marked, moved, printed and saved at once', async (t) => {
  const names = ['Rex', 'Bella', 'Max', 'Luna']
  const { app, page, press, keys } = await openConsole(t, { names })
  await app.put('/categories/7', { name: 'Cats' })
  await page.reload()
  const bar = page.getByRole('region', { name: 'Chosen animals' })
  const statuses = async (): Promise<readonly unknown[]> =>
    await Promise.all(names.map((_, at) => petStatusOf(app, at + 1)))
  await t.test('by the mouse, with Shift for all between', async () => {
    await page.getByLabel('Choose Luna').click()
    await page.getByLabel('Choose Bella').click({ modifiers: ['Shift'] })
    await bar.getByText('3 chosen').waitFor()
    await bar.getByRole('button', { name: 'Mark as' }).click()
    await keys('a', '3 animals were changed.')
    assert.deepEqual(await statuses(), ['available', 'sold', 'sold', 'sold'])
    await keys('z', '3 animals are as before.')
    assert.deepEqual(new Set(await statuses()), new Set(['available']))
  })
  await t.test('by the keyboard; what a hold has stays as it is', async () => {
    await placeOrder(app, { petId: 1 })
    await bar.getByRole('button', { name: 'Choose none' }).click()
    await page.locator('[data-row="4"]:focus').waitFor()
    await press('Refresh')
    await page.getByRole('row', { name: /Rex/ }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await page.getByRole('row', { name: /Rex/ }).getByText('for somebody').waitFor()
    await page.getByRole('link', { name: 'Luna' }).focus()
    await keys('x End Shift+X')
    await bar.getByText('4 chosen').waitFor()
    await bar.getByRole('button', { name: 'Mark as' }).click()
    await keys('a', '3 animals were changed. 1 stays as it is.')
    assert.deepEqual(await statuses(), ['pending', 'sold', 'sold', 'sold'])
  })
  await t.test('into a category, on paper and into a file', async () => {
    await page.getByLabel('Choose Rex').uncheck()
    await bar.getByRole('button', { name: 'Move to category' }).click()
    await page.getByRole('menuitem', { name: 'Cats' }).click()
    await page.getByRole('row', { name: /Bella.*Cats/ }).waitFor()
    assert.equal((await app.json('/pets?categoryId=7')).length, 3)
    await page.emulateMedia({ media: 'print' })
    const chosen = ['Luna', 'Max', 'Bella']
    const printed = page.locator('tbody tr:visible .name bdi')
    assert.deepEqual(await printed.allInnerTexts(), chosen)
    await page.emulateMedia({ media: null })
    const download = page.waitForEvent('download')
    await bar.getByRole('link', { name: 'Download CSV' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    assert.match(csv, /^\uFEFFNumber,Name,Category,Status,/)
    assert.match(csv, /\r\n4,Luna,Cats,Adopted,/)
    await bar.getByRole('link', { name: 'Kennel cards' }).click()
    await page.getByRole('heading', { name: 'Kennel cards' }).waitFor()
    await page.getByRole('article').nth(2).waitFor()
    const cards = page.getByRole('article').getByRole('heading')
    assert.deepEqual(await cards.allInnerTexts(), chosen)
  })
})

test('a list is kept as a view of the team, opened by its tab and by Find, and removed', async (t) => {
  const { app, page, go, press, enter, keys } = await openConsole(t, {
    names: ['Rex'],
    control: true,
  })
  const tabs = page.getByRole('navigation', { name: 'Animals by status' })
  const tab = (name: string) => tabs.getByRole('link', { name, exact: true })
  const current = (name: string) => tab(name).and(page.locator('[aria-current="page"]'))
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  const kept = async (): Promise<readonly string[]> =>
    (await app.json('/notes?about=store')).map(({ text }: { text: string }) => text)
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save this view' }).count(), 0)
  await page.getByLabel('Sort').selectOption('By name')
  await press('Save this view')
  await keys('Enter')
  await dialog.getByText('Enter a name.').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  const told = 'The whole team has “By name to call” now.'
  await enter(dialog.getByLabel('Name'), 'By name to call', told)
  await current('By name to call').waitFor()
  assert.deepEqual(await kept(), ['#view By name to call\n#/animals?status=available&sort=name'])
  // Another list under the same name is refused. What was typed stays.
  await tab('All').click()
  await press('Save this view')
  await enter(dialog.getByLabel('Name'), 'By name to call')
  await dialog.getByText('A view already has this name.').waitFor()
  await keys('Escape')
  await dialog.waitFor({ state: 'detached' })
  // From elsewhere, also after a reload.
  await go('#/categories')
  await page.reload()
  await page.getByRole('heading', { name: 'Categories' }).waitFor()
  await keys('Control+k')
  await page.keyboard.type('to call')
  await page.getByRole('option', { name: 'By name to call' }).waitFor()
  await keys('Enter')
  await current('By name to call').waitFor()
  assert.equal(await page.getByLabel('Sort').inputValue(), 'name')
  // What a colleague keeps shows by itself, and only an address of the list is one.
  for (const text of [
    '#view Off\njavascript:alert(1)',
    '#view Cats\n#/animals?status=all&category=2',
  ])
    await app.post('/notes', { about: 'store', text })
  await passUntil(page, tab('Cats'))
  assert.equal(await tab('Off').count(), 0)
  await press('Remove this view', '“By name to call” is removed.')
  await tab('By name to call').waitFor({ state: 'detached' })
  assert.equal((await kept()).length, 2)
  await page.getByRole('button', { name: 'Save this view' }).focus()
  await keys('z', told)
  await current('By name to call').waitFor()
})

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
  for (const [name, place] of Object.entries({ Rexy: '1', Remus: '2' })) {
    await page.getByRole('combobox', { name: 'Find' }).fill(name)
    await shows(page, `Nothing found for “${name}”.`)
    const offers = ['a person', 'an animal'].map((what) => `Add ${what} called “${name}”`)
    assert.deepEqual(await offered(page), offers)
    assert.deepEqual(await axeFaults(page), [])
    await keys('ArrowUp Enter')
    // The list beside the form has a choice of the category too.
    const category = page.getByRole('complementary').getByLabel('Category')
    await enter(category, '3', `${name} was added as animal ${place}.`)
    assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), '')
  }
})

test('nothing is asked for a single letter, or of a kind that the key may not read, and a reader of notes changes no view', async (t) => {
  const { app, page, enter } = await openConsole(t, {
    names: ['Rex', 'Rexy'],
    key: keyWith(['pets:read', 'notes:read']),
    control: true,
    setUp: async (made) => {
      const text = '#view Cats\n#/animals?status=all&category=2'
      await made.post('/notes', { about: 'store', text })
    },
  })
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
  await shows(page, 'Nothing found for “nobody”.')
  assert.equal(await page.locator('.offers [role=option]').count(), 0)
  await enter(find, '2')
  await page.getByRole('heading', { name: 'Rexy' }).waitFor()
  await page.getByRole('link', { name: 'Cats' }).click()
  await page.getByText('of category 2 here.').waitFor()
  assert.equal(await page.getByRole('button', { name: /this view$/ }).count(), 0)
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
