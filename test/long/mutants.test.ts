import { test } from 'node:test'
import { root, runProgram } from '../helpers/packed-client.ts'

// The script says what went unnoticed, and fails below 90 %. `npm run mutants` does so for every area of the rules.
test('the unit tests notice what is changed in the rules of the quotas', async () => {
  await runProgram(
    process.execPath,
    ['test/mutants/main.ts', '--only', 'quotas', '--concurrency', '2'],
    { cwd: root },
  )
})
