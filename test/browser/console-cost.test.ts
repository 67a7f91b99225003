import assert from 'node:assert/strict'
import type { CDPSession } from 'playwright-core'
import { startApp } from '../helpers/app.ts'
import { openPage } from '../helpers/browser.ts'
import { openConsole, test } from '../helpers/console.ts'

const metricOf = async (cdp: CDPSession, name: string): Promise<number> => {
  const { metrics } = await cdp.send('Performance.getMetrics')
  return metrics.find((metric) => metric.name === name)?.value ?? assert.fail(`no ${name}`)
}

test('10,000 animals are paged through without growth of memory', async (t) => {
  const { app, page, go } = await openConsole(t)
  for (let batch = 0; batch < 100; batch += 1) {
    const body = Array.from({ length: 100 }, (_, n) => ({
      name: `Animal ${batch * 100 + n + 1}`,
      categoryId: 3,
    }))
    await app.call('/pets/batch', { method: 'POST', body })
  }
  const cdp = await page.context().newCDPSession(page)
  await cdp.send('Performance.enable')
  await go('#/animals?status=all')
  const heaps: number[] = []
  for (let number = 1; number <= 200; number += 1) {
    await page.getByRole('link', { name: `Animal ${10_001 - number * 50}`, exact: true }).waitFor()
    if (number % 10 === 0) {
      await cdp.send('HeapProfiler.collectGarbage')
      heaps.push(await metricOf(cdp, 'JSHeapUsedSize'))
    }
    if (number < 200) await page.getByRole('button', { name: 'Next' }).click()
  }
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  const first = mean(heaps.slice(0, 6))
  const last = mean(heaps.slice(-6))
  // What is kept for the way back is a cursor for each page. The first pages warm up.
  assert.ok(last < first * 1.2, `${first} bytes grew to ${last}: ${heaps.join()}`)
})

test('the first screen is ready within half a second of processor time', async (t) => {
  const app = await startApp(t)
  const seconds: number[] = []
  for (let run = 0; run < 5; run += 1) {
    const { page } = await openPage(t, `${app.origin}/console`, { ready: 'h1' })
    const cdp = await page.context().newCDPSession(page)
    // Time that the thread of the page ran, not time that passed.
    await cdp.send('Performance.enable', { timeDomain: 'threadTicks' })
    await page.reload()
    await page.getByLabel('Access key').waitFor()
    seconds.push(await metricOf(cdp, 'TaskDuration'))
    await page.close()
  }
  const median = seconds.toSorted((one, other) => one - other)[2] ?? 0
  assert.ok(median > 0 && median < 0.5, `${seconds.join()} s`)
})
