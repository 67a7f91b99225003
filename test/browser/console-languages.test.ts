import assert from 'node:assert/strict'
import { openConsole, test } from '../helpers/console.ts'

test('the language is that of the browser, or the one that somebody chose, also after a reload; what is typed stays', async (t) => {
  const { page } = await openConsole(t, { locale: 'de-AT' })
  assert.equal(await page.locator('html').getAttribute('lang'), 'de')
  await page.locator('.key-menu > button').click()
  const box = page.locator('#key-menu')
  assert.deepEqual(await box.locator('option').allTextContents(), [
    'English',
    'Deutsch',
    'Español',
    'Français',
  ])
  for (const [language, label] of [
    ['fr', 'Langue'],
    ['es', 'Idioma'],
    ['en', 'Language'],
  ] as const) {
    await box.locator('select').selectOption(language)
    await page.locator(`html[lang=${language}]`).waitFor()
    await page.locator('.key-menu > button').click()
    await box.getByLabel(label).waitFor()
  }
  await page.reload()
  await page.locator('html[lang=en] nav.rail').waitFor()
})

test('a page whose sentences do not come says that it tries again, and goes on by itself', async (t) => {
  const { page } = await openConsole(t, { locale: 'fr' })
  // The next try succeeds once the page has said so.
  const told = page.getByText('Nouvel essai').waitFor()
  await page.route('**/sign-in.fr.json', async (route) => {
    await told
    await route.continue()
  })
  await page.route('**/sign-in.fr.json', async (route) => await route.abort(), { times: 1 })
  await page.reload()
  await told
  await page.locator('nav.rail').waitFor()
  // Those of the screens are loaded with their scripts.
  await page.route('**/signed-in.fr.json', async (route) => await route.abort(), { times: 1 })
  await page.reload()
  await page.getByRole('button', { name: 'Recharger' }).click()
  await page.locator('nav.rail').waitFor()
})
