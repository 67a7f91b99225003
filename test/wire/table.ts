import type { WireCase, WireGroup } from './case.ts'

/** Marks between which a document has the table. */
export const tableMarks = [
  '<!-- The table: npm run wire-table -- --write -->',
  '<!-- end -->',
] as const

/** The table of `docs/wire.md`, in Markdown. */
export const renderTable = (
  groups: readonly WireGroup[],
  bareNode: Readonly<Record<string, string>>,
): string =>
  groups
    .map(({ title, cases }) => {
      const rows = cases.map((each) => row(each, bareNode[each.sent] ?? ''))
      const top = '| What is sent | Rule | Answer | Connection | Bare Node |\n|---|---|---|---|---|'
      return `### ${title}\n\n${top}\n${rows.join('\n')}\n${notesOf(cases)}`
    })
    .join('\n')

const row = ({ sent, rule, answers, connection, note }: WireCase, bare: string): string => {
  const answer = answers.map((each) => `\`${each}\``).join(', ') || 'none'
  const cells = [sent + (note === undefined ? '' : ' *'), rule, answer, connection, bare]
  return `| ${cells.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
}

const notesOf = (cases: readonly WireCase[]): string => {
  const notes = cases.flatMap(({ sent, note }) =>
    note === undefined ? [] : [`- ${sent}: ${note}`],
  )
  return notes.length === 0 ? '' : `\n\\* Notes:\n\n${notes.join('\n')}\n`
}

/** A document with its table replaced. */
export const withTable = (document: string, table: string): string => {
  const [begin, end] = tableMarks
  const from = document.indexOf(begin) + begin.length
  const to = document.indexOf(end)
  if (from < begin.length || to < from) throw new Error('The document has no place for the table.')
  return `${document.slice(0, from)}\n\n${table}\n${document.slice(to)}`
}
