import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import axe from 'axe-core'
import type { Browser, Page } from 'playwright-core'
import type { Environment } from '../../src/base/environments.ts'
import { errorCodes } from '../../src/base/errors/catalogue.ts'
import { type TestApp, startApp, temporaryFolder } from '../helpers/app.ts'
import {
  openPage,
  type PageOptions,
  screens,
  startBrowser,
  type WatchedPage,
  widthOf,
} from '../helpers/browser.ts'
import { needs } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'
import { addPet } from '../helpers/storage.ts'

const skip = needs('chromium')
const largest = 9_223_372_036_854_775_807n

// One Chromium for all tests of the file; each has a window that shares nothing with the others.
let browser: Promise<Browser> | undefined
after(async () => await (await browser)?.close())

const open = async (
  t: TestContext,
  {
    fragment = '',
    environment = 'staging',
    ...options
  }: PageOptions & { readonly fragment?: string; readonly environment?: Environment } = {},
): Promise<WatchedPage & { readonly app: TestApp }> => {
  const app = await startApp(t, { environment })
  const opened = await openPage(
    await (browser ??= startBrowser()),
    `${app.origin}/docs${fragment}`,
    options,
  )
  t.after(async () => await opened.page.close())
  return { app, ...opened }
}

test('a newcomer enters a key and sees the animals of the store', { skip }, async (t) => {
  const { app, page, complaints, requests } = await open(t)
  await addPet(app.storage, { name: 'Luna', categoryId: largest, status: 'sold' })

  await page.getByLabel('Your staging API key').fill(app.key)
  const operation = page.locator('#operations-pets-listPets')
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answer = operation.locator('.live-responses-table')
  await answer.waitFor()
  const shown = await answer.innerText()
  assert.match(shown, /200/)
  assert.match(shown, /"name": "Luna"/)
  assert.match(shown, new RegExp(`"categoryId": ${largest},`))

  assert.deepEqual(complaints, [])
  assert.ok(requests.length >= 6)
  assert.deepEqual(
    requests.filter((url) => !url.startsWith(`${app.origin}/`) && !url.startsWith('data:')),
    [],
  )
})

test('examples name the address that the browser knows the service by', { skip }, async (t) => {
  const host = { PETSTORE_HOST: '0.0.0.0', PETSTORE_ENVIRONMENTS: 'staging' }
  const service = await startService(t, temporaryFolder(t), host)
  const origin = `http://localhost:${new URL(service.baseUrl('staging')).port}`
  const { page, complaints } = await openPage(
    await (browser ??= startBrowser()),
    `${origin}/docs`,
    {},
  )
  t.after(async () => await page.close())
  await page.locator('#operations-pets-listPets').waitFor()
  assert.equal(await page.locator('#quick-start code [data-base]').innerText(), `${origin}/v1`)
  assert.match(
    await page.locator('#quick-start pre').first().innerText(),
    new RegExp(`"${origin}/v1/pets`),
  )
  assert.deepEqual(complaints, [])
})

test('an animal added on the page is in the store, to the last digit', { skip }, async (t) => {
  const { app, page } = await open(t)
  await page.getByLabel('Your staging API key').fill(app.key)
  const operation = page.locator('#operations-pets-createPet')
  await operation.locator('.opblock-summary-control').click()
  await operation
    .locator('textarea')
    .fill(`{"name": "Rex", "categoryId": ${largest}, "status": "pending"}`)
  await operation.getByRole('button', { name: 'Execute' }).click()
  await operation.locator('.live-responses-table').waitFor()
  const { text } = await app.call('/pets')
  assert.equal(text, `[{"id":1,"name":"Rex","categoryId":${largest},"status":"pending"}]`)
})

test(
  'an opened operation shows the fields of what it takes, with their references followed',
  { skip },
  async (t) => {
    const { page } = await open(t)
    const operation = page.locator('#operations-pets-createPet')
    await operation.locator('.opblock-summary-control').click()
    const body = operation.locator('.opblock-section-request-body')
    await body.locator('textarea').waitFor()
    assert.match(await body.locator('textarea').inputValue(), /"categoryId": 3/)
    const fields = operation.locator('.responses-table tr[data-code="201"]')
    await fields.getByRole('tab', { name: 'Schema' }).click()
    for (const shown of ['categoryId', 'int64', '"available"']) {
      await fields.getByText(shown).first().waitFor()
    }
  },
)

test('a request without a key shows the Error', { skip }, async (t) => {
  const { page } = await open(t)
  const operation = page.locator('#operations-pets-listPets')
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answer = operation.locator('.live-responses-table')
  await answer.waitFor()
  assert.match(await answer.innerText(), /"code": "missing_api_key"/)
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
  test(`every anchor leads to its text, ${how}`, { skip }, async (t) => {
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
  const controls = page.locator(`:is(${selector}) .opblock-summary-control`)
  const count = await controls.evaluateAll((elements: Array<{ click(): void }>) => {
    for (const element of elements) element.click()
    return elements.length
  })
  await page
    .locator('.opblock .execute')
    .nth(count - 1)
    .waitFor()
}

test('nothing is wider than the window of a desktop or a phone', { skip }, async (t) => {
  const { app, page } = await open(t)
  await page.getByLabel('Your staging API key').fill(app.key)
  await openOperations(page, '.opblock')
  const list = page.locator('#operations-pets-listPets')
  await list.getByRole('button', { name: 'Execute' }).click()
  await list.locator('.live-responses-table').waitFor()
  for (const screen of ['desktop', 'phone'] as const) {
    await page.setViewportSize(screens[screen])
    // The browser evaluates this text, so its names do not exist here.
    const width = await widthOf(page)
    assert.equal(width, screens[screen].width, screen)
  }
})

/** One operation of each layout; the others have the same. */
const eachLayout = [
  '#operations-pets-listPets',
  '#operations-pets-createPet',
  '#operations-pets-getPet',
  '#operations-pets-updatePet',
  '#operations-pets-deletePet',
].join(', ')

test(
  'axe finds no fault of accessibility in light, and no weak colour in dark',
  { skip },
  async (t) => {
    const { page } = await open(t)
    await openOperations(page, eachLayout)
    // Run as a debugger would, which the page's policy leaves alone.
    await page.evaluate(axe.source)
    const faults = async (rules: string): Promise<unknown> => {
      // A colour on its way from light to dark is judged once it has arrived.
      await page.evaluate('Promise.allSettled(document.getAnimations().map((one) => one.finished))')
      return await page.evaluate(
        `axe.run(${rules}).then(({ violations }) =>
        violations.flatMap(({ id, nodes }) => nodes.map(({ html }) => id + ': ' + html.slice(0, 200))))`,
      )
    }
    assert.deepEqual(await faults(''), [])
    await page.emulateMedia({ colorScheme: 'dark' })
    await page.locator('html.dark-mode').waitFor()
    assert.deepEqual(await faults("{ runOnly: ['color-contrast'] }"), [])
  },
)

test('a keyboard scrolls a long answer', { skip }, async (t) => {
  const { app, page } = await open(t)
  for (let number = 1; number <= 10; number += 1) {
    await addPet(app.storage, { name: `Pet ${number}`, categoryId: 1n, status: 'sold' })
  }
  await page.getByLabel('Your staging API key').fill(app.key)
  const operation = page.locator('#operations-pets-listPets')
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  const answer = operation.locator('.live-responses-table .highlight-code > pre').first()
  assert.equal(await answer.getAttribute('tabindex'), '0')
  // The page may draw the answer once more.
  await poll(async () => {
    await answer.focus()
    await page.keyboard.press('End')
    return (await answer.evaluate(({ scrollTop }) => scrollTop)) > 0 || undefined
  })
})

test('on production what changes something is sent only if one agrees', { skip }, async (t) => {
  const { app, page, requests } = await open(t, { environment: 'production' })
  await page.getByLabel('Your production API key').fill(app.key)
  await openOperations(page, '#operations-pets-listPets, #operations-pets-createPet')
  const execute = page
    .locator('#operations-pets-createPet')
    .getByRole('button', { name: 'Execute' })
  const sent = requests.length
  page.once('dialog', async (dialog) => await dialog.dismiss())
  await execute.click()
  page.once('dialog', async (dialog) => await dialog.accept())
  const answered = page.waitForResponse((response) => response.request().method() === 'POST')
  await execute.click()
  assert.equal((await answered).status(), 201)
  assert.equal(requests.length, sent + 1, 'what was refused was not sent')
  // Nobody answers a dialog here, so a GET that asked would hang.
  const list = page.locator('#operations-pets-listPets')
  await list.getByRole('button', { name: 'Execute' }).click()
  await list.locator('.live-responses-table').waitFor()
})

test('the command for what was sent does not show the key', { skip }, async (t) => {
  const { app, page } = await open(t)
  await page.getByLabel('Your staging API key').fill(app.key)
  const operation = page.locator('#operations-pets-listPets')
  await operation.locator('.opblock-summary-control').click()
  await operation.getByRole('button', { name: 'Execute' }).click()
  await operation.locator('.live-responses-table').waitFor()
  const text = await page.locator('body').innerText()
  assert.match(text, /curl -X 'GET'[^]*'Authorization: Bearer <API_KEY>'/)
  assert.ok(!text.includes(app.key))
})

test(
  'an opened operation shows its headers, and its errors lead to their causes',
  { skip },
  async (t) => {
    const { page } = await open(t)
    const operation = page.locator('#operations-pets-getPet')
    await operation.locator('.opblock-summary-control').click()
    const rows = operation.locator('.responses-table')
    await rows.locator('tr[data-code="404"]').waitFor()
    assert.match(await rows.locator('tr[data-code="200"]').innerText(), /ETag/)
    const missing = rows.locator('tr[data-code="404"]')
    assert.match(await missing.innerText(), /^404\s+pet_not_found\s+Headers: Vary/)
    await missing.getByRole('link', { name: 'pet_not_found' }).click()
    await page.waitForURL(/#error-pet_not_found$/)
  },
)

test('operations are found by their words', { skip }, async (t) => {
  const { page } = await open(t)
  await page.getByLabel('Find an operation').fill('deliver')
  await page.locator('#operations-pets-listPets').waitFor({ state: 'detached' })
  assert.ok((await page.locator('.opblock').count()) >= 3)
})
