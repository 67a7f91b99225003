import type { TObject, TSchema } from 'typebox'
import type { List } from '../../../client/src/index.ts'
import { kindOf } from '../../kit/field-schema.ts'
import type { Operation } from '../../kit/operation.ts'
import { startProgress } from '../kit/progress.ts'
import { jsonLine, table, type Terminal } from '../kit/terminal.ts'
import { dashed } from './options.ts'

/** Things as JSON lines for programs, and as a table for people. */
export type Printing = {
  readonly terminal: Terminal
  readonly json?: true | undefined
  /** The columns of the table from left to right, by the names of fields. */
  readonly columns: readonly string[]
}

export const wantsJson = ({ terminal, json }: Pick<Printing, 'terminal' | 'json'>): boolean =>
  json === true || !terminal.isTerminal.out

export const print = (printing: Printing, things: readonly object[]): void => {
  const { terminal, columns } = printing
  if (wantsJson(printing)) {
    terminal.out(things.map((thing) => jsonLine({ ...thing })).join(''))
    return
  }
  const rows = things.map((thing) => {
    // A column is a field of text or an integer, or missing.
    const cells = thing as Readonly<Record<string, string | bigint | undefined>>
    return columns.map((name) => String(cells[name] ?? ''))
  })
  terminal.out(table(columns.map(headingOf), rows))
}

/**
 * Prints a list and shows progress while pages arrive: JSON page by page, a table at the end.
 *
 * @param fetch gives the list in pages of a length
 */
export const printList = async <T extends object>(
  printing: Printing,
  things: string,
  limit: number,
  fetch: (pageLength: number) => List<T>,
): Promise<void> => {
  const asJson = wantsJson(printing)
  using progress = startProgress(printing.terminal, 'Listing', things)
  const listed: T[] = []
  let count = 0
  for await (const { items } of fetch(Math.min(100, limit)).pages()) {
    const wanted = items.slice(0, limit - count)
    count += wanted.length
    if (asJson) print(printing, wanted)
    else listed.push(...wanted)
    if (count >= limit) break
    progress.update({ count, done: limit === Infinity ? undefined : count / limit })
  }
  progress.end()
  if (!asJson) print(printing, listed)
}

/** `SHELF NUMBER` for `shelfNumber`, and `EXPIRES` for `expiresAt`. */
const headingOf = (field: string): string =>
  dashed(field.replace(/(?<=.)(?:Id|At)$/, ''))
    .replaceAll('-', ' ')
    .toUpperCase()

/** The columns of what an operation answers: its fields, of which those with long texts come last. */
export const columnsOf = ({ answers }: Operation): readonly string[] => {
  const schema = Object.values(answers)[0]?.schema
  const thing = schema && 'items' in schema ? schema.items : schema
  // A body is an object, or an array of objects.
  const { properties = {} } = (thing ?? {}) as Partial<TObject>
  const named = (kinds: readonly string[]): readonly string[] =>
    Object.entries<TSchema>(properties)
      .filter(([name, field]) => kinds.includes('anyOf' in field ? 'string' : kindOf(name, field)))
      .map(([name]) => name)
  return [...named(['integer', 'choice', 'date-time']), ...named(['string'])]
}
