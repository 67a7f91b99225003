import assert from 'node:assert/strict'
import { test } from 'node:test'
import { axeFaults, keyWith, openConsole } from '../helpers/console.ts'
import { screens } from '../helpers/browser.ts'
import { needs } from '../helpers/needs.ts'
import { petStatusOf, placeOrder } from '../helpers/orders.ts'
import { startApp } from '../helpers/app.ts'

const skip = needs('chromium')

test(
  'a key of the wrong form or environment is told before anything is sent',
  { skip },
  async (t) => {
    const other = await startApp(t, { environment: 'production' })
    const { app, page, hasNoComplaints } = await openConsole(t)
    await page.getByRole('button', { name: /left today/ }).click()
    await page.getByRole('button', { name: 'Sign out' }).click()
    const field = page.getByLabel('API key')
    for (const [key, said] of [
      ['pets_test_', 'This is not a whole key: it has 46 characters and starts with pets_test_.'],
      [other.key, 'This is a production key, and this is the staging console.'],
    ] as const) {
      await field.fill(key)
      await page.keyboard.press('Enter')
      await page.getByText(said).waitFor()
    }
    // Either key would have been refused.
    const refused = app.observations.filter(
      (seen) => seen.kind === 'request' && seen.status === 401,
    )
    assert.deepEqual(refused, [])
    await field.fill(app.key.replace(/.$/, (last) => (last === 'a' ? 'b' : 'a')))
    await page.keyboard.press('Enter')
    await page.getByText('This key is not known here. It may have been replaced.').waitFor()
    assert.equal(await page.evaluate('sessionStorage.length'), 0)
    hasNoComplaints()
  },
)

test('what a key may not do is not there', { skip }, async (t) => {
  const { app, page } = await openConsole(t, { names: ['Rex'], key: keyWith(['pets:read']) })
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  const links = page.getByRole('navigation', { name: 'Screens' }).getByRole('link')
  assert.deepEqual(await links.allInnerTexts(), ['Animals', 'Categories', 'Usage'])
  assert.equal(await page.getByText('Add animal').count(), 0)
  assert.equal(await page.getByRole('button', { name: 'mark Rex as' }).count(), 0)
  await page.getByRole('link', { name: 'Rex' }).click()
  await page.getByRole('heading', { name: 'Rex' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Edit' }).count(), 0)
  // Nothing was refused on the way.
  const refused = app.observations.filter((seen) => seen.kind === 'request' && seen.status === 403)
  assert.deepEqual(refused, [])
})

test(
  'a quota that is used up in the middle of a form is told, and the save goes on by itself',
  { skip },
  async (t) => {
    let free = ''
    const { app, page, toast } = await openConsole(t, {
      names: ['Rex'],
      control: true,
      key: async (made) => (free = (await made.addKey('free')).key),
    })
    await page.getByRole('link', { name: 'Rex' }).click()
    await page.getByRole('button', { name: 'Edit' }).click()
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Rexy')
    let status = 0
    while (status !== 429) ({ status } = await app.call('/pets?limit=1', { key: free }))
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/This key has used its requests of this minute\. Goes on by itself at/)
      .first()
      .waitFor()
    await page.getByText(/Saves by itself in/).waitFor()
    assert.equal(await name.inputValue(), 'Rexy')
    app.clock.advance(60_000)
    await page.clock.fastForward(61_000)
    await toast('Rexy is saved.')
    assert.match((await app.call('/pets?id=1')).text, /"name":"Rexy"/)
  },
)

test(
  'without a connection nothing is lost, and it goes on once the store is there',
  { skip },
  async (t) => {
    const { app, page, toast, hasNoComplaints } = await openConsole(t, {
      names: ['Rex'],
      control: true,
    })
    await page.getByRole('link', { name: 'Rex' }).focus()
    await page.context().setOffline(true)
    await page.keyboard.press('m')
    await page.keyboard.press('a')
    await page
      .getByText(/No connection to the store\. Trying again in/)
      .first()
      .waitFor()
    await page.clock.fastForward(3_000)
    assert.equal(await petStatusOf(app, 1), 'available')
    await page.context().setOffline(false)
    await page.getByRole('button', { name: 'Try now' }).click()
    await toast('Rex is adopted.')
    hasNoComplaints()
  },
)

test('if the key ends, another one takes over and what was typed is saved', { skip }, async (t) => {
  const { app, page, toast } = await openConsole(t, {
    names: ['Rex'],
    key: async (made) => (await made.addKey('pro', undefined, made.clock.time + 60_000)).key,
  })
  await page.getByRole('link', { name: 'Rex' }).click()
  await page.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Rexy')
  app.clock.advance(61_000)
  await page.getByRole('button', { name: 'Save' }).click()
  const dialog = page.getByRole('dialog', { name: 'This key no longer works' })
  await dialog.getByLabel('API key').fill(app.key)
  await page.keyboard.press('Enter')
  await toast('Rexy is saved.')
  assert.match((await app.call('/pets?id=1')).text, /"name":"Rexy"/)
})

test('a screen says what it does as code, and the key is not in it', { skip }, async (t) => {
  const { app, page } = await openConsole(t, { names: ['Rex'] })
  await page.getByRole('link', { name: 'Rex' }).waitFor()
  await page.getByText('Copy as code').click()
  const curl = page.getByRole('region', { name: 'curl: List these animals' })
  await curl.waitFor()
  const text = await curl.innerText()
  assert.match(text, /^curl 'http:\/\/127\.0\.0\.1:\d+\/v1\/pets\?status=available&limit=50'/)
  assert.match(text, /Bearer \$PETSTORE_API_KEY"$/)
  assert.ok(!(await page.content()).includes(app.key))
})

for (const [screen, dark] of [
  ['desktop', false],
  ['phone', true],
  ['narrow', false],
] as const) {
  const how = `${screen}, ${dark ? 'dark' : 'light'}`
  test(`axe finds no fault and nothing is wider than the window: ${how}`, { skip }, async (t) => {
    const { app, page, go, hasNoComplaints } = await openConsole(t, {
      screen,
      dark,
      names: ['Rex', 'Captain Whiskers the Third of Somewhere-upon-Avon', 'W'.repeat(200)],
    })
    await placeOrder(app, { petId: 2, reference: 'an appointment at noon, or shortly after it' })
    await app.call('/categories/3', { method: 'PUT', body: { name: 'Dogs' } })
    const { width } = screens[screen]
    const judge = async (what: string): Promise<void> => {
      assert.deepEqual(await axeFaults(page), [], what)
      assert.equal(await page.evaluate('document.documentElement.scrollWidth'), width, what)
    }
    await page.getByRole('link', { name: 'Rex' }).waitFor()
    await judge('animals')
    await page.getByRole('button', { name: 'mark Rex as' }).click()
    await judge('the menu')
    await go('#/animals/2?status=all')
    await page.getByRole('heading', { name: 'Captain Whiskers' }).waitFor()
    await judge('an animal')
    await go('#/animals/1/edit')
    await page.getByRole('textbox', { name: 'Name' }).fill('')
    await page.keyboard.press('Enter')
    await page.getByText('Give a name.').waitFor()
    await judge('a form')
    await go('#/orders')
    await page.getByRole('button', { name: 'Approve Captain' }).waitFor()
    await judge('orders')
    await page.getByRole('button', { name: 'Hold an animal' }).click()
    await judge('the dialog of a hold')
    await page.keyboard.press('Escape')
    await go('#/orders/1')
    await page.getByRole('heading', { name: 'Order 1' }).waitFor()
    await judge('an order')
    await go('#/categories')
    await page.getByRole('button', { name: 'Rename Dogs' }).click()
    await judge('categories')
    await page.getByRole('button', { name: /left today/ }).click()
    await judge('the menu of the key')
    hasNoComplaints()
  })
}
