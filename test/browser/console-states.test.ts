import assert from 'node:assert/strict'
import {
  axeFaults,
  freeKey,
  keyWith,
  openConsole,
  passUntil,
  shows,
  signOut,
  test,
  useUp,
} from '../helpers/console.ts'
import { startApp } from '../helpers/app.ts'

/** A key of the same form that nobody has. */
const unknown = (key: string): string => key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a'))

test('a key of the wrong form or environment is told before anything is sent; a link with a key fills the form once, and loses the key', async (t) => {
  const other = await startApp(t, { environment: 'production' })
  const { app, page, enter } = await openConsole(t)
  await signOut(page)
  const field = page.getByLabel('Access key')
  for (const [key, said] of [
    ['pets_test_', 'This is not a complete key: it has 46 characters and starts with pets_test_.'],
    [other.key, 'This is a production key, and this is the staging console.'],
  ] as const) {
    await enter(field, key)
    await page.getByText(said).waitFor()
  }
  const elsewhere = page.getByRole('link', { name: 'Open the production console' })
  assert.equal(await elsewhere.getAttribute('href'), `${app.origin}/console`)
  // Either key would have been refused.
  assert.ok(app.requests().every(({ status }) => status !== 401))
  await enter(field, unknown(app.key))
  await page.getByText('This key is not known here. It may have been replaced.').waitFor()
  assert.equal(await page.evaluate('sessionStorage.length'), 0)
  await page.goto('about:blank')
  await page.goto(`${app.origin}/console#key=${app.key}`)
  await field.waitFor()
  assert.doesNotMatch(page.url(), /key/)
  assert.equal(await field.inputValue(), app.key)
  await field.press('Enter')
  await signOut(page)
  assert.equal(await field.inputValue(), '')
  // One that is remembered and works no longer is tried once.
  await page.evaluate(`localStorage.setItem('petstore:key:staging', '${unknown(app.key)}')`)
  await page.reload()
  await page.getByText('This key is not known here. It may have been replaced.').waitFor()
  assert.equal(await page.evaluate(`localStorage.getItem('petstore:key:staging')`), null)
})

test('a key that may only add animals has the form, and the spreadsheet', async (t) => {
  const { app, page, go, press, enter } = await openConsole(t, { key: keyWith(['pets:write']) })
  await page.getByRole('heading', { name: 'Add an animal' }).waitFor()
  await page.getByRole('textbox', { name: 'Name' }).fill('Rex')
  await enter('Category', '3', 'Rex was added as animal 1.')
  await press('Undo', 'Rex is not in the store any more.')
  await page.getByRole('link', { name: 'Add many' }).click()
  await page.getByLabel('Paste cells').fill('Bella;3')
  await press('Check')
  await press('Add 1 animal')
  await page.getByRole('heading', { name: '1 animal added, number 2.' }).waitFor()
  assert.equal(await page.getByRole('link', { name: 'See them' }).count(), 0)
  await go('#/animals/2')
  await page.getByRole('heading', { name: 'Add an animal' }).waitFor()
  assert.deepEqual(await axeFaults(page), [])
  assert.match((await app.call('/pets')).text, /"name":"Bella"/)
  assert.ok(app.requests().every(({ status }) => status !== 403))
})

test('a dot in the head says whether the store is ready, and asks only while somebody looks', async (t) => {
  const { page } = await openConsole(t, { names: ['Rex'] })
  let asked = 0
  let status = 200
  let body = '{"status":"ready"}'
  await page.route('**/readyz', async (route) => {
    asked += 1
    await route.fulfill({ status, body, contentType: 'application/json' })
  })
  // The page sets its timer as it loads; from here on the test moves it.
  await page.clock.install()
  await page.reload()
  const head = page.getByRole('banner')
  const isReady = head.getByTitle('The store is ready.')
  await isReady.waitFor()
  // A read under way would run into its limit as the time moves, and the page would say that instead.
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  body = '{"status":"ready","writes":"unavailable"}'
  await passUntil(page, head.getByText('Nothing can be saved now.'), 30_000)
  await page.getByRole('status').filter({ hasText: 'Nothing can be saved now.' }).waitFor()
  assert.deepEqual(await axeFaults(page), [])
  status = 503
  await passUntil(page, head.getByText('The store is not ready.'), 30_000)
  assert.deepEqual(await axeFaults(page), [])
  const turn = async (state: 'hidden' | 'visible'): Promise<void> => {
    await page.evaluate(
      `Object.defineProperty(document, 'visibilityState', { value: '${state}', configurable: true })
      document.dispatchEvent(new Event('visibilitychange'))`,
    )
  }
  await turn('hidden')
  const before = asked
  await page.clock.fastForward(31_000)
  status = 200
  body = '{"status":"ready"}'
  await turn('visible')
  await isReady.waitFor()
  assert.equal(asked, before + 1)
})

test('nothing can be undone once somebody has signed out, and the dot is there without the service', async (t) => {
  const { page, press } = await openConsole(t, { names: ['Rex'] })
  await press('Available: mark Rex as')
  await press(page.getByRole('menuitem', { name: 'Adopted' }), 'Rex is adopted.')
  await page.route('**/v1/**', async (route) => await route.abort())
  await signOut(page)
  await page.getByLabel('Access key').waitFor()
  assert.equal(await page.locator('.toast').count(), 0)
  await page.getByTitle('The store is ready.').waitFor()
})

test('a quota that is used up in the middle of a form is told, and the save goes on by itself', async (t) => {
  const { app, key, page, toast, press } = await openConsole(t, {
    names: ['Rex'],
    control: true,
    key: freeKey,
  })
  await page.getByRole('link', { name: 'Rex' }).click()
  await press('Edit')
  const name = page.getByRole('textbox', { name: 'Name' })
  await name.fill('Rexy')
  await useUp(app, key)
  await press('Save')
  await shows(page, /This key has used its requests for this minute\. It continues by itself at/)
  await page.getByText(/Saves by itself in/).waitFor()
  assert.equal(await name.inputValue(), 'Rexy')
  app.clock.advance(60_000)
  await page.clock.fastForward(61_000)
  await toast('Rexy is saved.')
  assert.match((await app.call('/pets?id=1')).text, /"name":"Rexy"/)
})

test('a save that waited ends quietly, wherever somebody has gone meanwhile', async (t) => {
  const { app, page, toast, go, press } = await openConsole(t, { names: ['Rex', 'Bella'] })
  const name = page.getByRole('textbox', { name: 'Name' })
  const saveLater = async (id: number, text: string, meanwhile?: string): Promise<void> => {
    await go(`#/animals/${id}/edit`)
    await name.fill(text)
    await page.context().setOffline(true)
    await press('Save')
    await page.getByText(/Saves by itself in/).waitFor()
    await go('#/orders')
    await page.getByRole('heading', { name: 'Orders', level: 1 }).waitFor()
    if (meanwhile) await app.patch(`/pets/${id}`, { name: meanwhile })
    await page.context().setOffline(false)
    await press('Try now')
  }
  await saveLater(1, 'Rexy')
  await toast('Rexy is saved.')
  assert.match((await app.call('/pets?id=1')).text, /"name":"Rexy"/)
  assert.match(page.url(), /#\/orders$/)
  // A refusal is told too, with the way back to the form.
  await saveLater(2, 'Belle', 'Bello')
  await toast('Somebody else changed Bello while you were typing.')
  await press('Open')
  assert.equal(await name.inputValue(), 'Belle')
})

test('if the key ends, another one takes over and what was typed is saved', async (t) => {
  const { app, page, press, enter } = await openConsole(t, {
    names: ['Rex'],
    key: async (made) => (await made.addKey('pro', undefined, made.clock.time + 60_000)).key,
  })
  await page.getByRole('link', { name: 'Rex' }).click()
  await press('Edit')
  await page.getByRole('textbox', { name: 'Name' }).fill('Rexy')
  app.clock.advance(61_000)
  await press('Save')
  const dialog = page.getByRole('dialog', { name: 'This key no longer works' })
  await dialog.waitFor()
  // The headers of the refusal are those of the address.
  const left = page.locator('#key-menu').getByText(/^Today: 9,99\d requests left/)
  await left.waitFor({ state: 'attached' })
  await enter(dialog.getByLabel('Access key'), app.key, 'Rexy is saved.')
  assert.match((await app.call('/pets?id=1')).text, /"name":"Rexy"/)
})

test('a screen says what it does as code, and the key is not in it', async (t) => {
  const { app, page } = await openConsole(t, { names: ['Rex'] })
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  await page.getByText('Copy as code').click()
  const curl = page.getByRole('region', { name: 'curl: List these animals' })
  await curl.waitFor()
  const text = await curl.innerText()
  const address = `${app.baseUrl}/pets?status=available&sort=-id&limit=50`
  assert.ok(text.startsWith(`curl '${address}'`), text)
  assert.match(text, /Bearer \$PETSTORE_API_KEY"$/)
  assert.ok(!(await page.content()).includes(app.key))
})
