import type { Environment } from '../core/environments.ts'
import type { KeyRecord } from '../keys/key-store.ts'
import { type IssuedKey, keyState } from '../keys/life-cycle.ts'
import { allScopes, namesOf, type Scopes } from '../keys/scopes.ts'
import { all, type EnvironmentOptions } from './options.ts'
import { jsonLine, printable, table, type Terminal } from './terminal.ts'

/** What commands tell of a key, as JSON. */
export const factsOf = (record: KeyRecord, environment: Environment, now: number) => ({
  id: record.id,
  name: record.name,
  environment,
  plan: record.plan,
  perMinute: record.limits.perMinute,
  perDay: record.limits.perDay,
  openOrders: record.limits.openOrders,
  scopes: namesOf(record.scopes),
  state: keyState(record, now),
  createdAt: isoTime(record.createdAt),
  expiresAt: isoTime(record.expiresAt),
  revokedAt: isoTime(record.revokedAt),
  lastUsedAt: isoTime(record.lastUsedAt),
})

/** Scopes as `--scopes` takes them. */
export const scopesText = (scopes: Scopes): string =>
  scopes === allScopes ? all : namesOf(scopes).join()

const isoTime = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString()

/** What is printed of a new key: the key itself, this once. */
export const issuedText = (
  { environment, json }: EnvironmentOptions,
  { key, record }: IssuedKey,
  now: number,
): string => {
  const { id, ...facts } = factsOf(record, environment, now)
  if (json === true) return jsonLine({ id, key, ...facts })
  return (
    `Key ${id} (${printable(record.name)}, ${record.plan}, ${environment}):\n\n  ${key}\n\n` +
    (record.scopes === allScopes ? '' : `It is limited to ${scopesText(record.scopes)}.\n`) +
    'It is shown this once and stored nowhere; keep it safe.\n'
  )
}

/** Prints keys as a table, or one JSON object a line. */
export const printRecords = (
  { out, now }: Terminal,
  { environment, json }: EnvironmentOptions,
  records: readonly KeyRecord[],
): void => {
  const facts = records.map((record) => ({ record, fact: factsOf(record, environment, now()) }))
  if (json === true) {
    for (const { fact } of facts) out(jsonLine(fact))
    return
  }
  const figures = ['PER MINUTE', 'PER DAY', 'OPEN ORDERS']
  const head = ['ID', 'NAME', 'PLAN', ...figures, 'SCOPES', 'STATE', 'EXPIRES', 'LAST USED']
  const rows = facts.map(({ record, fact }) => [
    fact.id,
    fact.name,
    fact.plan,
    String(fact.perMinute),
    String(fact.perDay),
    String(fact.openOrders),
    scopesText(record.scopes),
    fact.state,
    fact.expiresAt ?? 'never',
    fact.lastUsedAt ?? 'never',
  ])
  out(table(head, rows))
}
