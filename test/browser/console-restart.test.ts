import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { openPage, startBrowser } from '../helpers/browser.ts'
import { freePort } from '../helpers/free-port.ts'
import { needs } from '../helpers/needs.ts'
import { startService } from '../helpers/service.ts'

test(
  'if the service is killed in the middle of a form and started again, the save goes on by itself',
  { skip: needs('chromium') },
  async (t) => {
    const port = await freePort()
    const folder = temporaryFolder(t)
    const start = async () =>
      await startService(t, folder, {
        PETSTORE_ENVIRONMENTS: 'staging',
        PETSTORE_STAGING_PORT: String(port),
      })
    const service = await start()
    const key = await service.addKey('staging')
    const browser = await startBrowser()
    t.after(async () => await browser.close())
    const { page } = await openPage(browser, `http://127.0.0.1:${port}/console#/animals/1/edit`, {
      ready: 'h1',
    })
    await page.getByLabel('API key').fill(key)
    await page.keyboard.press('Enter')
    const name = page.getByRole('textbox', { name: 'Name' })
    await name.fill('Rexy')
    await service.stop('SIGKILL')
    await page.getByRole('button', { name: 'Save' }).click()
    await page
      .getByText(/No connection to the store\. Trying again in/)
      .first()
      .waitFor()
    assert.equal(await name.inputValue(), 'Rexy')

    const again = await start()
    // The page looks after ever longer times, so it may take a while; the message of it does not stay.
    await page.getByRole('link', { name: 'Rexy' }).waitFor({ timeout: 90_000 })
    const answer = await fetch(`${again.baseUrl('staging')}/pets?id=1`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    assert.match(await answer.text(), /"name":"Rexy"/)
  },
)
