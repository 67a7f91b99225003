import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { withCleanup } from '../test/helpers/cleanup.ts'
import { runHere } from '../test/helpers/command.ts'
import { startPostgres } from '../test/helpers/postgres.ts'
import { startValkey } from '../test/helpers/valkey.ts'
import { type Case, casesFor } from './cases.ts'
import { fillStore } from './data.ts'
import { type Effort, measure, type Measured } from './measure.ts'
import { startService, stop } from './servers.ts'

/** The highest acceptable processor time of a node, as a multiple of the bare server's. */
const bounds: Readonly<Record<string, number>> = {
  'first page, hot': 1.3,
  'cold page': 2.7,
  'single read, cold': 2.7,
  'over quota': 1.2,
  'create, 64 connections': 2.3,
}

/**
 * Measures a node of a cluster: its store is in PostgreSQL, which has no standby and writes without `fsync`, and its counts in
 * Redis, all on this machine.
 */
export const measureCluster = async (
  { animals, keys, only }: { animals: number; keys: number; only: string },
  effort: Effort,
): Promise<readonly Measured[]> => {
  const dataDir = mkdtempSync(join(tmpdir(), 'petstore-bench-'))
  const measured: Measured[] = []
  await withCleanup(async (t) => {
    t.after(() => rmSync(dataDir, { recursive: true }))
    const filled = await fillStore(dataDir, { animals, keys })
    const postgres = await startPostgres()
    t.after(postgres.close)
    const counters = await startValkey(t)
    const store = postgres.url(await postgres.newDatabase())
    const args = ['move', '--from', 'sqlite', '--to', store, '--environment', 'staging']
    const { status, error } = await runHere(args, { PETSTORE_DATA_DIR: dataDir })
    if (status !== 0) throw new Error(error)
    const service = await startService(dataDir, {
      PETSTORE_STAGING_STORE: store,
      PETSTORE_STAGING_COUNTERS: `valkey://127.0.0.1:${counters.port}/bench`,
    })
    t.after(async () => await stop(service))
    const cases = casesFor({ ...filled, animals })
      .filter(({ name }) => name in bounds && name.includes(only))
      .map((each): Case => ({ ...each, bound: bounds[each.name] }))
    for (const each of cases) measured.push(await measure(service, each, effort))
  })
  return measured
}
