import { readFileSync, writeFileSync } from 'node:fs'
import { jsonTable } from '../test/contract/json-table.ts'
import { startApp } from '../test/helpers/app.ts'
import { withCleanup } from '../test/helpers/cleanup.ts'

/**
 * Prints what the service makes of every body of the JSON corpus: `npm run json-table`. With `--write`
 * the table goes into docs/json.md instead, in place of the one that is there.
 */
await withCleanup(async (cleanup) => {
  const table = await jsonTable(await startApp(cleanup))
  if (!process.argv.includes('--write')) {
    process.stdout.write(table)
    return
  }
  const file = new URL('../docs/json.md', import.meta.url)
  const [prose = ''] = readFileSync(file, 'utf8').split(/(?<=^## The table\n)/m)
  writeFileSync(file, `${prose}\n${table}`)
})
