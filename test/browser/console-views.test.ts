import assert from 'node:assert/strict'
import { axeFaults, keyWith, openConsole, passUntil, test } from '../helpers/console.ts'

test('a list is kept as a view of the team, opened by its tab and by Find, and removed', async (t) => {
  const { app, page, go, toast } = await openConsole(t, {
    names: ['Rex'],
    control: true,
  })
  const tabs = page.getByRole('navigation', { name: 'Animals by status' })
  const tab = (name: string) => tabs.getByRole('link', { name, exact: true })
  const current = (name: string) => tab(name).and(page.locator('[aria-current="page"]'))
  const dialog = page.getByRole('dialog', { name: 'Save this view' })
  const kept = async (): Promise<readonly string[]> =>
    JSON.parse((await app.call('/notes?about=store')).text).map(
      ({ text }: { text: string }) => text,
    )
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save this view' }).count(), 0)
  await page.getByLabel('Sort').selectOption('By name')
  await page.getByRole('button', { name: 'Save this view' }).click()
  await page.keyboard.press('Enter')
  await dialog.getByText('Give a name.').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await dialog.getByLabel('Name').fill('By name to call')
  await page.keyboard.press('Enter')
  await toast('The whole team has “By name to call” now.')
  await current('By name to call').waitFor()
  assert.deepEqual(await kept(), ['#view By name to call\n#/animals?status=available&sort=name'])
  // Another list under the same name is refused. What was typed stays.
  await tab('All').click()
  await page.getByRole('button', { name: 'Save this view' }).click()
  await dialog.getByLabel('Name').fill('By name to call')
  await page.keyboard.press('Enter')
  await dialog.getByText('A view has this name already.').waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  // From elsewhere, also after a reload.
  await go('#/categories')
  await page.reload()
  await page.getByRole('heading', { name: 'Categories' }).waitFor()
  await page.keyboard.press('Control+k')
  await page.keyboard.type('to call')
  await page.getByRole('option', { name: 'By name to call' }).waitFor()
  await page.keyboard.press('Enter')
  await current('By name to call').waitFor()
  assert.equal(await page.getByLabel('Sort').inputValue(), 'name')
  // What a colleague keeps shows by itself, and only an address of the list is one.
  for (const text of [
    '#view Off\njavascript:alert(1)',
    '#view Cats\n#/animals?status=all&category=2',
  ])
    await app.call('/notes', { method: 'POST', body: { about: 'store', text } })
  await passUntil(page, tab('Cats'))
  assert.equal(await tab('Off').count(), 0)
  await page.getByRole('button', { name: 'Remove this view' }).click()
  await toast('“By name to call” is removed.')
  await tab('By name to call').waitFor({ state: 'detached' })
  assert.equal((await kept()).length, 2)
  await page.getByRole('button', { name: 'Save this view' }).focus()
  await page.keyboard.press('z')
  await toast('The whole team has “By name to call” now.')
  await current('By name to call').waitFor()
})

test('a key that may only read notes opens views, and changes none', async (t) => {
  const { page } = await openConsole(t, {
    key: keyWith(['pets:read', 'notes:read']),
    names: ['Rex'],
    setUp: async (app) => {
      const text = '#view Cats\n#/animals?status=all&category=2'
      await app.call('/notes', { method: 'POST', body: { about: 'store', text } })
    },
  })
  await page.getByRole('link', { name: 'Cats' }).click()
  await page.getByText('of category 2 here.').waitFor()
  assert.equal(await page.getByRole('button', { name: /this view$/ }).count(), 0)
})
