import assert from 'node:assert/strict'
import { everyScope } from '../../src/access/keys/scopes.ts'
import { TestClock } from '../helpers/app.ts'
import { keyWith, openConsole, passUntil, test } from '../helpers/console.ts'
import { patchOrder, placeOrder } from '../helpers/orders.ts'

test('a person is added, found by the phone, changed, noted and erased', async (t) => {
  const { app, page, toast, go } = await openConsole(t, { hash: '#/people' })
  await page.getByText('Nobody yet.').waitFor()
  await page.getByRole('link', { name: 'Add a person' }).click()
  await page.getByLabel('Phone').fill('none')
  await page.getByLabel('Mail').fill('jo')
  await page.keyboard.press('Enter')
  await page.getByText('Give a name.').waitFor()
  await page.getByText('A telephone number has at least one digit.').waitFor()
  await page.getByText('A mail address is like jo@example.com.').waitFor()
  await page.getByLabel('Name', { exact: true }).fill('Jo Fox')
  await page.getByLabel('Phone').fill('+44 (20) 7946')
  await page.getByLabel('Mail').fill('jo@example.com')
  await page.getByLabel('Address').fill('5 Hill Road\nLondon')
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await toast('Jo Fox was added.')
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
  await app.call('/contacts/1', { method: 'PATCH', body: { address: null } })
  await panel.getByRole('button', { name: 'Save' }).click()
  await toast('Jo Wolf is saved.')
  await panel.getByRole('button', { name: 'Edit' }).click()
  await panel.getByLabel('Phone').fill('12')
  await app.call('/contacts/1', { method: 'PATCH', body: { phone: '34' } })
  await panel.getByRole('button', { name: 'Save' }).click()
  await panel.getByText('Someone else wrote meanwhile Phone: 34.').waitFor()
  await panel.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: '12', exact: true }).waitFor()
  const { address, phone, name } = JSON.parse((await app.call('/contacts/1')).text)
  assert.deepEqual([address, phone, name], [undefined, '12', 'Jo Wolf'])
  // A note, away and back again.
  const notes = panel.getByRole('region', { name: 'Notes' })
  await notes.getByLabel('A new note').fill('Rang twice.')
  await notes.getByRole('button', { name: 'Add the note' }).click()
  await notes.getByRole('listitem').getByText('Rang twice.').waitFor()
  assert.equal(await notes.getByLabel('A new note').inputValue(), '')
  await notes.getByRole('button', { name: /^Delete the note of/ }).click()
  await toast('The note is deleted.')
  assert.equal((await app.call('/notes?contactId=1')).text, '[]')
  await page.keyboard.press('z')
  await notes.getByRole('listitem').getByText('Rang twice.').waitFor()
  await panel.getByRole('button', { name: 'Erase' }).click()
  await page.getByText(/phone, mail, address and all notes about Jo Wolf are erased/).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Erase Jo Wolf' }).click()
  await toast('Jo Wolf is erased.')
  await page.getByText('Nobody yet.').waitFor()
  assert.equal((await app.call('/contacts')).text, '[]')
})

test('a person shows what they hold and took home, and what others do to it', async (t) => {
  const clock = new TestClock(Date.now())
  const names = ['Rex', 'Luna']
  const { app, page, go } = await openConsole(t, { names, clock, control: true })
  for (const name of ['Jo Fox', 'Ada'])
    await app.call('/contacts', { method: 'POST', body: { name } })
  for (const petId of [1, 2]) await placeOrder(app, { petId, contactId: 1 })
  await patchOrder(app, 1, { status: 'delivered' })
  await go('#/people/1')
  const orders = page.getByRole('region', { name: 'Holds and adoptions' }).getByRole('listitem')
  await orders.last().waitFor()
  const [luna = '', rex = ''] = await orders.allInnerTexts()
  assert.match(luna, /^Luna: Held until .* · Order 2$/)
  assert.match(rex, /^Rex: Handed over .* · Order 1$/)
  await app.call('/contacts/2', { method: 'DELETE' })
  await app.call('/contacts/1', { method: 'PATCH', body: { name: 'Jo Wolf' } })
  await passUntil(page, page.getByRole('heading', { name: 'Jo Wolf' }))
  assert.deepEqual(await page.locator('.people tbody th').allInnerTexts(), ['Jo Wolf'])
  // Somebody new waits until one wants to see them.
  await app.call('/contacts', { method: 'POST', body: { name: 'Kim' } })
  await passUntil(page, page.getByRole('main').getByText('Somebody has changed this list.'))
  await page.getByRole('main').getByRole('button', { name: 'Show' }).click()
  await page.getByRole('link', { name: 'Kim' }).waitFor()
})

test('many people are read page by page', async (t) => {
  const { app, page, go } = await openConsole(t)
  for (let n = 1; n <= 60; n += 1)
    await app.call('/contacts', { method: 'POST', body: { name: `Person ${n}` } })
  await go('#/people')
  const rows = page.locator('.people tbody tr')
  await rows.nth(49).waitFor()
  assert.equal(await rows.count(), 50)
  await page.getByRole('button', { name: 'Show older' }).click()
  await rows.nth(59).waitFor()
  assert.match(await rows.last().innerText(), /^Person 1\s/)
})

test('a key that may only read people changes nothing', async (t) => {
  const scopes = everyScope.filter((scope) => scope !== 'contacts:write')
  const { app, page, go } = await openConsole(t, { key: keyWith(scopes), names: ['Rex'] })
  await app.call('/contacts', { method: 'POST', body: { name: 'Jo Fox' } })
  await go('#/people/1')
  await page.getByRole('heading', { name: 'Jo Fox' }).waitFor()
  for (const name of ['Edit', 'Erase', 'Add a person'])
    assert.equal(await page.getByText(name, { exact: true }).count(), 0, name)
})
