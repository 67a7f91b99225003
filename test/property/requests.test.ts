import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { requestsProperty, startTarget } from './requests.ts'
import { Tally } from './tally.ts'

/** More of them take `npm run fuzz`, or this variable: 4 makes it four times as many. */
const numRuns = 2_200 * Number(process.env['PROPERTY_TIMES'] ?? 1)

test('what the document allows is taken, what it forbids is refused by name', async (t) => {
  const tally = new Tally()
  await fc.assert(requestsProperty(await startTarget(t), tally), { numRuns })
  for (const line of tally.lines()) t.diagnostic(line)
  assert.ok(tally.cases >= numRuns)
  assert.equal(tally.serverErrors, 0)
})
