import assert from 'node:assert/strict'
import { after, before, suite, test } from 'node:test'
import { startApp, type TestApp } from '../helpers/app.ts'
import { wireCases } from './cases/index.ts'
import { checkOutcome, runCase } from './run-case.ts'

for (const [title, cases] of Object.entries(wireCases)) {
  suite(title, { concurrency: 8 }, () => {
    const endings: Array<() => unknown> = []
    let app: TestApp
    before(async () => {
      app = await startApp({ after: (ending) => endings.unshift(ending) })
    })
    after(async () => {
      for (const ending of endings) await ending()
      const failures = app.observations.filter(({ kind }) => kind === 'request_failed')
      assert.deepEqual(failures, [])
    })

    for (const wireCase of cases) {
      const { sent, rule, answers, connection } = wireCase
      test(`${sent} (${rule}): ${answers.join(', ') || 'no answer'}, ${connection}`, async () => {
        // The refusals of a group exhaust the quota of their address, and a 401 needs some of it.
        app.clock.advance(60_000)
        checkOutcome(wireCase, await runCase(wireCase, app.port, app.key))
      })
    }
  })
}
