/** Takes screenshots of the reference page, for people to review: `npm run screenshots` writes screenshots/. */
import { mkdirSync } from 'node:fs'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { startApp } from '../test/helpers/app.ts'
import { openPage } from '../test/helpers/browser.ts'
import { needs } from '../test/helpers/needs.ts'
import { addPet } from '../test/helpers/storage.ts'

const folder = fileURLToPath(new URL('../screenshots', import.meta.url))

await test('pictures of the reference page', { skip: needs('chromium') }, async (t) => {
  mkdirSync(folder, { recursive: true })
  const app = await startApp(t)
  for (const name of ['Rex', 'Luna', 'Captain Whiskers']) {
    await addPet(app.storage, { name, categoryId: 3n, status: 'available' })
  }
  for (const screen of ['desktop', 'phone'] as const) {
    for (const dark of [false, true]) {
      const { page } = await openPage(t, `${app.origin}/docs`, { screen, dark })
      const name = `${screen}-${dark ? 'dark' : 'light'}`
      await page.screenshot({ path: `${folder}/${name}-top.png` })
      await page.getByLabel('API key').fill(app.key)
      await page.locator('#operations-pets-listPets .opblock-summary-control').click()
      await page.getByRole('button', { name: 'Execute' }).click()
      await page.locator('#operations-pets-listPets .live-responses-table').waitFor()
      await page.locator('#operations').screenshot({ path: `${folder}/${name}-answer.png` })
      await page.locator('#operations-pets-createPet .opblock-summary-control').click()
      await page.locator('#operations-pets-createPet').screenshot({
        path: `${folder}/${name}-create.png`,
      })
      await page.locator('#errors').screenshot({ path: `${folder}/${name}-errors.png` })
      await page.locator('#deprecations').screenshot({ path: `${folder}/${name}-notice.png` })
      await page.screenshot({ path: `${folder}/${name}-whole.png`, fullPage: true })
    }
    const { page } = await openPage(t, `${app.origin}/docs`, { screen, scripts: false })
    await page.screenshot({ path: `${folder}/${screen}-without-scripts.png`, fullPage: true })
  }
})
