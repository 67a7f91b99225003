import { andThen, type Awaitable } from '../base/awaitable.ts'
import type { ShownRow } from '../base/data/store.ts'
import type { Dialect, Read } from './engine.ts'
import type { ReadTable } from './reads.ts'

/** The cache limit for the rows of one table, in characters, and the overhead that is added for each row. */
const max = { kept: 8 * 1024 * 1024, ofEntry: 200 } as const

/** Reads rows of one table by id and caches their JSON. It checks their versions each time, which takes a third of the time. */
export const shownRows = (dialect: Dialect, read: Read, { sql }: ReadTable) => {
  const wanted = dialect.given(1, { wanted: 'bigint' })
  const valuesOf = (ids: readonly bigint[]) => wanted.values(ids.map((id) => [id]))
  const some = sql.some([], 'ascending', wanted.text)
  const kept = new Map<bigint, ShownRow>()
  let length = 0

  const readAnew = (ids: readonly bigint[]) =>
    read(some, valuesOf(ids), (rows) => {
      const fresh = new Map<bigint, ShownRow>()
      if (length > max.kept) kept.clear()
      if (kept.size === 0) length = 0
      for (const [text, id, version] of rows) {
        const row: ShownRow = {
          version: String(version),
          json: sql.readJson(`[${String(text)}]`).slice(1, -1),
        }
        // Ids are read as integers.
        for (const each of [fresh, kept]) each.set(id as bigint, row)
        length += row.json.length + max.ofEntry
      }
      return fresh
    })

  return (ids: readonly bigint[]): Awaitable<ReadonlyArray<ShownRow | undefined>> =>
    andThen(
      read(sql.versionsOf, valuesOf(ids), ([row]) => String(row?.[0]).split(',')),
      (now) => {
        const known = ids.map((id, at) => (now[at] === '' ? undefined : kept.get(id)))
        const isStale = (_: bigint, at: number) => (known[at]?.version ?? '') !== now[at]
        if (!ids.some(isStale)) return known
        return andThen(readAnew(ids.filter(isStale)), (fresh) =>
          ids.map((id, at) => (isStale(id, at) ? fresh.get(id) : known[at])),
        )
      },
    )
}
