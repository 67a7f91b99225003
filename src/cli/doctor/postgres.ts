import { type PostgresAddress, shownAddress } from '../../config/store-address.ts'
import type { Environment } from '../../core/environments.ts'
import { messageOf } from '../../core/errors/message-of.ts'
import { StorageUnavailable } from '../../core/errors/storage-errors.ts'
import type { PostgresFacts } from '../../storage/postgres/inspection.ts'
import { type Finding, fine, trouble } from './finding.ts'
import { checkPatroni } from './patroni.ts'

/** Milliseconds that the servers have to answer. */
const patience = 5_000

/** Milliseconds by which the clocks of two machines may differ. */
const tolerance = 1_000

/** Bytes of the log that a standby may lack. */
const mostLag = 256 * 1024 ** 2

/**
 * Checks the database of an environment on PostgreSQL, and the settings of its servers.
 *
 * @param workers how many environments of this node use the same servers
 * @param now milliseconds since the Unix epoch
 */
export const checkPostgres = async (
  address: PostgresAddress,
  environment: Environment,
  workers: number,
  now: () => number,
): Promise<readonly Finding[]> => {
  const name = shownAddress(address)
  // No other command needs the adapter if the data are in a file.
  const { inspectPostgres, oldestServer } = await import('../../storage/postgres/inspection.ts')
  try {
    const facts = await inspectPostgres(address, patience, now)
    const wrong = wrongData(facts, address, environment)
    if (wrong !== undefined) return [wrong]
    return [
      stateOf(facts, name),
      ...wrongSettings(facts, address, oldestServer),
      ...wrongStandbys(facts, address),
      ...wrongServers(facts),
      ...tooFewConnections(facts, address, workers),
      ...(await checkPatroni(address)),
    ]
  } catch (error) {
    const reason = messageOf(error instanceof StorageUnavailable ? error.cause : error)
    const variable = `PETSTORE_${environment.toUpperCase()}_STORE`
    const advice = `Look at the servers and the network to them, and at what ${variable} says.`
    return [trouble('database', `${name} cannot be used: ${reason}`, advice)]
  }
}

/** Data that this environment must not use, or not yet. */
const wrongData = (
  { environment: owner, isMoving }: PostgresFacts,
  address: PostgresAddress,
  environment: Environment,
): Finding | undefined => {
  const name = shownAddress(address)
  if (owner !== undefined && owner !== environment) {
    const advice = 'Give each environment a database of its own.'
    return trouble('database', `${name} holds the data of ${owner}.`, advice)
  }
  if (!isMoving) return undefined
  const message = `${name} has a part of the data of ${environment}, from a move that has not ended.`
  return trouble('database', message, 'Run petstore move again; it goes on where it stopped.')
}

const stateOf = (
  { schema, newestSchema, server, servers }: PostgresFacts,
  name: string,
): Finding => {
  const state =
    schema === 0
      ? 'is empty; the first start makes the schema'
      : schema === newestSchema
        ? `takes writes (schema ${schema})`
        : `takes writes (schema ${schema}, and this version has ${newestSchema})`
  const roles = servers.map(({ name: each, role }) => `${each} ${role}`).join(', ')
  const among = servers.length > 1 ? ` Its servers: ${roles}.` : ''
  return fine('database', `${name} ${state}, on PostgreSQL ${server}.${among}`)
}

/** Collects what is wrong. */
const collect = () => {
  const found: Finding[] = []
  const add = (isWrong: boolean, message: string, advice: string): void => {
    if (isWrong) found.push(trouble('database', message, advice))
  }
  return { found, add }
}

const wrongSettings = (
  { server, encoding, settings }: PostgresFacts,
  address: PostgresAddress,
  oldestServer: number,
): readonly Finding[] => {
  const { found, add } = collect()
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
  const isWeak = synchronousCommit === 'local' || synchronousCommit === 'remote_write'
  add(
    synchronousCommit === 'off' || (isWeak && synchronousStandbys !== ''),
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
  return found
}

const wrongStandbys = (
  { settings, standbys: { followers, synchronous } }: PostgresFacts,
  { user }: PostgresAddress,
): readonly Finding[] => {
  const { found, add } = collect()
  const isWaitedFor = settings.synchronousStandbys !== ''
  add(
    isWaitedFor && followers.length === 0,
    'No standby follows the server, so each commit waits for one.',
    'Start a standby, or name another one in synchronous_standby_names (Patroni does so by itself).',
  )
  add(
    isWaitedFor && followers.length > 0 && synchronous === 0,
    `No standby that follows the server is one of synchronous_standby_names (${settings.synchronousStandbys}), so each commit waits.`,
    'Name one that follows, by its application_name (Patroni does so by itself).',
  )
  add(
    synchronous === undefined,
    `${user} may not see how far the standbys are behind, so the metrics do not tell.`,
    `Run GRANT pg_read_all_stats TO ${user} on the primary.`,
  )
  for (const { name, lagBytes } of followers) {
    const megabytes = Math.round((lagBytes ?? 0) / 1024 ** 2)
    add(
      (lagBytes ?? 0) > mostLag,
      `The standby ${name} lacks ${megabytes} MiB of the log.`,
      'Look at its log, its disk and the network to it.',
    )
  }
  return found
}

const wrongServers = ({ servers }: PostgresFacts): readonly Finding[] => {
  const { found, add } = collect()
  for (const { name, role, trouble: error } of servers) {
    const reason = messageOf(error instanceof StorageUnavailable ? error.cause : error)
    add(
      role === 'unreachable',
      `The server ${name} cannot be used: ${reason}`,
      'Start it, or look at the network to it; if it is gone for good, take it out of the address.',
    )
  }
  const primaries = servers.filter(({ role }) => role === 'primary').map(({ name }) => name)
  add(
    primaries.length > 1,
    `More than one server takes writes: ${primaries.join(', ')}.`,
    'Stop the one that was replaced; the service uses the one with the highest timeline.',
  )
  for (const { name, ahead = 0 } of servers) {
    if (Math.abs(ahead) <= tolerance) continue
    const message = `The clock of the server ${name} differs from this machine's by ${(Math.abs(ahead) / 1_000).toFixed(1)} s.`
    const advice = 'Keep both right with NTP; quotas and expiries go by them.'
    found.push(trouble('clock', message, advice))
  }
  return found
}

/** Connections of an environment: two that read, one that writes, and one to each server if there are several. */
const connectionsOf = ({ hosts }: PostgresAddress): number => (hosts.length > 1 ? 4 : 3)

const tooFewConnections = (
  { connections: { most, taken, nodes: connected } }: PostgresFacts,
  address: PostgresAddress,
  workers: number,
): readonly Finding[] => {
  // Where a database has three machines, each runs a service too.
  const nodes = Math.max(address.hosts.length, connected)
  const needed = nodes * workers * connectionsOf(address)
  const { found, add } = collect()
  add(
    needed > most - taken,
    `max_connections is ${most}, which leaves ${Math.max(0, most - taken)} for the service; ${nodes === 1 ? 'this node takes' : `${nodes} nodes like this one take`} up to ${needed}.`,
    `Raise max_connections to ${needed + taken} or more.`,
  )
  return found
}
