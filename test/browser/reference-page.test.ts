import assert from 'node:assert/strict'
import type { TestContext } from 'node:test'
import type { Locator, Page } from 'playwright-core'
import type { Environment } from '../../src/base/environments.ts'
import { errorCodes } from '../../src/base/errors/catalogue.ts'
import { type TestApp, startApp, temporaryFolder } from '../helpers/app.ts'
import {
  openPage,
  type PageOptions,
  screens,
  test,
  type WatchedPage,
  widthOf,
} from '../helpers/browser.ts'
import { axeFaults } from '../helpers/console.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'
import { addPet } from '../helpers/storage.ts'

const largest = 9_223_372_036_854_775_807n

const open = async (
  t: TestContext,
  {
    fragment = '',
    environment = 'staging',
    ...options
  }: PageOptions & { readonly fragment?: string; readonly environment?: Environment } = {},
): Promise<WatchedPage & { readonly app: TestApp }> => {
  const app = await startApp(t, { environment })
  return { app, ...(await openPage(t, `${app.origin}/docs${fragment}`, options)) }
}

/** Opens an operation of the animals. */
const unfold = async (page: Page, name: string): Promise<Locator> => {
  const operation = page.locator(`#operations-pets-${name}`)
  await operation.locator('.opblock-summary-control').click()
  return operation
}

/** Sends the request of an operation, and returns what is shown of the answer. */
const execute = async (operation: Locator): Promise<string> => {
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answer = operation.locator('.live-responses-table')
  await answer.waitFor()
  return await answer.innerText()
}

test('a newcomer enters a key and sees the animals of the store, and a command without the key', async (t) => {
  const { app, page, complaints, requests } = await open(t)
  for (let number = 1; number <= 10; number += 1)
    await addPet(app.storage, { name: `Luna ${number}`, categoryId: largest, status: 'sold' })
  await page.getByLabel('Your staging API key').fill(app.key)
  const operation = await unfold(page, 'listPets')
  const shown = await execute(operation)
  assert.match(shown, /200/)
  assert.match(shown, /"name": "Luna 1"/)
  assert.match(shown, new RegExp(`"categoryId": ${largest},`))
  const text = await page.locator('body').innerText()
  assert.match(text, /curl -X 'GET'[^]*'Authorization: Bearer <API_KEY>'/)
  assert.ok(!text.includes(app.key))
  // A keyboard scrolls a long answer. The page may draw it once more.
  const answer = operation.locator('.live-responses-table .highlight-code > pre').first()
  assert.equal(await answer.getAttribute('tabindex'), '0')
  await poll(async () => {
    await answer.focus()
    await page.keyboard.press('End')
    return (await answer.evaluate(({ scrollTop }) => scrollTop)) > 0 || undefined
  })
  assert.deepEqual(complaints, [])
  assert.ok(requests.length >= 6)
  for (const url of requests)
    assert.ok(url.startsWith(`${app.origin}/`) || url.startsWith('data:'), url)
})

test('examples name the address that the browser knows the service by', async (t) => {
  const host = { PETSTORE_HOST: '0.0.0.0', PETSTORE_ENVIRONMENTS: 'staging' }
  const service = await startService(t, temporaryFolder(t), host)
  const origin = `http://localhost:${new URL(service.baseUrl('staging')).port}`
  const { page, complaints } = await openPage(t, `${origin}/docs`)
  assert.equal(await page.locator('#quick-start code [data-base]').innerText(), `${origin}/v1`)
  const command = await page.locator('#quick-start pre').first().innerText()
  assert.ok(command.includes(`"${origin}/v1/pets`), command)
  assert.deepEqual(complaints, [])
})

test('an opened operation shows what it takes and answers, and adds an animal to the last digit with a key alone', async (t) => {
  const { app, page } = await open(t)
  const operation = await unfold(page, 'createPet')
  const body = operation.locator('.opblock-section-request-body textarea')
  await body.waitFor()
  assert.match(await body.inputValue(), /"categoryId": 3/)
  // The references of the schema are followed.
  const fields = operation.locator('.responses-table tr[data-code="201"]')
  await fields.getByRole('tab', { name: 'Schema' }).click()
  for (const shown of ['categoryId', 'int64', '"available"'])
    await fields.getByText(shown).first().waitFor()
  await body.fill(`{"name": "Rex", "categoryId": ${largest}, "status": "pending"}`)
  assert.match(await execute(operation), /"code": "missing_api_key"/)
  await page.getByLabel('Your staging API key').fill(app.key)
  await operation.getByRole('button', { name: 'Execute' }).click()
  await operation.locator('.live-responses-table').getByText('"id": 1').waitFor()
  const { text } = await app.call('/pets')
  assert.equal(text, `[{"id":1,"name":"Rex","categoryId":${largest},"status":"pending"}]`)
  // Each shows its headers and its errors, which lead to their causes, and is found by its words.
  const reading = await unfold(page, 'getPet')
  const rows = reading.locator('.responses-table')
  const missing = rows.locator('tr[data-code="404"]')
  assert.match(await missing.innerText(), /^404\s+pet_not_found\s+Headers: Vary/)
  assert.match(await rows.locator('tr[data-code="200"]').innerText(), /ETag/)
  await missing.getByRole('link', { name: 'pet_not_found' }).click()
  await page.waitForURL(/#error-pet_not_found$/)
  await page.getByLabel('Find an operation').fill('deliver')
  await page.locator('#operations-pets-listPets').waitFor({ state: 'detached' })
  assert.ok((await page.locator('.opblock').count()) >= 3)
})

const anchors = [
  ...errorCodes.map((code) => ({ anchor: `error-${code}`, text: code })),
  { anchor: 'deprecation-getpet', text: '5 December 2030' },
]

for (const { scripts, motion } of [
  { scripts: true, motion: true },
  { scripts: true, motion: false },
  { scripts: false, motion: false },
]) {
  const how = `${scripts ? 'with' : 'without'} scripts, ${motion ? 'with' : 'without'} motion`
  test(`every anchor leads to its text, ${how}`, async (t) => {
    const { app, page } = await open(t, { scripts, motion, fragment: '#error-internal_error' })
    const isInView = async (anchor: string): Promise<true | undefined> => {
      const box = await page.locator(`#${anchor}`).boundingBox()
      return (box !== null && box.y >= 0 && box.y < screens.desktop.height) || undefined
    }
    const arrive = async (anchor: string): Promise<void> => {
      await page.goto('about:blank')
      await page.goto(`${app.origin}/docs#${anchor}`)
      if (scripts) await page.locator('.opblock').last().waitFor()
      await poll(async () => await isInView(anchor))
    }
    // As a link of an answer does it, in a page that grows meanwhile.
    for (const anchor of ['error-internal_error', 'error-missing_api_key', 'deprecation-getpet']) {
      await arrive(anchor)
    }
    for (const { anchor, text } of anchors) {
      await page.goto(`${app.origin}/docs#${anchor}`)
      assert.ok(await isInView(anchor), anchor)
      assert.ok((await page.locator(`#${anchor}`).innerText()).includes(text), anchor)
    }
  })
}

/** Opens operations in one go. By a click of the mouse each, the test would wait for the page to rest after each. */
const openOperations = async (page: Page, selector: string): Promise<void> => {
  const buttons = page.locator('.opblock .execute')
  const before = await buttons.count()
  const controls = page.locator(`:is(${selector}) .opblock-summary-control`)
  const count = await controls.evaluateAll((elements: Array<{ click(): void }>) => {
    for (const element of elements) element.click()
    return elements.length
  })
  await buttons.nth(before + count - 1).waitFor()
}

/** One operation of each layout; the others have the same. */
const eachLayout = ['listPets', 'createPet', 'getPet', 'updatePet', 'deletePet']
  .map((name) => `#operations-pets-${name}`)
  .join(', ')

test('axe finds no fault of accessibility in light and in dark, and nothing is wider than the window', async (t) => {
  const { app, page } = await open(t)
  await openOperations(page, eachLayout)
  assert.deepEqual(await axeFaults(page), [])
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.locator('html.dark-mode').waitFor()
  // A colour on its way from light to dark is judged once it has arrived.
  await page.evaluate('Promise.allSettled(document.getAnimations().map((one) => one.finished))')
  assert.deepEqual(await axeFaults(page), [])
  await page.getByLabel('Your staging API key').fill(app.key)
  await openOperations(page, `.opblock:not(${eachLayout})`)
  await execute(page.locator('#operations-pets-listPets'))
  for (const screen of ['desktop', 'phone'] as const) {
    await page.setViewportSize(screens[screen])
    assert.equal(await widthOf(page), screens[screen].width, screen)
  }
})

test('on production what changes something is sent only if one agrees', async (t) => {
  const { app, page, requests } = await open(t, { environment: 'production' })
  await page.getByLabel('Your production API key').fill(app.key)
  await openOperations(page, '#operations-pets-listPets, #operations-pets-createPet')
  const add = page.locator('#operations-pets-createPet').getByRole('button', { name: 'Execute' })
  const sent = requests.length
  page.once('dialog', async (dialog) => await dialog.dismiss())
  await add.click()
  page.once('dialog', async (dialog) => await dialog.accept())
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await add.click()
  assert.equal((await answered).status(), 201)
  assert.equal(requests.length, sent + 1, 'what was refused was not sent')
  // Nobody answers a dialog here, so a GET that asked would hang.
  await execute(page.locator('#operations-pets-listPets'))
})
