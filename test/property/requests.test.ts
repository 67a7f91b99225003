import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import * as fc from 'fast-check'
import { requestsProperty, startTarget } from './requests.ts'
import { sequencesProperty } from './sequences.ts'
import { Tally } from './tally.ts'

/** More cases take `npm run fuzz`, or this variable: 4 makes them four times as many. */
const times = Number(process.env['PROPERTY_TIMES'] ?? 1)

/** Tells what was answered how often. */
const judge = (t: TestContext, tally: Tally, least: number): void => {
  for (const line of tally.lines()) t.diagnostic(line)
  assert.ok(tally.cases >= least * times)
  assert.equal(tally.serverErrors, 0)
}

test('what the document allows is taken, what it forbids is refused by name', async (t) => {
  const tally = new Tally()
  const numRuns = 2_200 * times
  await fc.assert(requestsProperty(await startTarget(t), tally), { numRuns })
  judge(t, tally, 2_200)
})

test('whatever is done in whatever order, what was added is listed once and reads back equal', async (t) => {
  const tally = new Tally()
  await fc.assert(sequencesProperty(tally), { numRuns: 20 * times })
  // Mostly some 520, but their number is random.
  judge(t, tally, 200)
})
