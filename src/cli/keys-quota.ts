import type { Command } from 'commander'
import type { KeyRecord } from '../keys/key-store.ts'
import { emptyBucket } from '../quotas/bucket.ts'
import type { Subject } from '../quotas/counters.ts'
import { type Usage, usageOf, type WindowUsage } from '../quotas/usage.ts'
import type { Storage } from '../storage/port.ts'
import { factsOf, scopesText } from './key-facts.ts'
import { findKey, withStore } from './key-lookup.ts'
import type { EnvironmentOptions } from './options.ts'
import { jsonLine, printable, table, type Terminal } from './terminal.ts'

/** `petstore keys show` and `petstore keys unban`: all about one key with what it has used, and the end of a ban. */
export const addKeyQuotaCommands = (
  command: (usage: string, description: string) => Command,
  terminal: Terminal,
): void => {
  command(
    'show <id>',
    'shows a key: what it may do, what it has used, whether it is banned',
  ).action(async (id: string, options: EnvironmentOptions) => {
    await withStore(terminal, options, async (storage) => {
      const record = await findKey(storage, id, options)
      const chain = (await storage.keys.list()).filter(({ ownerId }) => ownerId === record.ownerId)
      const now = terminal.now()
      const usage = await savedUsage(storage, record, now)
      printKey(terminal, options, { record, chain: chain.map((each) => each.id), usage, now })
    })
  })

  command('unban <id>', 'lifts the ban of a key now').action(
    async (id: string, options: EnvironmentOptions) => {
      await withStore(terminal, options, async (storage) => {
        const record = await findKey(storage, id, options)
        const now = terminal.now()
        const { bannedUntil } = await savedUsage(storage, record, now)
        // A ban that began just now may not be saved yet. The service lifts it too.
        await storage.counts.liftBan({ id: record.ownerId, at: Math.ceil(now / 1_000) })
        printLifted(terminal, options, record, bannedUntil)
      })
    },
  )
}

const savedUsage = async (
  { counts }: Storage,
  { ownerId, limits }: KeyRecord,
  now: number,
): Promise<Usage> => {
  const subject: Subject = { kind: 'key', id: ownerId }
  return usageOf((await counts.find(subject)) ?? emptyBucket(), limits, now)
}

const isoTime = (unixSeconds: number): string => new Date(unixSeconds * 1_000).toISOString()

/** All that is known of one key. */
type KnownKey = {
  readonly record: KeyRecord
  /** The ids of all keys of its owner, in the order of creation. */
  readonly chain: readonly string[]
  readonly usage: Usage
  readonly now: number
}

const printKey = (
  { out }: Terminal,
  { environment, json }: EnvironmentOptions,
  { record, chain, usage: { minute, day, bannedUntil }, now }: KnownKey,
): void => {
  const { id, ...facts } = factsOf(record, environment, now)
  const asOf = new Date(now).toISOString()
  if (json === true) {
    const ban = bannedUntil === undefined ? null : isoTime(bannedUntil)
    const windows = { minute: windowFacts(minute), day: windowFacts(day) }
    out(jsonLine({ id, ...facts, chain, asOf, ...windows, bannedUntil: ban }))
    return
  }
  const { name, plan, state } = facts
  out(`Key ${id} (${printable(name)}, ${plan}, ${environment}, ${state}), as of ${asOf}:\n\n`)
  const rows = [
    ['SCOPES', scopesText(record.scopes)],
    ['OPEN ORDERS', `${facts.openOrders} at most`],
    ['CREATED', facts.createdAt ?? ''],
    ['EXPIRES', facts.expiresAt ?? 'never'],
    ...(facts.revokedAt === null ? [] : [['REVOKED', facts.revokedAt]]),
    ['LAST USED', facts.lastUsedAt ?? 'never'],
    ...(chain.length === 1 ? [] : [['ROTATION', chain.join(', ')]]),
  ]
  const [first = [], ...rest] = rows
  out(`${table(first, rest)}\n`)
  const row = (window: string, { limit, used, remaining, resets }: WindowUsage) => [
    window,
    ...[limit, used, remaining].map(String),
    isoTime(resets),
  ]
  const head = ['WINDOW', 'LIMIT', 'USED', 'REMAINING', 'ENDS']
  out(table(head, [row('minute', minute), row('day', day)]))
  const ban =
    bannedUntil === undefined ? 'It is not banned' : `It is banned until ${isoTime(bannedUntil)}`
  out(`\n${ban}. A running service saves twice a second what it counts.\n`)
}

const windowFacts = ({ resets, ...figures }: WindowUsage) => ({
  ...figures,
  resetsAt: isoTime(resets),
})

const printLifted = (
  { out }: Terminal,
  { environment, json }: EnvironmentOptions,
  { id }: KeyRecord,
  bannedUntil: number | undefined,
): void => {
  const until = bannedUntil === undefined ? null : isoTime(bannedUntil)
  if (json === true) {
    out(jsonLine({ id, environment, wasBannedUntil: until }))
    return
  }
  out(
    until === null
      ? `The key ${id} is not banned.\n`
      : `The ban of ${id}, until ${until}, is lifted. A running service takes its requests within a second.\n`,
  )
}
