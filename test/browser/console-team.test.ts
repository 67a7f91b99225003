import assert from 'node:assert/strict'
import { axeFaults, openConsole, test } from '../helpers/console.ts'
import { addManager } from '../helpers/team.ts'

test('a colleague is added with a link and a code that are shown once, is changed, and switched off', async (t) => {
  const { app, page, go, toast } = await openConsole(t, {
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
  await page.getByRole('button', { name: 'Add the colleague' }).click()
  const dialog = page.getByRole('dialog', { name: 'Sign in Anna' })
  await dialog.getByRole('img', { name: 'A code that signs in Anna' }).waitFor()
  const link = await dialog.locator('code').innerText()
  assert.match(link, /\/console#key=pets_test_\w{36}$/)
  assert.deepEqual(await axeFaults(page), [])
  await page.keyboard.press('Escape')
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
  await page.getByRole('button', { name: 'Save' }).click()
  await toast('Anna is saved.')
  await page.getByRole('row', { name: /^Anna Reader/ }).waitFor()
  await page.getByRole('button', { name: 'New link for Anna' }).click()
  await page.getByRole('button', { name: 'Make a new link' }).click()
  await dialog.locator('code').waitFor()
  assert.notEqual(await dialog.locator('code').innerText(), link)
  await dialog.getByRole('button', { name: 'Done' }).click()
  await page.getByRole('button', { name: 'Switch off Anna' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Switch off Anna' }).click()
  await toast('Anna is switched off.')
  await page.getByRole('row', { name: /^Anna/ }).waitFor({ state: 'detached' })
})
