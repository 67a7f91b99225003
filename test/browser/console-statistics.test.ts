import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { TestClock } from '../helpers/app.ts'
import { axeFaults, openConsole, test } from '../helpers/console.ts'

test('what happened is shown in plots, in a table and in a file, by category too', async (t) => {
  const { app, page, go } = await openConsole(t, {
    names: ['Rex', 'Bella'],
    clock: new TestClock(Date.now()),
  })
  for (const [id, name] of [
    [1, 'Cats'],
    [3, 'Dogs'],
  ]) {
    await app.call(`/categories/${id}`, { method: 'PUT', body: { name } })
  }
  for (const name of ['Tom', 'Kit', 'Luna'])
    await app.call('/pets', { method: 'POST', body: { name, categoryId: 1 } })
  await app.call('/pets/3', { method: 'PATCH', body: { status: 'sold' } })
  await app.call('/pets/4', { method: 'PATCH', body: { status: 'sold' } })
  await app.call('/pets/4', { method: 'PATCH', body: { status: 'available' } })
  await app.call('/pets/1/profile', { method: 'PATCH', body: { arrivedOn: '2024-05-17' } })
  await page.reload()
  await go('#/statistics')
  await page.getByText('5 arrivals, 2 adoptions and 1 return in the last 12 months.').waitFor()
  // The newest month stands first.
  const newest = page.getByRole('table', { name: 'What happened by month' }).getByRole('row').nth(1)
  assert.match(await newest.innerText(), /\t5\t2\t1\t0\t0\t0\t0\t0$/)
  const plot = page.getByRole('figure', { name: 'Adoptions by month' })
  await plot.getByRole('img').last().focus()
  assert.match(await plot.locator('figcaption').innerText(), /: 2 adoptions$/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('link', { name: 'Download CSV' }).click(),
  ])
  assert.equal(download.suggestedFilename(), 'statistics-by-month.csv')
  const lines = readFileSync(await download.path(), 'utf8').split('\r\n')
  assert.equal(lines.length, 13)
  assert.match(lines[0] ?? '', /^\uFEFF?Month,Arrivals,Adoptions,Returns,/)
  assert.match(lines.at(-1) ?? '', /^\d{4}-\d\d-01,5,2,1,0,0,0,0,0$/)
  await page.getByRole('button', { name: 'Compare categories' }).click()
  const cats = page.getByRole('row', { name: /^Cats/ })
  assert.match(await cats.innerText(), /^Cats\s3\s2\s1/)
  const longest = page.getByRole('table', { name: /^Available animals/ })
  assert.match(await longest.innerText(), /Rex\tDogs\t.*2024, \d+ days here\nBella\tDogs\tnot said/)
  assert.deepEqual(await axeFaults(page), [])
  await page.getByRole('combobox', { name: 'Category' }).selectOption('Dogs')
  await page.getByText('2 arrivals, 0 adoptions and 0 returns').waitFor()
  await page.getByRole('link', { name: 'Days' }).click()
  await page.getByText('in the last 31 days').waitFor()
})
