import { parseArgs } from 'node:util'
import { accept, guard } from './counted/guard.ts'

/**
 * `npm run bench:work` counts the work for a request of each kind; `npm run bench:files` (`--files`) counts
 * the files of `src/` that each executes. Both fail if a count exceeds `bench/work-budget.json`.
 *
 * - `--accept` makes today's counts the budget; `--budget FILE` uses another budget.
 * - `--only "hot page"` counts one kind, and can be repeated. `--list` prints the names of the files.
 */
const { values } = parseArgs({
  options: {
    files: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
    accept: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    budget: { type: 'string' },
  },
})
const what = values.files ? 'files' : 'work'
if (values.accept) await accept(what)
else {
  const { ok, told, files } = await guard(what, values.only, values.budget)
  for (const [kind, names] of Object.entries(files)) {
    process.stdout.write(`${kind}: ${names.length} files\n`)
    if (values.list) process.stdout.write(`${names.join('\n')}\n\n`)
  }
  process.stdout.write(told)
  if (!ok) process.exitCode = 1
}
