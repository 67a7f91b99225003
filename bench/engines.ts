import { readFileSync } from 'node:fs'
import type { Environment } from '../src/core/environments.ts'
import type { Cleanup } from '../test/helpers/cleanup.ts'
import { runHere } from '../test/helpers/command.ts'
import { startPostgres } from '../test/helpers/postgres.ts'
import { startValkey } from '../test/helpers/valkey.ts'
import { usageOf } from './usage.ts'

/** PostgreSQL and Redis on this machine, with the store of an environment. */
export type Engines = {
  /** Variables with which the service uses them. */
  readonly variables: Readonly<Record<string, string>>
  /** Microseconds of processor time so far. */
  readonly spent: () => Spent
  /** Bytes that a table takes in PostgreSQL, with its indexes. */
  readonly bytesOf: (table: string) => Promise<number>
}

export type Spent = { readonly postgres: number; readonly counters: number }

/**
 * Starts both, and moves the store of a folder there. PostgreSQL has no standby and writes without `fsync`, which
 * shortens the wait of its clients, and changes what each spends by little.
 */
export const startEngines = async (
  t: Cleanup,
  dataDir: string,
  environment: Environment,
): Promise<Engines> => {
  const postgres = await startPostgres()
  t.after(postgres.close)
  const counters = await startValkey(t)
  const database = await postgres.newDatabase()
  const store = postgres.url(database)
  const args = ['move', '--from', 'sqlite', '--to', store, '--environment', environment]
  const { status, error } = await runHere(args, { PETSTORE_DATA_DIR: dataDir })
  if (status !== 0) throw new Error(error)
  const name = `PETSTORE_${environment.toUpperCase()}`
  return {
    variables: {
      [`${name}_STORE`]: store,
      [`${name}_COUNTERS`]: `valkey://127.0.0.1:${counters.port}/bench`,
    },
    spent: () => ({
      postgres: spentBy(postgres.pid) + sum(childrenOf(postgres.pid).map(spentBy)),
      counters: spentBy(counters.pid),
    }),
    bytesOf: async (table) => {
      const client = await postgres.client(database)
      const { rows } = await client.query('SELECT pg_total_relation_size($1) AS bytes', [table])
      await client.end()
      return Number(rows[0].bytes)
    },
  }
}

const childrenOf = (pid: number): readonly number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'latin1').trim().split(' ').map(Number)

const spentBy = (pid: number): number => usageOf(pid)?.cpu ?? Number.NaN

const sum = (values: readonly number[]): number => values.reduce((all, value) => all + value, 0)
