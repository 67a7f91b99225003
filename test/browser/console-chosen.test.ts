import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { keys, openConsole, test } from '../helpers/console.ts'
import { petStatusOf, placeOrder } from '../helpers/orders.ts'

test('several animals are chosen, and marked, moved, printed and saved at once', async (t) => {
  const names = ['Rex', 'Bella', 'Max', 'Luna']
  const { app, page, toast } = await openConsole(t, { names })
  await app.call('/categories/7', { method: 'PUT', body: { name: 'Cats' } })
  await page.reload()
  const bar = page.getByRole('region', { name: 'Chosen animals' })
  const statuses = async (): Promise<readonly unknown[]> =>
    await Promise.all(names.map((_, at) => petStatusOf(app, at + 1)))
  await t.test('by the mouse, with Shift for all between', async () => {
    await page.getByLabel('Choose Luna').click()
    await page.getByLabel('Choose Bella').click({ modifiers: ['Shift'] })
    await bar.getByText('3 chosen').waitFor()
    await bar.getByRole('button', { name: 'Mark as' }).click()
    await page.keyboard.press('a')
    await toast('3 animals were changed.')
    assert.deepEqual(await statuses(), ['available', 'sold', 'sold', 'sold'])
    await page.keyboard.press('z')
    await toast('3 animals are as before.')
    assert.deepEqual(new Set(await statuses()), new Set(['available']))
  })
  await t.test('by the keyboard; what a hold has stays as it is', async () => {
    await placeOrder(app, { petId: 1 })
    await bar.getByRole('button', { name: 'Choose none' }).click()
    await page.locator('[data-row="4"]:focus').waitFor()
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page.getByRole('row', { name: /Rex/ }).waitFor({ state: 'detached' })
    await page.getByRole('link', { name: 'All', exact: true }).click()
    await page.getByRole('row', { name: /Rex/ }).getByText('for somebody').waitFor()
    await page.getByRole('link', { name: 'Luna' }).focus()
    await keys(page, 'x', 'End', 'Shift+X')
    await bar.getByText('4 chosen').waitFor()
    await bar.getByRole('button', { name: 'Mark as' }).click()
    await page.keyboard.press('a')
    await toast('3 animals were changed. 1 stays as it is.')
    assert.deepEqual(await statuses(), ['pending', 'sold', 'sold', 'sold'])
  })
  await t.test('into a category, on paper and into a file', async () => {
    await page.getByLabel('Choose Rex').uncheck()
    await bar.getByRole('button', { name: 'Move to category' }).click()
    await page.getByRole('menuitem', { name: 'Cats' }).click()
    await page.getByRole('row', { name: /Bella.*Cats/ }).waitFor()
    assert.equal(JSON.parse((await app.call('/pets?categoryId=7')).text).length, 3)
    await page.emulateMedia({ media: 'print' })
    assert.deepEqual(await page.locator('tbody tr:visible .name bdi').allInnerTexts(), [
      'Luna',
      'Max',
      'Bella',
    ])
    await page.emulateMedia({ media: null })
    const download = page.waitForEvent('download')
    await bar.getByRole('link', { name: 'Download CSV' }).click()
    const csv = await readFile(await (await download).path(), 'utf8')
    assert.match(csv, /^\uFEFFNumber,Name,Category,Status,/)
    assert.match(csv, /\r\n4,Luna,Cats,Adopted,/)
    await bar.getByRole('link', { name: 'Kennel cards' }).click()
    await page.getByRole('heading', { name: 'Kennel cards' }).waitFor()
    await page.getByRole('article').nth(2).waitFor()
    assert.deepEqual(await page.getByRole('article').getByRole('heading').allInnerTexts(), [
      'Luna',
      'Max',
      'Bella',
    ])
  })
})
