import { globSync } from 'node:fs'

/** Whether tests are to run on PostgreSQL: `npm run test:postgres`. */
export const isOnPostgres = process.env['PETSTORE_TEST_STORE'] === 'postgres'

/** The variable with the port of the server of the whole test run. A file that runs alone has a server of its own. */
export const sharedPortVariable = 'PETSTORE_TEST_POSTGRES'

const reasons = {
  file: 'It looks into the files of a store, or damages, moves or copies them.',
  chooses: 'It chooses its stores by itself.',
  none: 'It opens no store, or only to have one: nothing in it depends on which.',
} as const

/** Files of these tests that do not run on PostgreSQL, and why. */
export const leftOut: Readonly<Record<string, string>> = {
  'test/process/backup.test.ts': reasons.file,
  'test/process/backup-places.test.ts': reasons.file,
  'test/process/deploy.test.ts': reasons.none,
  'test/process/doctor.test.ts': reasons.file,
  'test/process/engines.test.ts': reasons.chooses,
  'test/process/export-stalled.test.ts': reasons.file,
  'test/process/faults.test.ts': reasons.file,
  'test/process/hostile-files.test.ts': reasons.file,
  'test/process/log-writer.test.ts': reasons.none,
  'test/process/move.test.ts': reasons.chooses,
  'test/process/moved-database.test.ts': reasons.file,
  'test/process/nginx.test.ts': reasons.none,
  'test/process/nodes.test.ts': reasons.chooses,
  'test/process/observability.test.ts': reasons.chooses,
  'test/process/operations-doc.test.ts': reasons.file,
  'test/process/postgres.test.ts': reasons.chooses,
  'test/process/program.test.ts': reasons.none,
  'test/process/readme.test.ts': reasons.file,
  'test/process/sentinels.test.ts': reasons.chooses,
  'test/process/start.test.ts': reasons.chooses,
  'test/process/unusable-database.test.ts': reasons.file,
  'test/process/wildcard-host.test.ts': reasons.none,
}

/** The files whose tests run on both stores: of the interface, of properties, and of the service as a process. */
export const postgresTests = (): readonly string[] =>
  globSync('test/{api,property,process}/*.test.ts').filter((file) => !(file in leftOut))
