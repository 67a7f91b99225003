import assert from 'node:assert/strict'
import { TestClock } from '../helpers/app.ts'
import { openConsole, passUntil, test } from '../helpers/console.ts'
import { petStatusOf, placeOrder } from '../helpers/orders.ts'
import { addPet } from '../helpers/storage.ts'

const largest = 9_223_372_036_854_775_807n

test('two key strokes mark an animal as adopted, and one puts it back', async (t) => {
  const { app, page, press, keys } = await openConsole(t, { names: ['Rex', 'Bella'] })
  await page.getByRole('link', { name: 'Available 2' }).waitFor()
  // From the heading, where the focus is after the sign-in.
  await keys('j')
  await page.locator('a:focus').getByText('Bella').waitFor()
  await keys('m a', 'Bella is adopted.')
  assert.equal(await petStatusOf(app, 2), 'sold')
  assert.equal(await page.locator('.tabs').innerText(), 'Available 1\nOn hold 0\nAdopted 1\nAll')
  await keys('z', 'Bella is as it was.')
  assert.equal(await petStatusOf(app, 2), 'available')
  // What others did shows in the counts too, once somebody brings the list up to date.
  await app.patch('/pets/1', { status: 'sold' })
  await press('Refresh')
  await page.getByText('Adopted 1').waitFor()
  // If somebody else was quicker, nothing is changed, and it says so.
  await page.getByRole('link', { name: 'Bella' }).focus()
  await app.patch('/pets/2', { status: 'pending' })
  await keys('m a', 'Bella was marked as On hold by somebody else. Nothing was changed.')
  assert.equal(await petStatusOf(app, 2), 'pending')
})

test('animals are added by keyboard alone, exact in every digit', async (t) => {
  const { app, page, press, keys } = await openConsole(t)
  await page.getByText('No animals yet.').waitFor()
  await keys('n')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.waitFor()
  await keys('Enter')
  await page.getByText('Enter a name.').waitFor()
  // What was typed outlives a closed panel and a reload.
  await name.fill('Bella')
  await keys('Escape', 'What you typed is kept.')
  await name.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('No animals yet.').waitFor()
  await keys('n')
  await page.getByText(/You typed this at/).waitFor()
  assert.equal(await name.inputValue(), 'Bella')
  await press('Discard it')
  assert.equal(await name.inputValue(), '')
  await name.focus()
  await page.keyboard.type('Rex <b>"O’Malley"</b> 🐕')
  await keys('Tab')
  await page.keyboard.type(String(largest))
  await keys('Enter', /was added as animal 1\./)
  // The next one begins with the same category.
  await page.keyboard.type('Luna')
  await keys('Enter', 'Luna was added as animal 2.')
  // What was added stands first, and can be opened.
  assert.match(await page.locator('.animals .name').first().innerText(), /Luna/)
  assert.equal(await page.locator('.toast a').getAttribute('href'), '#/animals/2')
  const { text } = await app.call('/pets')
  assert.equal(
    text,
    `[{"id":1,"name":"Rex <b>\\"O’Malley\\"</b> 🐕","categoryId":${largest},"status":"available"},` +
      `{"id":2,"name":"Luna","categoryId":${largest},"status":"available"}]`,
  )
})

test('if two people change the same animal, one chooses between theirs and yours, also after a reload', async (t) => {
  const { app, page, press } = await openConsole(t, { names: ['Rex'] })
  await page.getByRole('link', { name: 'Rex' }).click()
  await press('Edit')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Rexy')
  // Another field: both changes are kept.
  await app.patch('/pets/1', { categoryId: 7 })
  await press('Save', 'Rexy is saved. Also changed by somebody else: Category.')
  assert.equal((await app.call('/pets?id=1')).text.includes('"name":"Rexy","categoryId":7'), true)
  // What was saved stands where it was changed. The same field: one chooses.
  await page.getByRole('complementary', { name: 'Rexy' }).waitFor()
  await press('Edit')
  await name.fill('Max')
  await app.patch('/pets/1', { name: 'Rexo' })
  await press('Save')
  await page.getByRole('radio', { name: 'Theirs: Rexo' }).waitFor()
  assert.ok(await page.getByRole('radio', { name: 'Yours: Max' }).isChecked())
  await press('Save what is chosen', 'Max is saved.')
  assert.match((await app.call('/pets?id=1')).text, /"name":"Max"/)
  // A form that is reloaded has the category by its name, which comes later than the animal.
  await app.put('/categories/7', { name: 'Dogs' })
  await press('Edit')
  await name.waitFor()
  const read = page.waitForResponse('**/v1/pets?id=1')
  await page.route('**/v1/categories*', async (route) => {
    await read
    await route.continue()
  })
  await page.reload()
  await name.waitFor()
  assert.equal(await page.getByRole('combobox', { name: 'Category' }).last().inputValue(), 'Dogs')
})

test('an animal that an order holds is not deleted, and the order is at hand', async (t) => {
  const clock = new TestClock(Date.now())
  const { app, page, go, press } = await openConsole(t, { names: ['Rex'], clock })
  await go('#/animals/1')
  const remove = page.getByRole('button', { name: 'Delete' })
  await remove.click()
  await placeOrder(app, { petId: 1, reference: 'web-1' })
  await press('Delete Rex', 'Rex is promised to somebody: order 1. Cancel that hold first.')
  await press('Open')
  await page.getByRole('heading', { name: 'Order 1' }).waitFor()
  // Once the hold is known, it does not ask about what cannot be.
  await go('#/animals/1?status=pending')
  const order = page.locator('.orders-of li')
  assert.match(await order.innerText(), /^Order 1: Held for web-1 until .*, 2[34] h.* left$/)
  assert.equal(await remove.count(), 0)
  assert.equal(await petStatusOf(app, 1), 'pending')
})

test('pages keep their place while others delete and add animals', async (t) => {
  const names = Array.from({ length: 110 }, (_, n) => `Animal ${n + 1}`)
  const { app, page, press } = await openConsole(t, { names })
  const first = page.locator('.animals .name').first()
  const shows = async (name: string): Promise<void> => {
    await page.getByRole('link', { name, exact: true }).waitFor()
    assert.equal(await first.innerText(), name)
  }
  await shows('Animal 110')
  await press('Next')
  await shows('Animal 60')
  for (const id of [110, 109, 51]) await app.remove(`/pets/${id}`)
  await press('Next')
  await shows('Animal 10')
  await page.getByRole('link', { name: 'Previous' }).click()
  await shows('Animal 60')
  await page.reload()
  await shows('Animal 60')
  await page.getByRole('link', { name: 'Previous' }).click()
  await shows('Animal 108')
})

test('animals are found by number, by how the name begins, and by category', async (t) => {
  const { app, page, press, enter, keys } = await openConsole(t, { names: ['Rex', 'Rexy', 'Luna'] })
  await addPet(app.storage, { name: 'Remus', categoryId: 9n, status: 'sold' })
  await page.getByRole('link', { name: 'Luna' }).waitFor()
  await keys('/')
  await page.keyboard.type('re')
  await page.getByRole('option', { name: 'List the animals whose names begin with “re”' }).click()
  await page.getByRole('link', { name: 'Remus' }).waitFor()
  assert.deepEqual(await page.locator('.animals .name').allInnerTexts(), ['Remus', 'Rex', 'Rexy'])
  // The tabs narrow what was found, and the word can be mended.
  await page.getByRole('link', { name: 'Available', exact: true }).click()
  await page.getByRole('link', { name: 'Remus' }).waitFor({ state: 'detached' })
  assert.deepEqual(await page.locator('.animals .name').allInnerTexts(), ['Rex', 'Rexy'])
  assert.equal(await page.getByLabel('Find').inputValue(), 're')
  await keys('/')
  await page.keyboard.type(' #3 ')
  await keys('Enter')
  await page.getByRole('heading', { name: 'Luna' }).waitFor()
  // A category without a name is chosen by its number. Of one category the tab counts what is listed.
  await page.getByRole('link', { name: 'All', exact: true }).click()
  const category = page.getByRole('combobox', { name: 'Category' })
  await category.selectOption('3')
  await page.getByRole('link', { name: 'Remus' }).waitFor({ state: 'detached' })
  await category.selectOption('')
  await page.getByRole('link', { name: /^9 / }).click()
  await page.getByRole('link', { name: 'Luna' }).waitFor({ state: 'detached' })
  assert.match(page.url(), /category=9/)
  assert.equal(await page.locator('.tabs').innerText(), 'Available\nOn hold\nAdopted\nAll 1')
  await category.selectOption('')
  // A number gets its name where it is seen, and then animals are found by it.
  await press('Name it for category 9')
  await enter(page.getByRole('textbox', { name: 'Name of 9' }), 'Wolves')
  await page.getByRole('cell', { name: 'Wolves' }).waitFor()
  await category.selectOption('Wolves')
  await page.getByRole('link', { name: 'Luna' }).waitFor({ state: 'detached' })
  assert.deepEqual(await page.locator('.animals .name').allInnerTexts(), ['Remus'])
})

test('an animal has its history in sentences, the newest first, and it grows', async (t) => {
  const { app, page, go, press } = await openConsole(t, { names: ['Rex'], control: true })
  await app.put('/categories/3', { name: 'Dogs' })
  await app.patch('/pets/1', { name: 'Rexy', categoryId: 7 })
  await placeOrder(app, { petId: 1, reference: 'web-1' })
  await go('#/animals/1')
  // The names of the categories are read once, and one was given after somebody signed in.
  await page.reload()
  await page.getByText('Category changed from Dogs to 7').waitFor()
  assert.deepEqual(await page.locator('.history li > bdi').allInnerTexts(), [
    'Held for web-1 (order 1)',
    'Name changed from Rex to Rexy. Category changed from Dogs to 7',
    'Added',
  ])
  assert.match(await page.locator('.history li').first().innerText(), /by A enterprise key/)
  await app.patch('/pets/1', { name: 'Max' })
  await passUntil(page, page.getByText('Name changed from Rexy to Max'))
  await page.getByRole('main').getByText('Somebody has changed Rexy.').waitFor()
  // An open form keeps what was typed, and says so at once.
  await press('Edit')
  await page.getByRole('textbox', { name: 'Name' }).fill('Maxi')
  await app.patch('/pets/1', { categoryId: 3 })
  const kept = /^Somebody has changed Max\. What you typed is kept/
  await passUntil(page, page.getByRole('main').getByText(kept))
  assert.equal(await page.getByRole('textbox', { name: 'Name' }).inputValue(), 'Maxi')
})

test('an open animal is held and handed over by its buttons', async (t) => {
  const { app, page, go, press, keys } = await openConsole(t, { names: ['Rex', 'Luna'] })
  await go('#/animals/1')
  await press('Hold Rex')
  await page.getByLabel('Note', { exact: true }).fill('web-1')
  await page.getByLabel('Choose…').check()
  await keys('Enter')
  await page.getByText('Between now and seven days from now.').waitFor()
  const until = new Date(Date.now() + 2 * 86_400_000).toISOString().slice(0, 16)
  await page.getByLabel('Until', { exact: true }).fill(until)
  await press(page.getByRole('dialog').getByRole('button', { name: 'Hold Rex' }), 'Rex is on hold.')
  const { text } = await app.call('/store/orders/1')
  const expected = await page.evaluate(`new Date('${until}').getTime() / 60000`)
  const { expiresAt } = JSON.parse(text) as { expiresAt: string }
  assert.equal(Math.round(Date.parse(expiresAt) / 60_000), expected)
  await press('More for Rex')
  await press(page.getByRole('menuitem', { name: 'Hand over' }), 'Rex is adopted.')
  assert.equal(await petStatusOf(app, 1), 'sold')
  // One that is opened by its address offers what its hold allows, and no more.
  await placeOrder(app, { petId: 2, reference: 'web-2' })
  await go('#/animals/2?status=sold')
  await press('On hold: mark Luna as')
  assert.deepEqual(await page.getByRole('menuitem').allInnerTexts(), [
    'Adopted\nA',
    'Available (cancel the hold)\nV',
  ])
})

test('the list says who is set aside, keeps its columns, shows its tab in forced colours, and prints alone', async (t) => {
  const { app, page, press, enter } = await openConsole(t, { names: ['Rex', 'Luna'] })
  await app.patch('/pets/2', { status: 'pending' })
  await page.getByRole('link', { name: 'All', exact: true }).click()
  await page.getByRole('row', { name: /Luna/ }).getByText('set aside').waitFor()
  const column = page.getByRole('columnheader', { name: 'Status' })
  const before = await column.boundingBox()
  await press('mark Rex as')
  await page.getByRole('menuitem', { name: 'Hold for somebody…' }).click()
  const note = page.getByLabel('Note', { exact: true })
  await enter(note, 'the family that came on Saturday afternoon, 13-58', 'Rex is on hold.')
  assert.deepEqual(await column.boundingBox(), before)
  await page.emulateMedia({ forcedColors: 'active' })
  const lineOf = async (tab: string): Promise<unknown> =>
    await page.evaluate(
      `getComputedStyle(document.querySelector('.tabs a${tab}')).borderBottomColor`,
    )
  assert.notEqual(await lineOf('[aria-current]'), await lineOf(':not([aria-current])'))
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.getByRole('navigation').count(), 0)
  assert.ok(await page.getByRole('table', { name: 'Animals' }).isVisible())
})

test('what is known of an animal is written down, with what others write meanwhile', async (t) => {
  const { app, page, go, press, keys } = await openConsole(t, { names: ['Rex', 'Luna'] })
  const profile = async (body?: object, id = 1): Promise<string> =>
    (await app.call(`/pets/${id}/profile`, body && { method: 'PATCH', body })).text
  await profile({ chip: '985141000123456' }, 2)
  await go('#/animals/1')
  const about = page.getByRole('region', { name: 'About Rex' })
  await about.getByText('Nothing is known about it yet.').waitFor()
  await about.getByRole('button', { name: 'Describe Rex' }).press('Enter')
  await page.keyboard.type('Dog')
  await about.getByLabel('Breed').fill('Beagle')
  await about.getByLabel('Born').fill('2024-05')
  await about.getByLabel('Chip').fill('985141000123456')
  await about.getByLabel('Description').fill('Shy at first.\nThen never off a lap.')
  await about.getByRole('button', { name: 'Save' }).click()
  await about.getByText('Another animal has this chip.').waitFor()
  await about.getByLabel('Chip').fill('')
  // Others write something else meanwhile, and then the same field.
  await profile({ colour: 'tricolour', facts: { diet: 'kidney food' } })
  await press(about.getByRole('button', { name: 'Save' }), 'What is known about Rex is saved.')
  await about.getByText('kidney food').waitFor()
  await about.getByText('May 2024').waitFor()
  const both = /"species":"Dog","breed":"Beagle","born":"2024-05","colour":"tricolour"/
  assert.match(await profile(), both)
  await about.getByRole('button', { name: 'Describe Rex' }).click()
  await about.getByLabel('Breed').fill('Beagle mix')
  await profile({ breed: 'Harrier' })
  await keys('Enter')
  const theirs =
    'Somebody else has since written Breed: Harrier. Save again to replace it with yours.'
  await about.getByText(theirs).waitFor()
  // What was typed outlives a reload.
  await page.reload()
  assert.equal(await about.getByLabel('Breed').inputValue(), 'Beagle mix')
  await about.getByRole('button', { name: 'Save' }).click()
  await about.getByText('Beagle mix').waitFor()
  assert.match(await profile(), /"breed":"Beagle mix"/)
})
