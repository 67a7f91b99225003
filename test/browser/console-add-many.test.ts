import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openConsole } from '../helpers/console.ts'
import { needs } from '../helpers/needs.ts'

const skip = needs('chromium')

const faulty = 'Name\tKind\tStatus\nRex\tDogs\t\n\tDogs\tAdopted\nTom\tHamstrs\t\nRex\tDogs\t\n'

test(
  'animals of a spreadsheet are checked, mended in place and added, by keyboard alone',
  { skip },
  async (t) => {
    const { app, page, hasNoComplaints } = await openConsole(t, { motion: true })
    await app.call('/categories/3', { method: 'PUT', body: { name: 'Dogs' } })
    // The page reads the names of the categories once.
    await page.reload()
    await page.getByRole('link', { name: 'Add many from a spreadsheet' }).focus()
    await page.keyboard.press('Enter')
    await page.getByLabel('Paste cells').focus()
    await page.keyboard.insertText(faulty)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByRole('main').getByText('4 rows: 2 ready, 2 to fix.').waitFor()
    await page.getByText('Give a name.').waitFor()
    await page.getByText('No category has this name. Choose one or type its number.').waitFor()
    await page.getByRole('button', { name: 'Leave 5 out' }).focus()
    await page.keyboard.press('Enter')
    // The button leads to the first fault as long as there is one.
    await page.getByRole('button', { name: 'Add 1 animal' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.type('Bella')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    assert.equal(
      await page.getByLabel('Category of row 4').evaluate('document.activeElement.ariaLabel'),
      'Category of row 4',
    )
    await page.keyboard.press('ControlOrMeta+a')
    await page.keyboard.type('dogs')
    await page.getByRole('main').getByText('4 rows: 3 ready, 0 to fix.').waitFor()
    assert.equal(
      app.observations.some(
        (seen) => seen.kind === 'request' && seen.status === 201 && seen.method === 'POST',
      ),
      false,
    )
    await page.getByRole('button', { name: 'Add 3 animals' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: '3 animals added, numbers 1 to 3.' }).waitFor()
    assert.equal(
      (await app.call('/pets')).text,
      '[{"id":1,"name":"Rex","categoryId":3,"status":"available"},' +
        '{"id":2,"name":"Bella","categoryId":3,"status":"sold"},' +
        '{"id":3,"name":"Tom","categoryId":3,"status":"available"}]',
    )
    await page.getByRole('link', { name: 'See them' }).click()
    await page.getByRole('link', { name: 'Bella' }).waitFor()
    assert.deepEqual(await page.locator('.animals .name').allInnerTexts(), ['Tom', 'Bella', 'Rex'])
    hasNoComplaints()
  },
)

test(
  'a file is added by mouse without the rows to fix, and those are a file again',
  { skip },
  async (t) => {
    const { app, page, go, hasNoComplaints } = await openConsole(t)
    await go('#/animals/add-many')
    await page.locator('input[type=file]').setInputFiles({
      name: 'animals.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from('\uFEFFZoë;7;sold\r\nMax;Nowhere;\r\n'),
    })
    await page.getByRole('main').getByText('2 rows: 1 ready, 1 to fix.').waitFor()
    await page.getByLabel('Leave out the 1 to fix').click()
    await page.getByRole('button', { name: 'Add 1 animal' }).click()
    await page.getByRole('heading', { name: '1 animal added, number 1.' }).waitFor()
    const [file] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('link', { name: 'Download the 1 row left out' }).click(),
    ])
    const chunks: Buffer[] = []
    for await (const chunk of await file.createReadStream()) chunks.push(chunk as Buffer)
    assert.equal(Buffer.concat(chunks).toString(), '\uFEFFName,Category,Status\r\nMax,Nowhere,')
    assert.match((await app.call('/pets')).text, /"name":"Zoë","categoryId":7,"status":"sold"/)
    hasNoComplaints()
  },
)

test('after a reload in the middle it goes on, and adds none twice', { skip }, async (t) => {
  let free = ''
  const { app, page, go } = await openConsole(t, {
    key: async (made) => (free = (await made.addKey('free')).key),
  })
  await go('#/animals/add-many')
  // The second hundred is added, but its answer never arrives, and nothing else does until the reload.
  await page.route('**/readyz', async (route) => await route.abort())
  let batches = 0
  await page.route('**/pets/batch', async (route) => {
    batches += 1
    if (batches === 2) {
      await route.fetch()
      await route.abort()
    } else await route.continue()
  })
  await page
    .getByLabel('Paste cells')
    .fill(Array.from({ length: 250 }, (_, n) => `Animal ${n + 1}\t3`).join('\n'))
  await page.getByRole('button', { name: 'Check them' }).click()
  await page.getByText('Takes 3 requests').waitFor()
  await page.getByRole('button', { name: 'Add 250 animals' }).click()
  await page.getByText(/100 of 250 added\..*Goes on at/).waitFor()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.unroute('**/readyz')
  await page.reload()
  await page.getByText('100 of 250 were added.').waitFor()
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('heading', { name: '250 animals added, numbers 1 to 250.' }).waitFor()
  const { available } = JSON.parse((await app.call('/store/inventory', { key: free })).text)
  assert.equal(available, 250)
})

test('once it is stopped, no more is sent until it goes on', { skip }, async (t) => {
  const { app, page, go } = await openConsole(t)
  await go('#/animals/add-many')
  let batches = 0
  const answer = Promise.withResolvers<void>()
  await page.route('**/pets/batch', async (route) => {
    batches += 1
    if (batches === 1) await answer.promise
    await route.continue()
  })
  const rows = Array.from({ length: 250 }, (_, n) => `Animal ${n + 1}\t3`)
  await page.getByLabel('Paste cells').fill(rows.join('\n'))
  await page.getByRole('button', { name: 'Check them' }).click()
  await page.getByRole('button', { name: 'Add 250 animals' }).click()
  await page.getByRole('button', { name: 'Stop here' }).click()
  answer.resolve()
  // The hundred that was under way is added.
  await page.getByText('100 of 250 were added.').waitFor()
  assert.equal(batches, 1)
  await page.getByRole('button', { name: 'Go on' }).click()
  await page.getByRole('heading', { name: '250 animals added, numbers 1 to 250.' }).waitFor()
  assert.equal(batches, 3)
  const { available } = JSON.parse((await app.call('/store/inventory')).text)
  assert.equal(available, 250)
})

test(
  'one mend goes for all rows that say the same, and what is not taken is named',
  { skip },
  async (t) => {
    const { app, page, go } = await openConsole(t)
    await app.call('/categories/3', { method: 'PUT', body: { name: 'Dogs' } })
    await go('#/animals/add-many')
    await page.reload()
    await page
      .getByLabel('Paste cells')
      .fill('Name\tKind\tBreed\nRex\tHamstrs\tA\nTom\tHamstrs\tB\nBen\tHamstr\tC\nLuna\tdog\tD\n')
    await page.getByRole('button', { name: 'Check them' }).click()
    await page.getByRole('main').getByText('4 rows: 1 ready, 3 to fix.').waitFor()
    await page.getByText('Not taken: Breed.').waitFor()
    await page.getByLabel('Category of row 2').fill('dogs')
    await page.getByRole('main').getByText('4 rows: 3 ready, 1 to fix.').waitFor()
    assert.equal(await page.getByLabel('Category of row 3').inputValue(), 'dogs')
    assert.equal(await page.getByLabel('Category of row 4').inputValue(), 'Hamstr')
  },
)
