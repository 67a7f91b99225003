import assert from 'node:assert/strict'
import { suite, test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { wireGroups } from './cases/index.ts'
import { checkOutcome, runCase } from './run-case.ts'

for (const { title, cases } of wireGroups) {
  suite(title, { concurrency: true }, () => {
    for (const wireCase of cases) {
      const { sent, answers, connection } = wireCase
      test(`${sent}: ${answers.join(', ') || 'no answer'}, ${connection}`, async (t) => {
        const app = await startApp(t)
        const outcome = await runCase(wireCase, app.port, app.key)
        checkOutcome(wireCase, outcome)
        assert.deepEqual(
          app.observations.filter(({ kind }) => kind === 'request_failed'),
          [],
        )
      })
    }
  })
}
