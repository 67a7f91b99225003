import assert from 'node:assert/strict'
import { defaultScopes, namesOf } from '../../src/access/keys/scopes.ts'
import { TestClock } from '../helpers/app.ts'
import { axeFaults, keyWith, openConsole, passUntil, shows, test } from '../helpers/console.ts'
import { orderOf, patchOrder, petStatusOf, placeOrder } from '../helpers/orders.ts'

test('by keyboard alone, an animal is held, its note is changed, and it is handed over', async (t) => {
  // A key that may not see people notes for whom it is.
  const key = keyWith(namesOf(defaultScopes))
  const { app, page, go, toast, enter, keys } = await openConsole(t, { names: ['Rex'], key })
  const rex = page.getByRole('link', { name: 'Rex' })
  await rex.focus()
  await keys('m h')
  await page.getByLabel('For whom').waitFor()
  await page.keyboard.type('desk-7')
  await keys('Enter', 'Rex is on hold.')
  assert.equal((await orderOf(app, 1))['reference'], 'desk-7')
  await go('#/orders/1')
  const panel = page.getByRole('complementary', { name: 'Order 1' })
  await panel.getByText('desk-7', { exact: true }).waitFor()
  assert.equal(await panel.getByRole('region', { name: 'Notes' }).count(), 0)
  await panel.getByRole('button', { name: 'Change for whom' }).press('Enter')
  await enter(page.getByRole('dialog').getByLabel('For whom'), 'desk-8', 'Order 1 is saved.')
  await panel.getByText('desk-8', { exact: true }).waitFor()
  await go('#/animals?status=all')
  await rex.focus()
  await keys('m a')
  await page.getByText('Is this the same person?').waitFor()
  await page.getByRole('button', { name: 'Hand over to desk-8' }).press('Enter')
  await toast('Rex is adopted.')
  assert.equal(await petStatusOf(app, 1), 'sold')
  assert.equal((await orderOf(app, 1))['status'], 'delivered')
})

test('the board extends, cancels and holds again, by keyboard and by mouse, unless somebody was quicker', async (t) => {
  const names = ['Rex', 'Luna']
  const { app, page, toast, press, keys } = await openConsole(t, { names, motion: true })
  await placeOrder(app, { petId: 1 })
  await placeOrder(app, { petId: 2 })
  const before = String((await orderOf(app, 1))['expiresAt'])
  await keys('g o')
  const rex = page.getByRole('region', { name: 'Held' }).getByRole('link', { name: 'Rex' })
  await rex.focus()
  await keys('m x', 'Rex is held longer.')
  const later = Date.parse(String((await orderOf(app, 1))['expiresAt'])) - Date.parse(before)
  assert.equal(later, 24 * 3_600_000)
  await rex.focus()
  await keys('m c')
  await page.getByRole('button', { name: 'Cancel order' }).press('Enter')
  await toast('Order 1 is cancelled. Rex is available again.')
  assert.equal(await petStatusOf(app, 1), 'available')
  await keys('z', 'Rex is on hold.')
  assert.equal(await petStatusOf(app, 1), 'pending')
  await press('More for Luna')
  await page.getByRole('menuitem', { name: 'Cancel order' }).click()
  await press('Cancel order', 'Order 2 is cancelled. Luna is available again.')
  await placeOrder(app, { petId: 2 })
  await press('Hold again', 'Luna is not available any more.')
})

test('the arrows go along the board, which is one stop of the Tab key', async (t) => {
  const { app, page, keys } = await openConsole(t, { names: ['Rex', 'Luna', 'Max'] })
  for (const petId of [1, 2, 3]) await placeOrder(app, { petId })
  await patchOrder(app, 3, { status: 'delivered' })
  await page.getByRole('link', { name: 'Orders' }).click()
  const card = (name: string) => page.locator('.card').filter({ hasText: name }).getByRole('link')
  const stops = page.locator('.card :is(a, button):not([tabindex="-1"])')
  const isAt = async (name: string): Promise<void> => {
    await card(name).and(page.locator(':focus')).waitFor()
    // The stop follows the focus with the next drawing.
    await card(name).and(page.locator(':not([tabindex="-1"])')).waitFor()
    assert.deepEqual(await stops.allInnerTexts(), [name])
  }
  await card('Rex').waitFor()
  assert.deepEqual(await stops.allInnerTexts(), ['Rex'])
  await card('Rex').focus()
  for (const [key, name] of [
    ['ArrowDown', 'Luna'],
    ['ArrowDown', 'Luna'],
    // The column between them is empty, and the one after it has a single order.
    ['ArrowRight', 'Max'],
    ['ArrowRight', 'Max'],
    ['ArrowLeft', 'Rex'],
    ['j', 'Luna'],
    ['k', 'Rex'],
  ] as const) {
    await page.keyboard.press(key)
    await isAt(name)
  }
  // A card that goes to another column keeps the focus.
  await keys('m p', 'Rex: approved. The hold no longer ends by itself.')
  await page.getByRole('region', { name: 'Approved' }).getByRole('link', { name: 'Rex' }).waitFor()
  await isAt('Rex')
  await keys('Enter')
  await page.getByRole('heading', { name: 'Order 1' }).waitFor()
  await keys('Escape')
  await isAt('Rex')
})

test('in a narrow window the board shows one column, chosen by tabs', async (t) => {
  const { app, page, go, press, keys } = await openConsole(t, {
    names: ['Rex', 'Luna'],
    screen: 'phone',
  })
  for (const petId of [1, 2]) await placeOrder(app, { petId })
  await patchOrder(app, 2, { status: 'approved' })
  await go('#/orders')
  // The list of the animals, from which one comes, has both.
  const board = page.locator('.board')
  const rex = board.getByRole('link', { name: 'Rex' })
  const luna = board.getByRole('link', { name: 'Luna' })
  await rex.waitFor()
  assert.equal(await luna.isVisible(), false)
  await page.getByRole('link', { name: 'Approved 1' }).click()
  await luna.waitFor()
  assert.equal(await rex.isVisible(), false)
  await keys('j')
  await luna.and(page.locator(':focus')).waitFor()
  await luna.click()
  await press('Close')
  await luna.and(page.locator(':focus')).waitFor()
  // Beside an open order, all columns stand side by side, and its card is in sight.
  await page.setViewportSize({ width: 1_280, height: 900 })
  await patchOrder(app, 2, { status: 'delivered' })
  await go('#/orders/2')
  await page.getByText('Handed over (order 2)').waitFor()
  await shows(page, /by A enterprise key/)
  await luna.first().waitFor()
  const held = page.getByRole('region', { name: 'Held' })
  const handed = page.getByRole('region', { name: 'Handed over' })
  assert.equal((await held.boundingBox())?.y, (await handed.boundingBox())?.y)
  assert.equal(await page.locator('.card[aria-current="true"]').count(), 1)
})

test('an order is found by its number or a part of its word, and orders by their word', async (t) => {
  const { app, page, enter } = await openConsole(t, { names: ['Rex', 'Luna'] })
  await placeOrder(app, { petId: 1, reference: 'web-1' })
  await placeOrder(app, { petId: 2, reference: 'web-2' })
  const board = page.locator('.board')
  const find = page.getByLabel('Find an order by its number or word')
  // What somebody types into the field as soon as it is there stays.
  await page.evaluate(`
    new MutationObserver((_, observer) => {
      const field = document.querySelector('.screen-head input')
      if (field === null) return
      observer.disconnect()
      field.value = 'web-2'
      field.dispatchEvent(new Event('input', { bubbles: true }))
    }).observe(document.body, { childList: true, subtree: true })`)
  await page.getByRole('link', { name: 'Orders' }).click()
  await board.getByRole('link', { name: 'Rex' }).waitFor()
  await find.press('Enter')
  await page.getByRole('heading', { name: 'Order 2' }).waitFor()
  await page.getByRole('complementary').getByText('web-2', { exact: true }).waitFor()
  await enter(find, '1')
  await page.getByRole('heading', { name: 'Order 1' }).waitFor()
  await page.getByRole('complementary').getByText('web-1', { exact: true }).waitFor()
  await find.fill('WEB')
  await page.getByRole('option', { name: 'web-2 Held, order 2' }).waitFor()
  await find.fill('web-2')
  await page.getByRole('option', { name: 'Orders for “web-2”' }).click()
  await page.getByText('Orders for “web-2”').waitFor()
  await board.getByRole('link', { name: 'Rex' }).waitFor({ state: 'detached' })
  await board.getByRole('link', { name: 'Luna' }).waitFor()
})

test('categories are named, renamed and deleted, each with a way back', async (t) => {
  const { app, page, press, enter, keys } = await openConsole(t)
  const names = async (): Promise<string> => (await app.call('/categories')).text
  await keys('g c')
  await press('Add a category')
  await enter(page.getByRole('textbox', { name: 'Name' }), 'Rabbits', '1 is called Rabbits.')
  await press('Rename Rabbits')
  await enter(page.getByRole('textbox', { name: 'Name of 1' }), 'Hares', 'Rabbits is called Hares.')
  await keys('z', 'It is called Rabbits again.')
  assert.equal(await names(), '[{"id":1,"name":"Rabbits"}]')
  await press('Delete Rabbits', /Animals keep the number 1/)
  assert.equal(await names(), '[]')
  await keys('z', '1 is called Rabbits again.')
  assert.equal(await names(), '[{"id":1,"name":"Rabbits"}]')
  // Somebody else named the number first.
  await press('Add a category')
  await app.put('/categories/2', { name: 'Owls' })
  await enter(page.getByRole('textbox', { name: 'Name' }), 'Mice')
  await page.getByText('2 is already called Owls. Choose another number.').waitFor()
})

test('the board keeps what was done on it, and shows older orders on demand', async (t) => {
  const { app, page, press } = await openConsole(t, { names: ['Rex', 'Luna'] })
  for (let count = 0; count < 45; count += 1) {
    await placeOrder(app, { petId: 1 })
    await patchOrder(app, count + 1, { status: 'cancelled' })
  }
  await placeOrder(app, { petId: 1, reference: 'web-1' })
  await placeOrder(app, { petId: 2, reference: 'web-2' })
  await page.getByRole('link', { name: 'Orders' }).click()
  const closed = page.getByRole('region', { name: 'Closed' })
  const handed = page.getByRole('region', { name: 'Handed over' })
  await closed.getByText('40+').waitFor()
  // Of a column whose older orders are not read yet, nothing is claimed.
  await handed.getByRole('heading', { name: 'Handed over', exact: true }).waitFor()
  assert.equal(await handed.getByText('None.').count(), 0)
  await closed.getByRole('button', { name: 'Show older' }).press('Enter')
  await closed.getByRole('heading', { name: 'Closed 45', exact: true }).waitFor()
  assert.equal(await closed.getByRole('button', { name: 'Show older' }).count(), 0)
  await handed.getByText('None.').waitFor()
  await press('Approve Rex', 'Rex: approved. The hold no longer ends by itself.')
  await press('Approve Luna', 'Luna: approved. The hold no longer ends by itself.')
  const approved = page.getByRole('region', { name: 'Approved' })
  await approved.getByText('for web-1').waitFor()
  await approved.getByText('for web-2').waitFor()
})

test('what others do to an order shows on the board and beside it', async (t) => {
  // The hold is not over by the clock of the page, so the page reads nothing but the news.
  const clock = new TestClock(Date.now())
  const { app, page } = await openConsole(t, { names: ['Rex'], control: true, clock })
  await placeOrder(app, { petId: 1 })
  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('region', { name: 'Held' }).getByRole('link', { name: 'Rex' }).click()
  const panel = page.getByRole('complementary', { name: 'Order 1' })
  await shows(panel, /^Held$/)
  await patchOrder(app, 1, { status: 'approved' })
  await passUntil(page, page.getByRole('main').getByText('Somebody has changed this list.'))
  await panel.getByText('Somebody has changed this order.').waitFor()
  await panel.getByRole('button', { name: 'Show' }).click()
  await panel.getByText('Approved', { exact: true }).waitFor()
})

test('a hold asks which animal and for whom, and shows the person everywhere', async (t) => {
  const names = ['Rex', 'Remus', 'Luna']
  const { app, page, go, toast, press, enter } = await openConsole(t, { names })
  await app.patch('/pets/2', { status: 'sold' })
  await app.post('/contacts', { name: 'Jo Fox', phone: '020 7946' })
  await go('#/orders')
  await press('Hold an animal')
  const dialog = page.getByRole('dialog')
  const animal = dialog.getByRole('combobox', { name: 'Animal' })
  const whom = dialog.getByRole('combobox', { name: 'For whom' })
  await animal.fill('re')
  await dialog.getByRole('option', { name: 'Rex' }).waitFor()
  assert.equal(await dialog.getByRole('option').count(), 1)
  await animal.press('Enter')
  await dialog.getByText('3, number 1.').waitFor()
  await whom.fill('7946')
  await dialog.getByRole('option', { name: 'Jo Fox 020 7946' }).waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await whom.press('Enter')
  assert.equal(await whom.inputValue(), 'Jo Fox')
  await whom.press('Enter')
  await toast('Rex is on hold.')
  assert.equal((await orderOf(app, 1))['contactId'], 1)
  await page.getByRole('region', { name: 'Held' }).getByText('for Jo Fox').waitFor()
  // Somebody new is added with the hold.
  await go('#/animals/3')
  await press('Hold Luna')
  await whom.fill('Kim')
  await dialog.getByRole('option', { name: 'Add “Kim”' }).waitFor()
  await dialog.getByRole('button', { name: 'Hold Luna' }).click()
  await dialog.getByText('Choose a person, or add one.').waitFor()
  await whom.fill('Kim L')
  await dialog.getByRole('option', { name: 'Add “Kim L”' }).click()
  await dialog.getByLabel('Phone').fill('030 12')
  await enter(dialog.getByLabel('Note'), 'appt 7', 'Luna is on hold.')
  await shows(page, 'for Kim L (appt 7)')
  const { text } = await app.call('/contacts/2')
  assert.match(text, /"name":"Kim L","phone":"030 12"/)
  const { contactId, reference } = await orderOf(app, 2)
  assert.deepEqual([contactId, reference], [2, 'appt 7'])
  await go('#/orders/2')
  await page.getByRole('complementary').getByRole('link', { name: 'Kim L' }).waitFor()
})
