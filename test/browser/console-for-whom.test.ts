import assert from 'node:assert/strict'
import { axeFaults, openConsole, shows, test } from '../helpers/console.ts'
import { orderOf, patchOrder, placeOrder } from '../helpers/orders.ts'

test('an order is given to another person, or to nobody, and what others write stays', async (t) => {
  const { app, page, go, toast } = await openConsole(t, { names: ['Rex'] })
  for (const name of ['Jo Fox', 'Kim Lee'])
    await app.call('/contacts', { method: 'POST', body: { name } })
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
  await save.click()
  await toast('Order 1 is saved.')
  await person('Kim Lee').waitFor()
  assert.deepEqual(await people(), [2, 'appt 7'])
  await page.keyboard.press('z')
  await toast('Order 1 is as it was.')
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
  assert.equal(JSON.parse((await app.call('/contacts')).text).length, 3)
  // Esc leaves the question, not the order. What is typed outlives a reload.
  await open()
  await page.keyboard.press('Escape')
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
