import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { requestsProperty, startTarget } from './requests.ts'
import { Tally } from './tally.ts'

/** The cases of one run of the suite, these and those of the sequences, are 10,000 together. */
const numRuns = 8_800

test('what the document allows is taken, what it forbids is refused by name', async (t) => {
  const tally = new Tally()
  await fc.assert(requestsProperty(await startTarget(t), tally), { numRuns })
  for (const line of tally.lines()) t.diagnostic(line)
  assert.ok(tally.cases >= numRuns)
  assert.equal(tally.serverErrors, 0)
})
