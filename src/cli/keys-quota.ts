import type { Command } from 'commander'
import type { KeyRecord } from '../keys/key-store.ts'
import { keyState } from '../keys/life-cycle.ts'
import { emptyBucket } from '../quotas/bucket.ts'
import type { Subject } from '../quotas/counters.ts'
import { type Usage, usageOf, type WindowUsage } from '../quotas/usage.ts'
import type { Storage } from '../storage/port.ts'
import { findKey, withStore } from './key-lookup.ts'
import type { EnvironmentOptions } from './options.ts'
import { jsonLine, printable, table, type Terminal } from './terminal.ts'

/** `petstore keys usage` and `petstore keys unban`: what a key has used, and the end of a ban. */
export const addKeyQuotaCommands = (
  command: (usage: string, description: string) => Command,
  terminal: Terminal,
): void => {
  command('usage <id>', 'shows what a key has used of its quota, and whether it is banned').action(
    async (id: string, options: EnvironmentOptions) => {
      await withStore(terminal, options, async (storage) => {
        const record = await findKey(storage, id, options)
        const now = terminal.now()
        printUsage(terminal, options, record, await savedUsage(storage, record, now), now)
      })
    },
  )

  command('unban <id>', 'lifts the ban of a key now').action(
    async (id: string, options: EnvironmentOptions) => {
      await withStore(terminal, options, async (storage) => {
        const record = await findKey(storage, id, options)
        const now = terminal.now()
        const { bannedUntil } = await savedUsage(storage, record, now)
        // A ban that began just now may not be saved yet. The service lifts it too.
        await storage.counts.liftBan({ id: record.chainId, at: Math.ceil(now / 1_000) })
        printLifted(terminal, options, record, bannedUntil)
      })
    },
  )
}

const savedUsage = async (
  { counts }: Storage,
  { chainId, limits }: KeyRecord,
  now: number,
): Promise<Usage> => {
  const subject: Subject = { kind: 'key', id: chainId }
  return usageOf((await counts.find(subject)) ?? emptyBucket(), limits, now)
}

const isoTime = (unixSeconds: number): string => new Date(unixSeconds * 1_000).toISOString()

const printUsage = (
  { out }: Terminal,
  { environment, json }: EnvironmentOptions,
  record: KeyRecord,
  { minute, day, bannedUntil }: Usage,
  now: number,
): void => {
  const { id, name, plan } = record
  const asOf = new Date(now).toISOString()
  const state = keyState(record, now)
  if (json === true) {
    const ban = bannedUntil === undefined ? null : isoTime(bannedUntil)
    const windows = { minute: windowFacts(minute), day: windowFacts(day) }
    out(jsonLine({ id, name, environment, plan, state, asOf, ...windows, bannedUntil: ban }))
    return
  }
  const row = (window: string, { limit, used, remaining, resets }: WindowUsage) => [
    window,
    ...[limit, used, remaining].map(String),
    isoTime(resets),
  ]
  out(`Key ${id} (${printable(name)}, ${plan}, ${environment}, ${state}), as of ${asOf}:\n\n`)
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
