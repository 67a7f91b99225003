import assert from 'node:assert/strict'
import { everyScope } from '../../src/access/keys/scopes.ts'
import { TestClock } from '../helpers/app.ts'
import { axeFaults, keyWith, openConsole, passUntil, shows, test } from '../helpers/console.ts'
import { orderOf, patchOrder, placeOrder } from '../helpers/orders.ts'
import { addManager } from '../helpers/team.ts'

test('a person is added, found by the phone, changed, noted and erased', async (t) => {
  const { app, page, go, press, enter, keys } = await openConsole(t, { hash: '#/people' })
  await page.getByText('Nobody yet.').waitFor()
  await page.getByRole('link', { name: 'Add a person' }).click()
  await page.getByLabel('Phone').fill('none')
  await enter('Mail', 'jo')
  await page.getByText('Give a name.').waitFor()
  await page.getByText('A telephone number has at least one digit.').waitFor()
  await page.getByText('A mail address is like jo@example.com.').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Jo Fox')
  await page.getByLabel('Phone').fill('+44 (20) 7946')
  await page.getByLabel('Mail').fill('jo@example.com')
  await page.getByLabel('Address').fill('5 Hill Road\nLondon')
  await press(page.getByRole('button', { name: 'Add', exact: true }), 'Jo Fox was added.')
  await page.getByRole('heading', { name: 'Jo Fox' }).waitFor()
  assert.equal(
    await page.getByRole('link', { name: '+44 (20) 7946' }).getAttribute('href'),
    'tel:+44207946',
  )
  await go('#/people')
  assert.match(
    await page.locator('.people tbody tr').innerText(),
    /^Jo Fox\s+\+44 \(20\) 7946\s+jo@example\.com$/,
  )
  const find = page.getByRole('combobox', { name: 'Find a person' })
  await find.fill('207946')
  await page.getByRole('option', { name: 'Jo Fox' }).waitFor()
  await find.press('Enter')
  const panel = page.getByRole('complementary')
  await panel.getByRole('button', { name: 'Edit' }).click()
  // What others write meanwhile in other fields stays; of the same field it says so.
  await panel.getByLabel('Name', { exact: true }).fill('Jo Wolf')
  await app.patch('/contacts/1', { address: null })
  await press(panel.getByRole('button', { name: 'Save' }), 'Jo Wolf is saved.')
  await panel.getByRole('button', { name: 'Edit' }).click()
  await panel.getByLabel('Phone').fill('12')
  await app.patch('/contacts/1', { phone: '34' })
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('Someone else wrote meanwhile Phone: 34.').waitFor()
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: '12', exact: true }).waitFor()
  const { address, phone, name } = await app.json('/contacts/1')
  assert.deepEqual([address, phone, name], [undefined, '12', 'Jo Wolf'])
  // A note, away and back again.
  const notes = panel.getByRole('region', { name: 'Notes' })
  await notes.getByLabel('A new note').fill('Rang twice.')
  await notes.getByRole('button', { name: 'Add the note' }).click()
  await notes.getByRole('listitem').getByText('Rang twice.').waitFor()
  assert.equal(await notes.getByLabel('A new note').inputValue(), '')
  await press(notes.getByRole('button', { name: /^Delete the note of/ }), 'The note is deleted.')
  assert.equal((await app.call('/notes?contactId=1')).text, '[]')
  await keys('z')
  await notes.getByRole('listitem').getByText('Rang twice.').waitFor()
  await panel.getByRole('button', { name: 'Erase' }).click()
  await page.getByText(/phone, mail, address and all notes about Jo Wolf are erased/).waitFor()
  await press(
    page.getByRole('dialog').getByRole('button', { name: 'Erase Jo Wolf' }),
    'Jo Wolf is erased.',
  )
  await page.getByText('Nobody yet.').waitFor()
  assert.equal((await app.call('/contacts')).text, '[]')
})

test('a person shows what they hold and took home, and what others do to it', async (t) => {
  const clock = new TestClock(Date.now())
  const names = ['Rex', 'Luna']
  const { app, page, go } = await openConsole(t, { names, clock, control: true })
  for (const name of ['Jo Fox', 'Ada']) await app.post('/contacts', { name })
  for (const petId of [1, 2]) await placeOrder(app, { petId, contactId: 1 })
  await patchOrder(app, 1, { status: 'delivered' })
  await go('#/people/1')
  const orders = page.getByRole('region', { name: 'Holds and adoptions' }).getByRole('listitem')
  await orders.last().waitFor()
  const [luna = '', rex = ''] = await orders.allInnerTexts()
  assert.match(luna, /^Luna: Held until .* · Order 2$/)
  assert.match(rex, /^Rex: Handed over .* · Order 1$/)
  await app.remove('/contacts/2')
  await app.patch('/contacts/1', { name: 'Jo Wolf' })
  await passUntil(page, page.getByRole('heading', { name: 'Jo Wolf' }))
  assert.deepEqual(await page.locator('.people tbody th').allInnerTexts(), ['Jo Wolf'])
  // Somebody new waits until one wants to see them.
  await app.post('/contacts', { name: 'Kim' })
  await passUntil(page, page.getByRole('main').getByText('Somebody has changed this list.'))
  await page.getByRole('main').getByRole('button', { name: 'Show' }).click()
  await page.getByRole('link', { name: 'Kim' }).waitFor()
})

test('many people are read page by page', async (t) => {
  const { app, page, go, press } = await openConsole(t)
  for (let n = 1; n <= 60; n += 1) await app.post('/contacts', { name: `Person ${n}` })
  await go('#/people')
  const rows = page.locator('.people tbody tr')
  await rows.nth(49).waitFor()
  assert.equal(await rows.count(), 50)
  await press('Show older')
  await rows.nth(59).waitFor()
  assert.match(await rows.last().innerText(), /^Person 1\s/)
})

test('a key that may only read people changes nothing', async (t) => {
  const scopes = everyScope.filter((scope) => scope !== 'contacts:write')
  const { app, page, go } = await openConsole(t, { key: keyWith(scopes), names: ['Rex'] })
  await app.post('/contacts', { name: 'Jo Fox' })
  await go('#/people/1')
  await page.getByRole('heading', { name: 'Jo Fox' }).waitFor()
  for (const name of ['Edit', 'Erase', 'Add a person'])
    assert.equal(await page.getByText(name, { exact: true }).count(), 0, name)
})

test('a colleague is added with a link and a code that are shown once, is changed, and switched off', async (t) => {
  const { app, page, go, press, keys } = await openConsole(t, {
    key: async (made) => (await addManager(made)).key,
  })
  await go('#/team')
  await page.getByRole('link', { name: 'Add a colleague' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Anna')
  // The operator gave the manager no access to people.
  await page
    .getByText(
      'Your key cannot give all of it: not see notes, see people, add, change or erase people',
    )
    .waitFor()
  await press('Add the colleague')
  const dialog = page.getByRole('dialog', { name: 'Sign in Anna' })
  await dialog.getByRole('img', { name: 'A code that signs in Anna' }).waitFor()
  const link = await dialog.locator('code').innerText()
  assert.match(link, /\/console#key=pets_test_\w{36}$/)
  assert.deepEqual(await axeFaults(page), [])
  await keys('Escape')
  assert.ok(await dialog.isVisible())
  await dialog.getByRole('button', { name: 'Done' }).click()
  const row = page.getByRole('row', { name: /^Anna Front desk not used yet/ })
  await row.waitFor()
  assert.ok(!(await page.content()).includes(link.slice(-36)))
  assert.deepEqual(await axeFaults(page), [])

  // The link signs in, and leaves the address at once.
  const phone = await page.context().browser()?.newPage()
  assert.ok(phone)
  t.after(async () => await phone.close())
  await phone.goto(app.origin + new URL(link).pathname + new URL(link).hash)
  await phone.getByLabel('Access key').waitFor()
  assert.equal(new URL(phone.url()).hash, '')
  await phone.getByRole('button', { name: 'Sign in' }).click()
  const screens = phone.getByRole('navigation', { name: 'Screens' })
  await screens.getByRole('link', { name: 'Animals' }).waitFor()
  assert.equal(await screens.getByRole('link', { name: 'Team' }).count(), 0)

  await row.getByRole('link', { name: 'Change Anna' }).click()
  await page.getByRole('radio', { name: /^Reader/ }).click()
  await press('Save', 'Anna is saved.')
  await page.getByRole('row', { name: /^Anna Reader/ }).waitFor()
  await press('New link for Anna')
  await press('Make a new link')
  await dialog.locator('code').waitFor()
  assert.notEqual(await dialog.locator('code').innerText(), link)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await press('Switch off Anna')
  await press(
    page.getByRole('dialog').getByRole('button', { name: 'Switch off Anna' }),
    'Anna is switched off.',
  )
  await page.getByRole('row', { name: /^Anna/ }).waitFor({ state: 'detached' })
})

test('an order is given to another person, or to nobody, and what others write stays', async (t) => {
  const { app, page, go, press, keys } = await openConsole(t, { names: ['Rex'] })
  for (const name of ['Jo Fox', 'Kim Lee']) await app.post('/contacts', { name })
  await placeOrder(app, { petId: 1, contactId: 1 })
  const people = async (): Promise<readonly unknown[]> => {
    const { contactId, reference } = await orderOf(app, 1)
    return [contactId, reference]
  }
  await go('#/orders/1')
  const panel = page.getByRole('complementary', { name: 'Order 1' })
  const dialog = page.getByRole('dialog', { name: 'For whom is Rex?' })
  const whom = dialog.getByRole('combobox', { name: 'For whom' })
  const save = dialog.getByRole('button', { name: 'Save' })
  const person = (name: string) => panel.getByRole('link', { name, exact: true })
  const open = async (): Promise<void> => {
    await panel.getByRole('button', { name: 'Change for whom' }).click()
    await whom.and(page.locator(':focus')).waitFor()
  }
  await person('Jo Fox').waitFor()
  await open()
  assert.equal(await whom.inputValue(), 'Jo Fox')
  await whom.fill('kim')
  await dialog.getByRole('option', { name: 'Kim Lee' }).waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await whom.press('Enter')
  await dialog.getByText('Chosen. Empty the field for nobody.').waitFor()
  // What others change of the rest of the order stays.
  await patchOrder(app, 1, { reference: 'appt 7' })
  await press(save, 'Order 1 is saved.')
  await person('Kim Lee').waitFor()
  assert.deepEqual(await people(), [2, 'appt 7'])
  await keys('z', 'Order 1 is as it was.')
  await person('Jo Fox').waitFor()
  assert.deepEqual(await people(), [1, 'appt 7'])
  await shows(panel, 'Changed for whom (order 1)')
  // Somebody new is added once, although somebody else gave it to another person meanwhile.
  await open()
  await whom.fill('Ann')
  await dialog.getByRole('option', { name: 'Add “Ann”' }).click()
  await dialog.getByLabel('Phone').fill('030 12')
  await patchOrder(app, 1, { contactId: 2 })
  await save.click()
  await dialog.getByText('Someone else wrote meanwhile For whom: Kim Lee. Save again').waitFor()
  await save.click()
  await person('Ann').waitFor()
  assert.equal((await orderOf(app, 1))['contactId'], 3)
  assert.equal((await app.json('/contacts')).length, 3)
  // Esc leaves the question, not the order. What is typed outlives a reload.
  await open()
  await keys('Escape')
  await dialog.waitFor({ state: 'detached' })
  await open()
  await whom.fill('')
  await page.reload()
  await dialog.getByText('A name, a mail address or a telephone number.').waitFor()
  assert.equal(await whom.inputValue(), '')
  await save.click()
  await person('Ann').waitFor({ state: 'detached' })
  assert.deepEqual(await people(), [undefined, 'appt 7'])
  // What is noted of an order.
  const notes = panel.getByRole('region', { name: 'Notes' })
  await notes.getByLabel('A new note').fill('Comes on Friday.')
  await notes.getByRole('button', { name: 'Add the note' }).click()
  await notes.getByRole('listitem').getByText('Comes on Friday.').waitFor()
  assert.match((await app.call('/notes?orderId=1')).text, /"text":"Comes on Friday\."/)
})
