import { inUrl } from '../../base/addresses.ts'
import { type PostgresAddress, shownAddress } from '../../base/config/store-address.ts'
import type { Environment } from '../../base/environments.ts'
import { messageOf } from '../../base/errors/message-of.ts'
import { StorageUnavailable } from '../../base/errors/storage-errors.ts'
import type { PostgresFacts } from '../../store/postgres/inspection.ts'
import { checkOtherClock, type Finding, fine, type Rule, troubles } from './finding.ts'

const timeout = 5_000

/** Bytes of the write-ahead log by which a standby may lag. */
const maxLag = 256 * 1024 ** 2

/** Checks the database and the settings of its servers. @param workers how many environments of this node use the same servers */
export const checkPostgres = async (
  address: PostgresAddress,
  environment: Environment,
  workers: number,
  now: () => number,
): Promise<readonly Finding[]> => {
  const name = shownAddress(address)
  // Imported here because no other command needs the adapter when the store is SQLite.
  const { inspectPostgres, oldestServer } = await import('../../store/postgres/inspection.ts')
  try {
    const facts = await inspectPostgres(address, timeout, now)
    const { environment: owner } = facts
    if (owner !== undefined && owner !== environment)
      return troubles('database', [
        `${name} holds the data of ${owner}.\nGive each environment its own database.`,
      ])
    return [
      stateOf(facts, name),
      ...troubles('database', [
        ...settingRules(facts, address, oldestServer),
        ...standbyRules(facts, address),
        ...serverRules(facts),
        connectionRule(facts, address, workers),
      ]),
      ...facts.servers.flatMap(({ name: server, ahead = 0 }) =>
        checkOtherClock(`server ${server}`, ahead, 'quotas and expiries depend on them'),
      ),
      ...(await checkPatroni(address)),
    ]
  } catch (error) {
    const variable = `PETSTORE_${environment.toUpperCase()}_STORE`
    return troubles('database', [
      `${name} cannot be used: ${reasonOf(error)}\nLook at the servers and the network to them, and at what ${variable} says.`,
    ])
  }
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

const settingRules = (
  { server, encoding, settings }: PostgresFacts,
  { hosts }: PostgresAddress,
  oldestServer: number,
): readonly Rule[] => {
  const { synchronousCommit, fsync, fullPageWrites, synchronousStandbys } = settings
  const isWeak = synchronousCommit === 'local' || synchronousCommit === 'remote_write'
  return [
    Number.parseInt(server, 10) < oldestServer &&
      `PostgreSQL ${server} is older than the versions that the service was tested with.\nUse PostgreSQL ${oldestServer} or newer.`,
    encoding !== 'UTF8' &&
      `The encoding of the database is ${encoding}.\nCreate the database again with ENCODING UTF8: names may have any letters.`,
    (synchronousCommit === 'off' || (isWeak && synchronousStandbys !== '')) &&
      `synchronous_commit is ${synchronousCommit}, so a crash may lose what was acknowledged.\nSet it to on.`,
    fsync !== 'on' &&
      `fsync is ${fsync}, so a crash of the machine may lose the data.\nSet it to on.`,
    fullPageWrites !== 'on' &&
      `full_page_writes is ${fullPageWrites}, so a crash of the machine may damage the data.\nSet it to on.`,
    hosts.length > 1 &&
      synchronousStandbys === '' &&
      'There are several hosts, but synchronous_standby_names is empty, so a failover may lose what was acknowledged.\nMake a standby synchronous (with Patroni: synchronous_mode and synchronous_mode_strict).',
  ]
}

const standbyRules = (
  { settings: { synchronousStandbys }, standbys: { followers, synchronous } }: PostgresFacts,
  { user }: PostgresAddress,
): readonly Rule[] => [
  synchronousStandbys !== '' &&
    followers.length === 0 &&
    'No standby follows the server, so each commit waits for one.\nStart a standby, or name another one in synchronous_standby_names (Patroni does so by itself).',
  synchronousStandbys !== '' &&
    followers.length > 0 &&
    synchronous === 0 &&
    `No standby that follows the server is one of synchronous_standby_names (${synchronousStandbys}), so each commit waits.\nName one that follows, by its application_name (Patroni does so by itself).`,
  synchronous === undefined &&
    `${user} may not see how far the standbys are behind, so the metrics do not show it.\nRun GRANT pg_read_all_stats TO ${user} on the primary.`,
  ...followers.map(
    ({ name, lagBytes }) =>
      (lagBytes ?? 0) > maxLag &&
      `The standby ${name} lacks ${Math.round((lagBytes ?? 0) / 1024 ** 2)} MiB of the log.\nLook at its log, its disk and the network to it.`,
  ),
]

const serverRules = ({ servers }: PostgresFacts): readonly Rule[] => {
  const primaries = servers.filter(({ role }) => role === 'primary').map(({ name }) => name)
  return [
    ...servers.map(
      ({ name, role, trouble: error }) =>
        role === 'unreachable' &&
        `The server ${name} cannot be used: ${reasonOf(error)}\nStart it, or look at the network to it; if it is gone for good, take it out of the address.`,
    ),
    primaries.length > 1 &&
      `More than one server takes writes: ${primaries.join(', ')}.\nStop the one that was replaced; the service uses the one with the highest timeline.`,
  ]
}

const reasonOf = (error: unknown): string =>
  messageOf(error instanceof StorageUnavailable ? error.cause : error)

const connectionRule = (
  { connections: { max, taken, nodes: connected } }: PostgresFacts,
  { hosts }: PostgresAddress,
  workers: number,
): Rule => {
  // Each host of the database is taken to run a node of the service too.
  const nodes = Math.max(hosts.length, connected)
  // On each server: two connections that read, one that writes, and one more if there are several servers.
  const needed = nodes * workers * (hosts.length > 1 ? 4 : 3)
  return (
    needed > max - taken &&
    `max_connections is ${max}, which leaves ${Math.max(0, max - taken)} for the service; ${nodes === 1 ? 'this node takes' : `${nodes} nodes like this one take`} up to ${needed}.\nRaise max_connections to ${needed + taken} or more.`
  )
}

/** The port of Patroni's REST interface, and the timeout of an answer in milliseconds. */
const patroni = { port: 8_008, timeout: 2_000 } as const

/** The settings of a cluster, as `GET /config` of Patroni's REST interface returns them. */
type Settings = Readonly<Record<string, unknown>>

/** Checks settings that only Patroni knows. No answer is not a fault: another program may manage the servers. */
export const checkPatroni = async (
  { hosts }: Pick<PostgresAddress, 'hosts'>,
  port: number = patroni.port,
): Promise<readonly Finding[]> => {
  if (hosts.length < 2) return []
  try {
    return settingsFindings(await Promise.any(hosts.map(({ host }) => settingsAt(host, port))))
  } catch {
    const message = `No server returns the settings of Patroni at port ${port}, so synchronous_mode_strict and failsafe_mode were not checked.`
    return [fine('database', message)]
  }
}

const settingsAt = async (host: string, port: number): Promise<Settings> => {
  const signal = AbortSignal.timeout(patroni.timeout)
  const answer = await fetch(`http://${inUrl(host)}:${port}/config`, { signal, redirect: 'error' })
  // Another program may listen at that port.
  const settings = (await answer.json()) as Settings | null
  if (!answer.ok || settings?.['ttl'] === undefined) throw new Error('This is not Patroni.')
  return settings
}

const settingsFindings = (settings: Settings): readonly Finding[] => {
  // Newer versions of Patroni also have a mode `quorum`.
  const isOff = (name: string): boolean =>
    ![true, 'true', 'on', 'quorum'].some((value) => settings[name] === value)
  const found = troubles(
    'database',
    Object.entries(consequences).map(
      ([name, follows]) =>
        isOff(name) &&
        `Patroni's ${name} is off, ${follows}.\nSet it to true with patronictl edit-config.`,
    ),
  )
  if (found.length > 0) return found
  const names = 'synchronous_mode, synchronous_mode_strict and failsafe_mode'
  return [fine('database', `Patroni has ${names} on.`)]
}

const consequences = {
  synchronous_mode: 'so a failover may lose what was acknowledged',
  synchronous_mode_strict: 'so if no standby is left, writes continue, on one machine only',
  failsafe_mode: 'so the primary takes no writes while etcd is down',
}
