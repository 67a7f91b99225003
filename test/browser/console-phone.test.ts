import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { openConsole } from '../helpers/console.ts'
import { needs } from '../helpers/needs.ts'

const skip = needs('chromium')

/** Waits until the worker has kept the files, and would answer the next opening. */
const kept = async (page: Page): Promise<void> => {
  await page.evaluate('navigator.serviceWorker.ready.then(() => undefined)')
}

test(
  'the console can be installed, and starts without a connection from the files of one build',
  { skip },
  async (t) => {
    const { page, hasNoComplaints } = await openConsole(t, { screen: 'phone', worker: true })
    const cdp = await page.context().newCDPSession(page)
    const { errors, data = '' } = await cdp.send('Page.getAppManifest')
    assert.deepEqual(errors, [])
    assert.equal(JSON.parse(data).name, '[Staging] Pet Store')
    // All that the browser misses is a window that keeps something.
    const { installabilityErrors } = await cdp.send('Page.getInstallabilityErrors')
    const missing = installabilityErrors.map(({ errorId }) => errorId)
    assert.deepEqual(missing, ['in-incognito'])
    await kept(page)
    hasNoComplaints()

    await page.context().setOffline(true)
    await page.reload()
    await page.getByRole('heading', { name: 'Animals' }).waitFor()
    await page
      .getByText(/No connection to the store\. Trying again in/)
      .first()
      .waitFor()
    // Screens that nobody has opened yet start too.
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('link', { name: 'Team' }).click()
    await page.getByRole('heading', { name: 'Team' }).waitFor()
    const names = await page.evaluate<readonly string[]>('caches.keys()')
    assert.equal(names.length, 1)
    await page.context().setOffline(false)
    await page.reload()
    await page.getByRole('heading', { name: 'Team' }).waitFor()
  },
)
