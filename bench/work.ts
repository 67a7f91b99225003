import { parseArgs } from 'node:util'
import { acceptWork, guardWork } from './counted/guard.ts'

/**
 * `npm run bench:work`: counts the work for a request of each kind and fails if it grew.
 *
 * - `--accept` makes today's counts the budget.
 * - `--only "hot page"` counts one kind; it can be repeated.
 * - `--budget FILE` takes the budget from another file than the committed one.
 */
const { values } = parseArgs({
  options: {
    accept: { type: 'boolean', default: false },
    only: { type: 'string', multiple: true },
    budget: { type: 'string' },
  },
})

if (values.accept) {
  await acceptWork()
  process.stdout.write('bench/work-budget.json has the work that a request takes now.\n')
} else {
  const { ok, told } = await guardWork({ kinds: values.only ?? [], budget: values.budget })
  process.stdout.write(told)
  if (!ok) process.exitCode = 1
}
