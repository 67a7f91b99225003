import type { PostgresAddress } from '../../base/config/store-address.ts'
import { inUrl } from '../../base/addresses.ts'
import { type Finding, fine, troubles } from './finding.ts'

/** The port of Patroni's REST interface, and the milliseconds that it has to answer. */
const usual = { port: 8_008, timeout: 2_000 } as const

/** The settings of a cluster, as `GET /config` of Patroni's REST interface tells them. */
type Settings = Readonly<Record<string, unknown>>

/**
 * Checks the settings of Patroni, if there is one on a server of the database. Nobody else knows them. It may be another
 * program that looks after the servers, so it is no fault if nobody answers.
 */
export const checkPatroni = async (
  { hosts }: Pick<PostgresAddress, 'hosts'>,
  port: number = usual.port,
): Promise<readonly Finding[]> => {
  if (hosts.length < 2) return []
  try {
    return findingsOf(await Promise.any(hosts.map(({ host }) => settingsAt(host, port))))
  } catch {
    const message = `No server tells the settings of Patroni at port ${port}, so nobody looked at synchronous_mode_strict and failsafe_mode.`
    return [fine('database', message)]
  }
}

/** @throws Error if no Patroni answers there */
const settingsAt = async (host: string, port: number): Promise<Settings> => {
  const signal = AbortSignal.timeout(usual.timeout)
  const answer = await fetch(`http://${inUrl(host)}:${port}/config`, { signal, redirect: 'error' })
  const settings: unknown = await answer.json()
  if (!answer.ok || !isSettings(settings)) throw new Error('That is no Patroni.')
  return settings
}

const isSettings = (answer: unknown): answer is Settings =>
  typeof answer === 'object' && answer !== null && 'ttl' in answer

const advice = 'Set it to true with patronictl edit-config.'

const findingsOf = (settings: Settings): readonly Finding[] => {
  // Newer versions of Patroni know of a mode `quorum` too.
  const isOff = (name: string): boolean =>
    ![true, 'true', 'on', 'quorum'].some((value) => settings[name] === value)
  const found = troubles(
    'database',
    Object.entries(consequences).map(([name, message]) => [
      isOff(name),
      `Patroni's ${name} is off, ${message}`,
      advice,
    ]),
  )
  if (found.length > 0) return found
  const names = 'synchronous_mode, synchronous_mode_strict and failsafe_mode'
  return [fine('database', `Patroni has ${names} on.`)]
}

/** What follows if a setting is off. */
const consequences = {
  synchronous_mode: 'so a failover may lose what was acknowledged.',
  synchronous_mode_strict: 'so if no standby is left, writes go on, and are on one machine alone.',
  failsafe_mode: 'so the primary takes no writes while etcd is down.',
}
