import assert from 'node:assert/strict'
import { screens, widthOf } from '../helpers/browser.ts'
import { axeFaults, shows, test } from '../helpers/console.ts'
import { openHealth } from '../helpers/health-page.ts'

test('each figure has a word that says what to do, and where the help is', async (t) => {
  const { page, complaints } = await openHealth(t, { motion: true })
  const linesOf = async (name: string): Promise<readonly string[]> => {
    const rows = page.getByRole('table', { name, exact: true }).getByRole('row')
    return (await rows.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim())
  }
  assert.deepEqual(await linesOf('production'), [
    'Database Good It answers. Help',
    'Thread Good Listening Help',
    'Requests Good 212 a second; half under 1.2 ms, 99 % under 9.0 ms Help',
    'Refused Good rate_limit_exceeded 118, missing_api_key 3 Help',
    'Free disk Good 41.0 GB Help',
    'Last backup Good 3 h ago Help',
    'Deliveries waiting Good 3 Help',
    'Keys ending within a week Look 1 Help',
  ])
  assert.deepEqual(await linesOf('Engines of production'), [
    'PostgreSQL Look 10.0.0.1:5432 is the primary, 10.0.0.2:5432 is a standby, 10.0.0.3:5432 cannot be reached Help',
    'Standbys Good 1 follow, 1 synchronous, 0.0 s behind at most Help',
    'Database connections Good 2 of 9 busy, 0 changes wait Help',
    'Counters Act The service cannot reach the engine Help',
  ])
  assert.equal(await page.getByRole('table', { name: 'Engines of staging' }).count(), 0)
  const [database, , , , , backup] = await linesOf('staging')
  assert.equal(database, 'Database Act It does not answer. Help')
  assert.equal(backup, 'Last backup Look none yet Help')
  await page.getByRole('img', { name: 'production: half of the answers under 1.2 ms' }).waitFor()
  // Each line leads to a document that is served beside it and has its heading.
  const links = page.getByRole('link', { name: /^Help with / })
  const all = await links.evaluateAll((each) => each.map((link) => link.getAttribute('href')))
  const targets = new Set(all.map(String))
  assert.ok(targets.size > 4)
  for (const target of targets) {
    const [path = '', fragment = ''] = target.split('#:~:text=')
    const text = await page.evaluate(async (url) => await (await fetch(url)).text(), path)
    const heading = decodeURIComponent(fragment)
    assert.ok(`${text}\n`.includes(`${heading}\n`), target)
  }
  assert.deepEqual(complaints, [])
})

test('if the service does not answer, the page says for how long, and keeps the last figures', async (t) => {
  const { page, server } = await openHealth(t)
  await page.clock.install()
  await page.reload()
  await page.getByRole('table', { name: 'production', exact: true }).waitFor()
  await server.close()
  await page.clock.runFor(31_000)
  await shows(page, /No figures for (?:[3-9]\d s|\d+ min)\. The service does not answer here\./)
  await page.getByRole('table', { name: 'production', exact: true }).waitFor()
})

for (const [screen, dark, locale, title] of [
  ['desktop', true, 'fr', 'État du Pet Store'],
  ['narrow', false, 'de', 'Zustand des Pet Store'],
] as const) {
  test(`axe finds no fault in health: ${screen}, ${dark ? 'dark' : 'light'}`, async (t) => {
    const { page, complaints } = await openHealth(t, { screen, dark, locale })
    await page.getByRole('heading', { name: title }).waitFor()
    assert.deepEqual(await axeFaults(page), [])
    assert.equal(await widthOf(page), screens[screen].width)
    assert.deepEqual(complaints, [])
  })
}
