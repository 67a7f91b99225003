import { versionPosition } from './commit.ts'
import type { Query } from './readers.ts'

/** Numbers that say whether anything has changed. */
export type Glanced = {
  /** Of the store; missing before its first transaction. */
  readonly version: bigint | undefined
  /** Of the keys. */
  readonly keyRevision: number
}

/** @throws StorageUnavailable */
export type Glance = () => Promise<Glanced>

const text = `
  SELECT (SELECT value FROM positions WHERE name = $1), (SELECT number FROM settings WHERE name = 'key_revision')`

/** Reads the numbers. Every node does so several times a second, so all who ask in one turn of the event loop share a statement. */
export const glances = (query: Query): Glance => {
  let next: Promise<Glanced> | undefined
  const read = async (): Promise<Glanced> => {
    await new Promise((resolve) => setImmediate(resolve))
    // Who asks from now on may want what comes later.
    next = undefined
    const { rows } = await query(text, [versionPosition])
    const [version, keyRevision] = rows[0] as unknown as readonly [bigint | null, bigint]
    return { version: version ?? undefined, keyRevision: Number(keyRevision) }
  }
  return async () => await (next ??= read())
}
