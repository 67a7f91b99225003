import assert from 'node:assert/strict'
import type { Page } from 'playwright-core'
import { axeFaults, openConsole, shows, signOut, test } from '../helpers/console.ts'
import { placeOrder } from '../helpers/orders.ts'
import { addPhoto } from '../helpers/pictures.ts'
import { poll } from '../helpers/poll.ts'

/** Waits until the worker has kept the files, and would answer the next opening. */
const kept = async (page: Page): Promise<void> => {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
}

/** Waits until an expression of the page is true. */
const until = async (page: Page, expression: string): Promise<void> => {
  await poll(async () => (await page.evaluate<boolean>(expression)) || undefined)
}

test('the console can be installed, and starts without a connection from the files of one build', async (t) => {
  const { page, press } = await openConsole(t, { screen: 'phone', worker: true })
  const cdp = await page.context().newCDPSession(page)
  const { errors, data = '' } = await cdp.send('Page.getAppManifest')
  assert.deepEqual(errors, [])
  assert.equal(JSON.parse(data).name, '[Staging] Pet Store')
  // All that the browser misses is a window that keeps something.
  const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
  const missing = installabilityErrors.map(({ errorId }) => errorId)
  assert.deepEqual(missing, ['in-incognito'])
  await kept(page)

  await page.context().setOffline(true)
  await page.reload()
  await page.getByRole('heading', { name: 'Animals' }).waitFor()
  await shows(page, /No connection to the store\. Trying again in/)
  // Screens that nobody has opened yet start too.
  await press('More')
  await page.getByRole('link', { name: 'Team' }).click()
  await page.getByRole('heading', { name: 'Team' }).waitFor()
  const names = await page.evaluate<readonly string[]>('caches.keys()')
  assert.equal(names.length, 1)
  await page.context().setOffline(false)
  await page.reload()
  await page.getByRole('heading', { name: 'Team' }).waitFor()
})

test('a device that is remembered shows without a connection what it showed last, and nothing about people, until somebody signs out or the key is refused', async (t) => {
  const { app, page: first } = await openConsole(t, { names: ['Rex', 'Bella'], worker: true })
  await app.call('/categories/3', { method: 'PUT', body: { name: 'Dogs' } })
  await app.call('/contacts', { method: 'POST', body: { name: 'Jo Fox' } })
  await app.call('/notes', { method: 'POST', body: { petId: 1, text: 'Bites the postman' } })
  await placeOrder(app, { petId: 1, contactId: 1, reference: 'web-1' })
  await addPhoto(app, 2)
  const context =
    (await first.context().browser()?.newContext({ reducedMotion: 'reduce' })) ?? assert.fail()
  t.after(async () => await context.close())
  const open = async (hash: string): Promise<Page> => {
    const page = await context.newPage()
    await page.goto(`${app.origin}/console${hash}`)
    return page
  }
  const stored = async (page: Page): Promise<string> =>
    await page.evaluate('JSON.stringify(Object.entries(localStorage))')
  assert.doesNotMatch(await stored(first), /pets_test_/)
  const online = await open('#/people/1')
  await online.getByLabel('Remember this device').check()
  assert.deepEqual(await axeFaults(online), [])
  await online.getByLabel('Access key').fill(app.key)
  await online.keyboard.press('Enter')
  await online.getByRole('heading', { name: 'Jo Fox' }).waitFor()
  await kept(online)
  const screens = online.getByRole('navigation', { name: 'Screens' })
  await (await open('#/animals/1')).getByRole('heading', { name: 'Rex', exact: true }).waitFor()
  await screens.getByRole('link', { name: 'Animals' }).click()
  await until(online, `document.querySelector('img.face')?.naturalWidth === 40`)
  await online.getByRole('link', { name: /^On hold/ }).click()
  await online.getByRole('link', { name: 'Rex' }).click()
  await online.getByText('Bites the postman').waitFor()
  await until(online, `localStorage['petstore:kept:staging:seen']?.includes('animal 1')`)
  const text = await stored(online)
  assert.doesNotMatch(text, /Jo Fox|postman/)
  await online.close()

  await context.setOffline(true)
  const page = await open('#/animals')
  await shows(page, /^Offline: as of \d\d?:\d\d/)
  await page.getByRole('row', { name: /Bella.*Dogs/ }).waitFor()
  await until(page, `document.querySelector('img.face')?.naturalWidth === 40`)
  await page.getByRole('link', { name: /^On hold/ }).click()
  await page.getByRole('link', { name: 'Rex' }).click()
  const panel = page.getByRole('complementary', { name: 'Rex' })
  await shows(panel, /^Offline: as of/)
  await panel.getByText(/^for web-1 until/).waitFor()
  assert.deepEqual(await axeFaults(page), [])
  // What is changed waits, and goes on with the connection.
  await page.getByRole('button', { name: 'Edit' }).click()
  await context.setOffline(false)
  await page.getByRole('textbox', { name: 'Name' }).fill('Rexy')
  await page.keyboard.press('Enter')
  await page.locator('.toast').getByText('Rexy is saved.').waitFor()
  await signOut(page)
  await page.getByLabel('Access key').waitFor()
  assert.doesNotMatch(await stored(page), /Rex|Dogs|pets_test_/)
  const noPictures = `caches.keys().then((all) => all.every((name) => !name.startsWith('pictures')))`
  await until(page, noPictures)
  // So it is once the service refuses the key.
  const { key } = await app.addKey('enterprise', undefined, app.clock.time + 60_000)
  await page.getByLabel('Remember this device').check()
  await page.getByLabel('Access key').fill(key)
  await page.keyboard.press('Enter')
  await until(page, `localStorage['petstore:kept:staging:seen']?.includes('Rexy')`)
  app.clock.advance(61_000)
  await page.getByRole('button', { name: 'Refresh' }).first().click()
  await page.getByRole('dialog', { name: 'This key no longer works' }).waitFor()
  assert.doesNotMatch(await stored(page), /Rex|pets_test_/)
})

/** A camera that sees nothing, and a reader of codes that finds in it what the test says. */
const camera = `
  window.code = ''
  navigator.mediaDevices.getUserMedia = async () => {
    if (window.code === 'refused') throw new DOMException('no', 'NotAllowedError')
    const canvas = document.createElement('canvas')
    canvas.getContext('2d').fillRect(0, 0, 300, 150)
    return (window.stream = canvas.captureStream(5))
  }
  window.BarcodeDetector = class {
    detect = async () => (window.code ? [{ rawValue: window.code }] : [])
  }`

test('a kennel card and a chip are found by the camera, and a chip is written down with it', async (t) => {
  const { app, page, go, press, keys } = await openConsole(t, {
    names: ['Rex', 'Bella'],
    screen: 'phone',
  })
  const scan = page.getByRole('button', { name: 'Scan' })
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  assert.equal(await scan.count(), 0)
  await page.addInitScript(camera)
  await page.reload()
  const dialog = page.getByRole('dialog', { name: 'Scan a code' })
  const see = async (code: string): Promise<void> => {
    await page.evaluate(`window.code = ${JSON.stringify(code)}`)
  }
  await see('')
  await scan.click()
  await dialog.getByLabel('What the camera sees').waitFor()
  await until(page, 'document.querySelector("video").readyState > 1')
  assert.deepEqual(await axeFaults(page), [])
  await see(`${app.origin}/console#/animals/2`)
  await page.getByRole('heading', { name: 'Bella' }).waitFor()
  // The camera is off again.
  await until(page, 'window.stream.getTracks().every(({ readyState }) => readyState === "ended")')

  await press('Describe Bella')
  await see(' 985141000123456\n')
  await page.getByRole('complementary').getByRole('button', { name: 'Scan' }).click()
  const chip = page.getByLabel('Chip')
  await poll(async () => (await chip.inputValue()) === '985141000123456' || undefined)
  await press('Save', 'What is known about Bella is saved.')

  await go('#/animals')
  await scan.click()
  await page.getByRole('heading', { name: 'Bella' }).waitFor()
  for (const code of ['985141000123457', 'https://elsewhere.example/console#/animals/1']) {
    await see(code)
    await press(scan, `Nothing found for “${code}”.`)
  }
  await see('refused')
  await scan.click()
  await shows(
    dialog,
    /This page is not allowed to use the camera. Allow it in the browser, or type the num/,
  )
  assert.deepEqual(await axeFaults(page), [])
  await keys('Escape')
  await dialog.waitFor({ state: 'detached' })
})
