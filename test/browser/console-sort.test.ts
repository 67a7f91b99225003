import assert from 'node:assert/strict'
import { axeFaults, openConsole, test } from '../helpers/console.ts'
import { addPet } from '../helpers/storage.ts'

test('the list is sorted by any column, both ways, and says if that is only one page of it', async (t) => {
  const { app, page, go } = await openConsole(t, {
    names: ['Rex', 'Ben', 'Luna'],
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await app.call('/categories/3', { method: 'PUT', body: { name: 'Dogs' } })
  const profiles = [
    { breed: 'Pug', arrivedOn: '2026-01-02', location: 'Kennel 10' },
    { location: 'Kennel 2' },
    { breed: 'beagle', arrivedOn: '2026-03-02' },
  ]
  for (const [at, body] of profiles.entries())
    await app.call(`/pets/${at + 1}/profile`, { method: 'PATCH', body })
  await app.call('/pets/3', { method: 'PATCH', body: { status: 'sold', categoryId: 7 } })
  await go('#/animals?status=all')
  await page.reload()
  const head = (name: string) => page.getByRole('columnheader', { name })
  const press = async (name: string): Promise<void> => await head(name).getByRole('button').click()
  const isSorted = async (name: string, way: string, names: readonly string[]): Promise<void> => {
    await page.locator(`th[aria-sort=${way}]`).filter({ hasText: name }).waitFor()
    assert.equal(await page.locator('[aria-sort]').count(), 1, name)
    await page.locator('.animals td.wide-only').getByText('Pug').waitFor()
    assert.deepEqual(await page.locator('.animals .name a bdi').allInnerTexts(), names, name)
  }
  await isSorted('Number', 'descending', ['Luna', 'Ben', 'Rex'])
  const before = app.observations.length
  for (const [name, up, down] of [
    // Who says nothing is last, either way.
    ['Breed', ['Luna', 'Rex', 'Ben'], ['Rex', 'Luna', 'Ben']],
    ['Category', ['Luna', 'Ben', 'Rex'], ['Ben', 'Rex', 'Luna']],
    ['Status', ['Ben', 'Rex', 'Luna'], ['Luna', 'Ben', 'Rex']],
    ['Place', ['Ben', 'Rex', 'Luna'], ['Rex', 'Ben', 'Luna']],
    ['Days here', ['Luna', 'Rex', 'Ben'], ['Rex', 'Luna', 'Ben']],
  ] as const) {
    await press(name)
    await isSorted(name, 'ascending', up)
    await press(name)
    await isSorted(name, 'descending', down)
  }
  // What is loaded is sorted here, at no request.
  assert.equal(app.observations.slice(before).filter((seen) => seen.kind === 'request').length, 0)
  assert.deepEqual(await axeFaults(page), [])
  await press('Name')
  await isSorted('Name', 'ascending', ['Ben', 'Luna', 'Rex'])
  await press('Name')
  await isSorted('Name', 'descending', ['Rex', 'Luna', 'Ben'])
  await page.getByText(/are sorted/).waitFor({ state: 'detached' })
  await press('Number')
  await isSorted('Number', 'ascending', ['Rex', 'Ben', 'Luna'])
  for (let count = 0; count < 50; count += 1)
    await addPet(app.storage, { name: 'More', categoryId: 3n, status: 'available' })
  await go('#/animals?status=all&sort=-breed')
  await page.reload()
  await page.getByText('Only the 50 animals on this page are sorted.').waitFor()
})
