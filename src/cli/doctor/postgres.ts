import { type PostgresAddress, shownAddress } from '../../config/store-address.ts'
import type { Environment } from '../../core/environments.ts'
import { messageOf } from '../../core/errors/message-of.ts'
import { StorageUnavailable } from '../../core/errors/storage-errors.ts'
import type { PostgresFacts } from '../../storage/postgres/inspection.ts'
import { type Finding, fine, trouble } from './finding.ts'

/** Milliseconds that the servers have to answer. */
const patience = 5_000

/** Milliseconds by which the clocks of two machines may differ. */
const tolerance = 1_000

/**
 * Checks the database of an environment on PostgreSQL, and the settings of its server.
 *
 * @param now milliseconds since the Unix epoch
 */
export const checkPostgres = async (
  address: PostgresAddress,
  environment: Environment,
  now: () => number,
): Promise<readonly Finding[]> => {
  const name = shownAddress(address)
  // No other command needs the adapter if the data are in a file.
  const { inspectPostgres, oldestServer } = await import('../../storage/postgres/inspection.ts')
  try {
    const facts = await inspectPostgres(address, patience)
    return findingsOf(facts, address, environment, oldestServer, now())
  } catch (error) {
    const reason = messageOf(error instanceof StorageUnavailable ? error.cause : error)
    const variable = `PETSTORE_${environment.toUpperCase()}_STORE`
    const advice = `Look at the servers and the network to them, and at what ${variable} says.`
    return [trouble('database', `${name} cannot be used: ${reason}`, advice)]
  }
}

const findingsOf = (
  {
    server,
    schema,
    newestSchema,
    environment: owner,
    isMoving,
    clock,
    encoding,
    settings,
    standbys,
  }: PostgresFacts,
  address: PostgresAddress,
  environment: Environment,
  oldestServer: number,
  now: number,
): readonly Finding[] => {
  const name = shownAddress(address)
  if (owner !== undefined && owner !== environment) {
    const advice = 'Give each environment a database of its own.'
    return [trouble('database', `${name} holds the data of ${owner}.`, advice)]
  }
  if (isMoving) {
    const message = `${name} has a part of the data of ${environment}, from a move that has not ended.`
    return [trouble('database', message, 'Run petstore move again; it goes on where it stopped.')]
  }
  const state =
    schema === 0
      ? 'is empty; the first start makes the schema'
      : schema === newestSchema
        ? `takes writes (schema ${schema})`
        : `takes writes (schema ${schema}, and this version has ${newestSchema})`
  const found: Finding[] = [fine('database', `${name} ${state}, on PostgreSQL ${server}.`)]
  const add = (isWrong: boolean, message: string, advice: string): void => {
    if (isWrong) found.push(trouble('database', message, advice))
  }
  add(
    Number.parseInt(server, 10) < oldestServer,
    `PostgreSQL ${server} is older than what the service was tried with.`,
    `Use PostgreSQL ${oldestServer} or newer.`,
  )
  add(
    encoding !== 'UTF8',
    `The encoding of the database is ${encoding}.`,
    'Make the database anew with ENCODING UTF8: names may have any letters.',
  )
  const { synchronousCommit, fsync, fullPageWrites, synchronousStandbys } = settings
  add(
    synchronousCommit === 'off' || (synchronousCommit === 'local' && synchronousStandbys !== ''),
    `synchronous_commit is ${synchronousCommit}, so a crash may lose what was acknowledged.`,
    'Set it to on.',
  )
  add(
    fsync !== 'on',
    `fsync is ${fsync}, so a crash of the machine may lose the data.`,
    'Set it to on.',
  )
  add(
    fullPageWrites !== 'on',
    `full_page_writes is ${fullPageWrites}, so a crash of the machine may damage the data.`,
    'Set it to on.',
  )
  add(
    address.hosts.length > 1 && synchronousStandbys === '',
    'There are several hosts, but synchronous_standby_names is empty, so a failover may lose what was acknowledged.',
    'Let a standby be synchronous (with Patroni: synchronous_mode and synchronous_mode_strict).',
  )
  add(
    synchronousStandbys !== '' && standbys === 0,
    'No standby follows the server, so each commit waits for one.',
    'Start a standby, or name another one in synchronous_standby_names (Patroni does so by itself).',
  )
  const ahead = Math.abs(clock - now)
  if (ahead > tolerance) {
    const message = `The clock of the server differs from this machine's by ${(ahead / 1_000).toFixed(1)} s.`
    found.push(
      trouble('clock', message, 'Keep both right with NTP; quotas and expiries go by them.'),
    )
  }
  return found
}
