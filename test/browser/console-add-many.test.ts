import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { axeFaults, freeKey, openConsole, test } from '../helpers/console.ts'
import { poll } from '../helpers/poll.ts'

const faulty = 'Name\tKind\tStatus\nRex\tDogs\t\n\tDogs\tAdopted\nTom\tHamstrs\t\nRex\tDogs\t\n'

test('animals of a spreadsheet are checked, mended in place and added, by keyboard alone', async (t) => {
  const { app, page, keys } = await openConsole(t, { motion: true })
  await app.put('/categories/3', { name: 'Dogs' })
  // The page reads the names of the categories once.
  await page.reload()
  await page.getByRole('link', { name: 'Add many from a spreadsheet' }).focus()
  await keys('Enter')
  await page.getByLabel('Paste cells').focus()
  await page.keyboard.insertText(faulty)
  await keys('Tab Enter')
  // The step took away what had the focus.
  await page.locator('h1:focus').getByText('Add many animals').waitFor()
  for (const role of ['status', 'main'] as const)
    await page.getByRole(role).getByText('4 rows: 2 ready, 2 to fix.').waitFor()
  await page.getByText('Enter a name.').waitFor()
  await page.getByText('No category has this name. Choose one or type its number.').waitFor()
  await page.getByRole('button', { name: 'Leave 5 out' }).focus()
  await keys('Enter')
  // The button leads to the first fault as long as there is one.
  await page.getByRole('button', { name: 'Add 1 animal' }).focus()
  await keys('Enter')
  await page.keyboard.type('Bella')
  await keys('Tab Tab')
  await page.getByLabel('Category of row 4').and(page.locator(':focus')).waitFor()
  await keys('ControlOrMeta+a')
  await page.keyboard.type('dogs')
  await page.getByRole('main').getByText('4 rows: 3 ready, 0 to fix.').waitFor()
  assert.ok(!app.requests().some(({ method, status }) => method === 'POST' && status === 201))
  await page.getByRole('button', { name: 'Add 3 animals' }).focus()
  await keys('Enter')
  await page.getByRole('heading', { name: '3 animals added, numbers 1 to 3.' }).waitFor()
  assert.deepEqual(await app.json('/pets'), [
    { id: 1, name: 'Rex', categoryId: 3, status: 'available' },
    { id: 2, name: 'Bella', categoryId: 3, status: 'sold' },
    { id: 3, name: 'Tom', categoryId: 3, status: 'available' },
  ])
  await page.getByRole('link', { name: 'See them' }).click()
  await page.getByRole('link', { name: 'Bella' }).waitFor()
  assert.deepEqual(await page.locator('.animals .name').allInnerTexts(), ['Tom', 'Bella', 'Rex'])
})

test('a file is added by mouse without the rows to fix, and those are a file again', async (t) => {
  const { app, page, go, press } = await openConsole(t)
  await go('#/animals/add-many')
  await page.locator('input[type=file]').setInputFiles({
    name: 'animals.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(
      '\uFEFFName;Kategorie;Status;Rasse\r\nZoë;7;sold;\r\nMax;Nowhere;;=2+3\r\n',
    ),
  })
  await page.getByRole('main').getByText('2 rows: 1 ready, 1 to fix.').waitFor()
  await page.getByLabel('Leave out the 1 to fix').click()
  await press('Add 1 animal')
  await page.getByRole('heading', { name: '1 animal added, number 1.' }).waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download the 1 row left out' }).click(),
  ])
  assert.equal(
    readFileSync(await file.path(), 'utf8'),
    '\uFEFFName,Category,Status,Breed,Why\r\n' +
      "Max,Nowhere,,'=2+3,No category has this name. Choose one or type its number.",
  )
  assert.match((await app.call('/pets')).text, /"name":"Zoë","categoryId":7,"status":"sold"/)
})

test('once it is stopped, no more is sent until it goes on, and after a reload none is added twice', async (t) => {
  const { app, key, page, go, press } = await openConsole(t, { key: freeKey })
  await go('#/animals/add-many')
  // The second hundred is added, but its answer never arrives, and nothing else does until the reload.
  await page.route('**/readyz', async (route) => await route.abort())
  let batches = 0
  const first = Promise.withResolvers<void>()
  await page.route('**/pets/batch', async (route) => {
    batches += 1
    if (batches === 1) await first.promise
    if (batches !== 2) return await route.continue()
    await route.fetch()
    await route.abort()
  })
  const rows = Array.from({ length: 250 }, (_, n) => `Animal ${n + 1}\t3`)
  await page.getByLabel('Paste cells').fill(rows.join('\n'))
  await press('Check them')
  await page.getByText('Takes 3 requests').waitFor()
  await press('Add 250 animals')
  await press('Stop here')
  first.resolve()
  // The hundred that was under way is added.
  await page.getByText('100 of 250 were added.').waitFor()
  assert.equal(batches, 1)
  await press('Continue')
  await page.getByText(/100 of 250 added\..*Continues at/).waitFor()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.unroute('**/readyz')
  await page.reload()
  await page.getByText('100 of 250 were added.').waitFor()
  await press('Continue')
  await page.getByRole('heading', { name: '250 animals added, numbers 1 to 250.' }).waitFor()
  const { available } = JSON.parse((await app.call('/store/inventory', { key })).text)
  assert.equal(available, 250)
})

/** A sheet with what is known of the animals: two dates that may be read either way, and four faults. */
const described = `Name\tSpecies\tBreed\tSex\tDOB\tMicrochip\tIntake date\tWeight
Rex\tDog\tBeagle\tM\t03/04/2020\t985 141 000 123 456\t2026-11-02\t12
Tom\tHamstrs\t\tneutered\t2024\t\t\t1
Ben\tHamstrs\t\tneutered\t05/04/2020\t9.85E+14\t\t1
Luna\tdog\tD\tfemale\t31.02.2024\tA1\t\t2
`

test('what is known of animals comes along, its faults are told first, and one mend goes for all that say the same', async (t) => {
  const { app, key, page, go, press } = await openConsole(t, {
    control: true,
    names: ['Whisky'],
    key: freeKey,
  })
  await app.put('/categories/3', { name: 'Dogs' })
  await app.put('/categories/4', { name: 'Hamsters' })
  await app.patch('/pets/1/profile', { chip: 'B7' })
  await go('#/animals/add-many')
  await page.reload()
  await page.getByLabel('Paste cells').fill(described)
  await press('Check them')
  const main = page.getByRole('main')
  await main.getByText('4 rows: 0 ready, 4 to fix.').waitFor()
  await page.getByText('Columns not used: Weight.').waitFor()
  const heads = page.getByRole('table', { name: 'Rows to fix' }).getByRole('columnheader')
  const columns = 'Row Name Category Status Sex Born Chip'.split(' ')
  assert.deepEqual(await heads.allInnerTexts(), [...columns, 'What you can do'])
  assert.deepEqual(await axeFaults(page), [])
  await page.getByLabel('Born: what does 03/04/2020 mean?').selectOption('April 3, 2020')
  await main.getByText('4 rows: 1 ready, 3 to fix.').waitFor()
  await page.getByRole('button', { name: 'Did you mean Hamsters?' }).first().click()
  assert.equal(await page.getByLabel('Category of row 4').inputValue(), 'Hamsters')
  await page.getByLabel('Sex of row 3').fill('male')
  assert.equal(await page.getByLabel('Sex of row 4').inputValue(), 'male')
  await main.getByText('4 rows: 2 ready, 2 to fix.').waitFor()
  // All that was said about the cells is there after a reload, too.
  await page.reload()
  await main.getByText('4 rows: 2 ready, 2 to fix.').waitFor()
  await page.getByLabel('Chip of row 4').fill('b7')
  await page.getByLabel('Born of row 5').fill('2024-02-29')
  await main.getByText('4 rows: 4 ready, 0 to fix.').waitFor()
  await page.getByText('Takes 5 requests').waitFor()
  // Somebody else uses up the minute: it waits before the last ten, after the third profile.
  let { left } = { left: Infinity }
  while (left > 13) {
    const { headers } = await app.call('/pets?limit=1', { key })
    left = Number(headers['x-ratelimit-remaining'])
  }
  await press('Add 4 animals')
  await page.getByText(/4 of 4 added\. 2 of 4 are described\. Continues at/).waitFor()
  app.clock.advance(60_000)
  const added = page.getByRole('heading', { name: '4 animals added, numbers 2 to 5.' })
  // A busy machine may begin to wait only after the first step.
  await poll(async () => {
    await page.clock.fastForward(61_000)
    return await added.isVisible()
  }, 500)
  const refused = 'Ben: Another animal has this chip.'
  await page.getByRole('listitem').filter({ hasText: refused }).waitFor()
  const profiles: ReadonlyArray<Record<string, unknown>> = await app.json('/profiles?petId=2,3,4,5')
  assert.deepEqual(
    profiles.map(({ petId: _id, photos: _photos, updatedAt: _at, ...known }) => known),
    [
      {
        species: 'Dog',
        breed: 'Beagle',
        sex: 'male',
        born: '2020-04-03',
        chip: '985141000123456',
        arrivedOn: '2026-11-02',
      },
      { species: 'Hamstrs', sex: 'male', born: '2024' },
      {},
      { species: 'dog', breed: 'D', sex: 'female', born: '2024-02-29', chip: 'A1' },
    ],
  )
})
