import { globSync } from 'node:fs'

/** Whether tests are to run on PostgreSQL: `npm run test:postgres`. */
export const isOnPostgres = process.env['PETSTORE_TEST_STORE'] === 'postgres'

/** The variable with the port of the server of the whole test run. A file that runs alone has a server of its own. */
export const sharedPortVariable = 'PETSTORE_TEST_POSTGRES'

/** Tests of the service as a process that do not run on PostgreSQL, by the reason. */
const reasons = {
  'It looks into the files of a store, or damages, moves or copies them.':
    'backup backup-places doctor export-stalled faults hostile-files moved-database operations-doc readme unusable-database',
  'It chooses its stores by itself.': 'engines move nodes observability postgres sentinels start',
  'It opens no store, or only to have one: nothing in it depends on which.':
    'deploy log-writer nginx program wildcard-host',
}

/** Their files. */
export const leftOut: readonly string[] = Object.values(reasons).flatMap((names) =>
  names.split(' ').map((name) => `test/process/${name}.test.ts`),
)

/** The files whose tests run on both stores: of the interface, of properties, and of the service as a process. */
export const postgresTests = (): readonly string[] =>
  globSync('test/{api,property,process}/*.test.ts').filter((file) => !leftOut.includes(file))
