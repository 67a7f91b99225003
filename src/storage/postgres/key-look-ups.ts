import { Batcher } from '../../core/batcher.ts'
import type { KeyStore } from '../../keys/key-store.ts'
import { keyRecordOf, selectKeys } from '../keys.ts'
import type { Query } from './readers.ts'

const byHash = `${selectKeys} WHERE hash = ANY($1::bytea[])`

/** How many look-ups share a statement, of which each key is asked for once. There are two connections for reads. */
const limits = { questions: 1_000, underWay: 2 } as const

/** Finds keys. After any key has changed, each caller's next request asks for its key, so those who ask together share. */
export const keyLookUps = (query: Query): KeyStore['findByHash'] => {
  const lookUps = new Batcher(limits, async (hashes: readonly string[]) => {
    const asked = [...new Set(hashes)].map((hash) => Buffer.from(hash, 'hex'))
    const { rows } = await query(byHash, [asked])
    const records = new Map(rows.map(keyRecordOf).map((record) => [hexOf(record.hash), record]))
    return hashes.map((hash) => records.get(hash))
  })
  return async (hash) => await lookUps.ask(hexOf(hash))
}

const hexOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('hex')
