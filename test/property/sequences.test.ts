import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sequencesProperty } from './sequences.ts'
import { Tally } from './tally.ts'

const times = Number(process.env['PROPERTY_TIMES'] ?? 1)

test('whatever is done in whatever order, what was added is listed once and reads back equal', async (t) => {
  const tally = new Tally()
  await fc.assert(sequencesProperty(tally), { numRuns: 20 * times })
  for (const line of tally.lines()) t.diagnostic(line)
  // Mostly some 520, but their number is random.
  assert.ok(tally.cases >= 200 * times)
  assert.equal(tally.serverErrors, 0)
})
