import assert from 'node:assert/strict'
import { after, type TestContext, test } from 'node:test'
import type { Browser } from 'playwright-core'
import { healthPages } from '../../src/observability/health-page.ts'
import { serveMetrics } from '../../src/observability/metrics-server.ts'
import { openPage, type PageOptions, screens, startBrowser } from '../helpers/browser.ts'
import { axeFaults } from '../helpers/console.ts'
import { needs } from '../helpers/needs.ts'

const skip = needs('chromium')

let browser: Promise<Browser> | undefined
after(async () => await (await browser)?.close())

const production = {
  isUp: true,
  threads: 2,
  threadsReplaced: 0,
  databaseUp: true,
  requests: { seconds: 60, count: 12_720, p50: 1.2, p99: 9 },
  refusals: { rate_limit_exceeded: 118, missing_api_key: 3 },
  backupAgeSeconds: 3 * 3_600,
  keysExpiring: 1,
  deliveriesWaiting: 3,
}

const staging = {
  ...production,
  isUp: false,
  databaseUp: false,
  requests: { seconds: 60, count: 0, p50: null, p99: null },
  refusals: {},
  backupAgeSeconds: null,
}

/** The page of a service that tells these figures. */
const openHealth = async (t: TestContext, options: PageOptions = {}) => {
  const server = await serveMetrics('127.0.0.1', 0, () =>
    Promise.resolve({
      ...healthPages,
      '/health.json': {
        type: 'application/json',
        make: () =>
          Promise.resolve(
            JSON.stringify({
              version: '1.1.0',
              at: new Date().toISOString(),
              dataFreeBytes: 41e9,
              environments: { production, staging },
            }),
          ),
      },
    }),
  )
  t.after(async () => await server.close())
  const url = server.url.replace('/metrics', '/')
  const opened = await openPage(await (browser ??= startBrowser()), url, {
    ...options,
    ready: 'table',
  })
  t.after(async () => await opened.page.close())
  return { ...opened, server }
}

test('each figure has a word that says what to do, and where the help is', { skip }, async (t) => {
  const { page, complaints } = await openHealth(t, { motion: true })
  const lines = async (name: string): Promise<readonly string[]> =>
    await page.getByRole('table', { name }).getByRole('row').allInnerTexts()
  const clean = (texts: readonly string[]): readonly string[] =>
    texts.map((text) => text.replaceAll(/\s+/g, ' ').trim())
  assert.deepEqual(clean(await lines('production')), [
    'Database Good It answers all threads.',
    'Threads Good 2 listen',
    'Requests Good 212 a second; half under 1.2 ms, 99 % under 9.0 ms',
    'Refused Good rate_limit_exceeded 118, missing_api_key 3',
    'Free disk Good 41.0 GB',
    'Last backup Good 3 h ago',
    'Deliveries waiting Good 3',
    'Keys ending within a week Look 1 Help: “API keys”',
  ])
  const [database, , , , , backup] = clean(await lines('staging'))
  assert.match(database ?? '', /^Database Act It does not answer\. Help: /)
  assert.equal(backup, 'Last backup Look none yet Help: “Back up”')
  await page.getByRole('img', { name: 'production: half of the answers under 1.2 ms' }).waitFor()
  assert.deepEqual(complaints, [])
})

test(
  'if the service does not answer, the page says for how long, and keeps the last figures',
  { skip },
  async (t) => {
    const { page, server } = await openHealth(t)
    await page.clock.install()
    await page.reload()
    await page.getByRole('table', { name: 'production' }).waitFor()
    await server.close()
    await page.clock.runFor(31_000)
    await page.getByText(/No figures for 3\d s\. The service does not answer here\./).waitFor()
    await page.getByRole('table', { name: 'production' }).waitFor()
  },
)

for (const [screen, dark] of [
  ['desktop', true],
  ['narrow', false],
] as const) {
  test(
    `axe finds no fault in health: ${screen}, ${dark ? 'dark' : 'light'}`,
    { skip },
    async (t) => {
      const { page, complaints } = await openHealth(t, { screen, dark })
      assert.deepEqual(await axeFaults(page), [])
      assert.equal(
        await page.evaluate('document.documentElement.scrollWidth'),
        screens[screen].width,
      )
      assert.deepEqual(complaints, [])
    },
  )
}
