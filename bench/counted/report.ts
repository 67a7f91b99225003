import { table } from '../shared/table.ts'
import { readBudget } from './guard.ts'

/** The budget of the work for a request, as a table. */
export const workTable = (): string => {
  const { kinds } = readBudget()
  const rows = Object.entries(kinds).map(([kind, counts]) => [
    kind,
    String(counts.statements),
    String(counts.commits),
    counts.heapBytes.toLocaleString('en'),
    counts.socketBytes.toLocaleString('en', { maximumFractionDigits: 0 }),
    String(counts.socketWrites),
    counts.diskBytes.toLocaleString('en', { maximumFractionDigits: 0 }),
  ])
  const head =
    'request|SQL statements|commits|bytes allocated|bytes sent|writes to the socket|bytes to disk'
  return table(head.split('|'), rows)
}
