import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { countFiles } from './counted/files.ts'
import { acceptFiles, compareFiles } from './counted/guard.ts'
import { number, table } from './shared/table.ts'

/**
 * `npm run bench:files`: counts the files and functions of `src/` that a request executes, and fails if those of the
 * hot page are more files than the budget allows.
 *
 * - `--accept` makes today's counts the budget.
 * - `--list` prints the names of the files too.
 * - `--checkout DIR` counts the sources in another folder, whose packages are installed; no budget is checked.
 * - `--budget FILE` takes the budget from another file than the committed one.
 */
const { values } = parseArgs({
  options: {
    accept: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    checkout: { type: 'string' },
    budget: { type: 'string' },
  },
})
const checkout = values.checkout ?? fileURLToPath(new URL('..', import.meta.url))
const executed = await countFiles(checkout)
const rows = [...executed].map(([kind, { files, functions, calls }]) => [
  kind,
  ...[files.length, functions, calls].map(number),
])
process.stdout.write(table(['request', 'files', 'functions', 'calls'], rows))
if (values.list) {
  for (const [kind, { files }] of executed) process.stdout.write(`\n${kind}\n${files.join('\n')}\n`)
}
if (values.accept) acceptFiles(executed)
else if (values.checkout === undefined) {
  const { grown, fallen } = compareFiles(executed, values.budget)
  for (const line of [...grown, ...fallen]) process.stdout.write(`${line}\n`)
  if (grown.length > 0) process.exitCode = 1
}
