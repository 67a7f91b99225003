import { Batcher } from '../../core/batcher.ts'
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

/** Reads the numbers. Every node does so several times a second, so those who ask together share a statement. */
export const glances = (query: Query): Glance => {
  const looks = new Batcher(
    { questions: Infinity, underWay: 2 },
    async (all: readonly undefined[]) => {
      const { rows } = await query(text, [versionPosition])
      const [version, keyRevision] = rows[0] as unknown as readonly [bigint | null, bigint]
      const glanced = { version: version ?? undefined, keyRevision: Number(keyRevision) }
      return all.map(() => glanced)
    },
  )
  return async () => await looks.ask(undefined)
}
