import type { Environment } from '../base/environments.ts'
import type { KeyRecord } from '../access/keys/key-store.ts'
import { type IssuedKey, keyState } from '../access/keys/life-cycle.ts'
import { defaultScopes, namesOf } from '../access/keys/scopes.ts'
import type { Usage, WindowUsage } from '../access/quotas/usage.ts'
import { scopesText } from './key-options.ts'
import type { EnvironmentOptions } from './kit/options.ts'
import { jsonLine, printable, table, type Terminal } from './kit/terminal.ts'

const factsOf = (record: KeyRecord, environment: Environment, now: number) => ({
  id: record.id,
  name: record.name,
  environment,
  plan: record.plan,
  perMinute: record.limits.perMinute,
  perDay: record.limits.perDay,
  openOrders: record.limits.openOrders,
  scopes: namesOf(record.scopes),
  madeBy: record.makerId ?? null,
  state: keyState(record, now),
  createdAt: isoTime(record.createdAt),
  expiresAt: isoTime(record.expiresAt),
  revokedAt: isoTime(record.revokedAt),
  lastUsedAt: isoTime(record.lastUsedAt),
})

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
    (record.scopes === defaultScopes ? '' : `It is limited to ${scopesText(record.scopes)}.\n`) +
    'It is shown this once and stored nowhere; keep it safe.\n'
  )
}

const head =
  'ID,NAME,PLAN,PER MINUTE,PER DAY,OPEN ORDERS,SCOPES,STATE,EXPIRES,LAST USED,MADE BY'.split(',')

export const printRecords = (
  { out, now }: Terminal,
  { environment, json }: EnvironmentOptions,
  records: readonly KeyRecord[],
): void => {
  const facts = records.map((record) => factsOf(record, environment, now()))
  if (json === true) {
    for (const fact of facts) out(jsonLine(fact))
    return
  }
  const rows = facts.map((fact, at) => [
    fact.id,
    fact.name,
    fact.plan,
    ...[fact.perMinute, fact.perDay, fact.openOrders].map(String),
    scopesText(records[at]?.scopes ?? defaultScopes),
    fact.state,
    fact.expiresAt ?? 'never',
    fact.lastUsedAt ?? 'never',
    fact.madeBy ?? 'operator',
  ])
  out(table(head, rows))
}

/**
 * Prints everything about one key but the key itself.
 *
 * @param chain the ids of it and of all that replace each other with it, in the order of creation
 */
export const printKey = (
  { out, now }: Terminal,
  { environment, json }: EnvironmentOptions,
  record: KeyRecord,
  chain: readonly string[],
  { minute, day, bannedUntil }: Usage,
): void => {
  const { id, ...facts } = factsOf(record, environment, now())
  const asOf = isoTime(now())
  const ban = banText(bannedUntil)
  const windows = Object.entries({ minute, day }).map(([window, usage]) => ({
    window,
    facts: windowFacts(usage),
  }))
  if (json === true) {
    const used = Object.fromEntries(windows.map((each) => [each.window, each.facts]))
    out(jsonLine({ id, ...facts, chain, asOf, ...used, bannedUntil: ban }))
    return
  }
  const { name, plan, state } = facts
  const rows = [
    ['OPEN ORDERS', `${facts.openOrders} at most`],
    ['CREATED', facts.createdAt ?? ''],
    ['EXPIRES', facts.expiresAt ?? 'never'],
    ...(facts.revokedAt === null ? [] : [['REVOKED', facts.revokedAt]]),
    ['LAST USED', facts.lastUsedAt ?? 'never'],
    ...(facts.madeBy === null ? [] : [['MADE BY', facts.madeBy]]),
    ...(chain.length === 1 ? [] : [['ROTATION', chain.join(', ')]]),
  ]
  const used = windows.map(({ window, facts: { limit, used: spent, remaining, resetsAt } }) => [
    window,
    ...[limit, spent, remaining].map(String),
    resetsAt,
  ])
  out(
    `Key ${id} (${printable(name)}, ${plan}, ${environment}, ${state}), as of ${asOf}:\n\n` +
      `${table(['SCOPES', scopesText(record.scopes)], rows)}\n` +
      `${table(['WINDOW', 'LIMIT', 'USED', 'REMAINING', 'ENDS'], used)}\n` +
      `${ban === null ? 'It is not banned' : `It is banned until ${ban}`}. A running service saves twice a second what it counts.\n`,
  )
}

/** @param seconds since the Unix epoch */
export const banText = (seconds: number | undefined): string | null =>
  seconds === undefined ? null : secondText(seconds)

const secondText = (seconds: number): string => new Date(seconds * 1_000).toISOString()

const windowFacts = ({ resets, ...figures }: WindowUsage) => ({
  ...figures,
  resetsAt: secondText(resets),
})
