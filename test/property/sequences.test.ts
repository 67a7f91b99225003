import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { sequencesProperty } from './sequences.ts'
import { Tally } from './tally.ts'

test('whatever is done in whatever order, what was added is listed once and reads back equal', async (t) => {
  const tally = new Tally()
  await fc.assert(sequencesProperty(tally), { numRuns: 60 })
  for (const line of tally.lines()) t.diagnostic(line)
  assert.ok(tally.cases >= 1_200)
  assert.equal(tally.serverErrors, 0)
})
