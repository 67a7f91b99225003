import assert from 'node:assert/strict'
import { test } from 'node:test'
import { everyScope } from '../../src/access/keys/scopes.ts'
import { axeFaults, keyWith, openConsole, passUntil } from '../helpers/console.ts'
import { needs } from '../helpers/needs.ts'

const skip = needs('chromium')

test(
  'a list is kept as a view of the team, opened by its tab and by Find, and removed',
  { skip },
  async (t) => {
    const { app, page, go, toast, hasNoComplaints } = await openConsole(t, {
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
    hasNoComplaints()
  },
)

test(
  'a key that may only read notes opens views, and one that may not asks for none',
  { skip },
  async (t) => {
    const reader = await openConsole(t, {
      key: keyWith(['pets:read', 'notes:read']),
      names: ['Rex'],
    })
    const text = '#view Cats\n#/animals?status=all&category=2'
    await reader.app.call('/notes', { method: 'POST', body: { about: 'store', text } })
    await reader.page.reload()
    await reader.page.getByRole('link', { name: 'Cats' }).click()
    await reader.page.getByText('of category 2 here.').waitFor()
    assert.equal(await reader.page.getByRole('button', { name: /this view$/ }).count(), 0)
    const others = everyScope.filter((scope) => !scope.startsWith('notes:'))
    const { page, answered } = await openConsole(t, { key: keyWith(others), names: ['Rex'] })
    const asked: string[] = []
    page.on('request', (request) => asked.push(request.url()))
    await page.reload()
    await page.getByRole('link', { name: 'Rex' }).waitFor()
    await page.getByLabel('Sort').selectOption('By name')
    await page.waitForURL(/sort=name/)
    await answered()
    assert.equal(await page.getByRole('button', { name: /this view$/ }).count(), 0)
    assert.deepEqual(
      asked.filter((url) => url.includes('/v1/notes')),
      [],
    )
  },
)
