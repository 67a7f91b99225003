/** Takes screenshots of each screen and state of the console: `npm run screenshots` writes screenshots/. */
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { TestClock } from '../test/helpers/app.ts'
import { openConsole } from '../test/helpers/console.ts'
import { openHealth } from '../test/helpers/health-page.ts'
import { needs } from '../test/helpers/needs.ts'
import { fillShop, names, pictured } from './pictured-shop.ts'

const folder = fileURLToPath(new URL('../screenshots', import.meta.url))

for (const { screen, dark, environment, how } of pictured) {
  void test(`pictures of the console: ${how}`, { skip: needs('chromium') }, async (t) => {
    mkdirSync(folder, { recursive: true })
    const { app, page, go } = await openConsole(t, {
      screen,
      dark,
      environment,
      names,
      clock: new TestClock(Date.now()),
    })
    const picture = async (name: string): Promise<void> => {
      await page.screenshot({ path: `${folder}/${how}-${name}.png` })
    }
    await app.call('/pets/5', { method: 'PATCH', body: { categoryId: 7 } })
    await fillShop(app)
    // The page reads the category names only once, so reload it.
    await page.reload()

    await go('#/today')
    await page.getByText('was handed over').waitFor()
    await picture('today')
    await go('#/animals?status=all')
    await page.getByRole('link', { name: 'Juno' }).waitFor()
    await picture('animals')
    await page.getByRole('button', { name: 'mark Rex as' }).click()
    await picture('menu')
    await page.getByRole('menuitem', { name: 'Adopted' }).click()
    await page.locator('.toast').waitFor()
    await picture('undo')
    await go('#/animals/2?status=all')
    await page.getByRole('link', { name: 'Order 1' }).waitFor()
    await picture('animal')
    await go('#/animals/3/edit?status=all')
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Lunette')
    await picture('form')
    await app.call('/pets/3', { method: 'PATCH', body: { name: 'Lulu', categoryId: 1 } })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByRole('radio', { name: 'Yours' }).waitFor()
    await picture('conflict')
    await go('#/orders')
    await page.getByRole('link', { name: 'Bella' }).waitFor()
    await picture('orders')
    await go('#/orders/1')
    await page.getByRole('heading', { name: 'Order 1' }).waitFor()
    await picture('order')
    await go('#/orders')
    await page.getByRole('button', { name: 'Hold an animal' }).click()
    await picture('hold')
    await page.keyboard.press('Escape')
    await page.keyboard.press('/')
    await page.getByRole('combobox', { name: 'Find', exact: true }).fill('jo')
    await page.getByRole('option', { name: 'Jo Fox' }).waitFor()
    await picture('find')
    await page.keyboard.press('Escape')
    await go('#/people')
    await page.getByRole('link', { name: 'Kim Lee' }).waitFor()
    await picture('people')
    await go('#/people/1')
    await page.getByRole('heading', { name: 'Jo Fox' }).waitFor()
    await page.getByText('Has a garden.').waitFor()
    await picture('person')
    await go('#/statistics')
    await page.getByText('in the last 12 months').first().waitFor()
    await picture('statistics')
    await go('#/team')
    await page.getByRole('link', { name: 'Add a colleague' }).waitFor()
    await picture('team')
    await go('#/categories')
    await page.getByRole('button', { name: 'Rename Dogs' }).click()
    await picture('categories')
    await go('#/animals?name=x')
    await page.getByText('No name begins with').waitFor()
    await page.getByText('Copy as code').click()
    await page.getByText('It does not contain your key.').waitFor()
    await picture('empty-and-code')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Refresh' }).click()
    await page
      .getByText(/No connection to the store/)
      .first()
      .waitFor()
    await picture('offline')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.locator('.key-menu > button').click()
    await picture('key-menu')
    await page.getByRole('button', { name: 'Shortcuts' }).click()
    await picture('help')
    await page.keyboard.press('Escape')
    const limited = await app.addKey('free')
    let status = 0
    while (status !== 429) ({ status } = await app.call('/pets?limit=1', { key: limited.key }))
    await page.locator('.key-menu > button').click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    // The form with the conflict is not saved, so the page asks for confirmation.
    await page.getByRole('dialog').getByRole('button', { name: 'Sign out' }).click()
    await page.getByLabel('Access key').fill('pets_')
    await page.keyboard.press('Enter')
    await page.getByText('This is not a complete key').waitFor()
    await picture('sign-in')
    await page.getByLabel('Access key').fill(limited.key)
    await page.keyboard.press('Enter')
    await page
      .getByText(/has used its requests/)
      .first()
      .waitFor()
    await picture('over-quota')
  })

  void test(`pictures of health: ${how}`, { skip: needs('chromium') }, async (t) => {
    mkdirSync(folder, { recursive: true })
    const { page } = await openHealth(t, { screen, dark })
    await page.screenshot({ path: `${folder}/${how}-health.png`, fullPage: true })
    await page.getByRole('link', { name: 'Help with Last backup' }).first().click()
    await page.getByText('## Back up').waitFor()
    await page.screenshot({ path: `${folder}/${how}-health-help.png` })
  })
}
