import { readFileSync, writeFileSync } from 'node:fs'
import { startApp } from '../test/helpers/app.ts'
import { type Cleanup, withCleanup } from '../test/helpers/cleanup.ts'
import { askBareNode } from '../test/wire/bare-node.ts'
import { wireGroups } from '../test/wire/cases/index.ts'
import { checkOutcome, runCase, shownAnswer } from '../test/wire/run-case.ts'
import { renderTable, withTable } from '../test/wire/table.ts'

/**
 * Prints the wire table with what the service answers at this moment; fails if that is not what the
 * table says. With `--write` it asks a bare Node server too, and writes the table into the document.
 */
const main = async (cleanup: Cleanup): Promise<void> => {
  const app = await startApp(cleanup)
  let wrong = 0
  let count = 0
  for (const { title, cases } of wireGroups) {
    process.stdout.write(`\n${title}\n`)
    for (const each of cases) {
      app.clock.advance(60_000)
      count += 1
      const outcome = await runCase(each, app.port, app.key)
      const verdict = verdictOn(() => checkOutcome(each, outcome))
      if (verdict !== '') wrong += 1
      const answers = outcome.answers.map(shownAnswer).join(', ') || 'no answer'
      process.stdout.write(
        `  ${each.rule.padEnd(18)} ${each.sent.padEnd(64)} ${answers}, ${outcome.connection}${verdict}\n`,
      )
    }
  }
  process.stdout.write(`\n${count} cases, ${wrong} not as the table says.\n`)
  if (wrong > 0) process.exitCode = 1
  if (process.argv.includes('--write')) await write()
}

const verdictOn = (check: () => void): string => {
  try {
    check()
    return ''
  } catch (error) {
    return `  WRONG: ${error instanceof Error ? error.message.split('\n', 1)[0] : String(error)}`
  }
}

const write = async (): Promise<void> => {
  const bareNode = await askBareNode(wireGroups.flatMap(({ cases }) => cases))
  writeFileSync(file('test/wire/bare-node.json'), `${JSON.stringify(bareNode, null, 2)}\n`)
  const document = file('docs/wire.md')
  const table = renderTable(wireGroups, bareNode)
  writeFileSync(document, withTable(readFileSync(document, 'utf8'), table))
}

const file = (path: string): URL => new URL(`../${path}`, import.meta.url)

await withCleanup(main)
