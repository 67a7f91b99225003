import type { Command } from 'commander'
import { messageOf } from '../core/errors/message-of.ts'
import type { KeyRecord } from '../keys/key-store.ts'
import { type IssuedKey, issueKey, keyState, limitsOf, rotateKey } from '../keys/life-cycle.ts'
import type { Environment } from '../core/environments.ts'
import type { Limits, Plan } from '../quotas/plans.ts'
import { addKeyQuotaCommands } from './keys-quota.ts'
import { findGoodKey, findKey, unknownKey, withStore } from './key-lookup.ts'
import {
  type EnvironmentOptions,
  environmentOption,
  expiresOption,
  graceOption,
  jsonOption,
  limitOptions,
  nameOption,
  planOption,
} from './options.ts'
import { Failure, jsonLine, printable, table, type Terminal, UsageError } from './terminal.ts'

type LimitOptions = { readonly perMinute?: number; readonly perDay?: number }
type CreateOptions = EnvironmentOptions &
  LimitOptions & { readonly plan: Plan; readonly name: string; readonly expires?: number }

/** `petstore keys …`: creates, changes and ends API keys. A running service follows within a second. */
export const addKeysCommands = (program: Command, terminal: Terminal): void => {
  const keys = program.command('keys').description('Manages API keys.')
  const [perMinute, perDay] = limitOptions()
  if (perMinute === undefined || perDay === undefined) throw new Error('Two limits were expected.')

  const command = (usage: string, description: string): Command =>
    keys
      .command(usage)
      .description(description)
      .addOption(environmentOption())
      .addOption(jsonOption())

  command('create', 'makes a key and prints it, once')
    .addOption(planOption())
    .addOption(nameOption())
    .addOption(perMinute)
    .addOption(perDay)
    .addOption(expiresOption())
    .action(async (options: CreateOptions) => {
      const limits = readLimits(options.plan, options)
      await withStore(terminal, { ...options, makes: true }, async (storage) => {
        const now = terminal.now()
        const issued = issueKey({
          environment: options.environment,
          name: options.name,
          plan: options.plan,
          limits,
          now,
          expiresAt: options.expires === undefined ? undefined : now + options.expires,
        })
        await storage.keys.insert(issued.record)
        await handOver(terminal, options, issued, async () => {
          await storage.keys.withdraw(issued.record.id)
          return 'no key was made'
        })
      })
    })

  command('list', 'lists the keys, without the keys themselves').action(
    async (options: EnvironmentOptions) => {
      await withStore(terminal, options, async (storage) => {
        printRecords(terminal, options, await storage.keys.list())
      })
    },
  )

  command('update <id>', 'gives a key another plan')
    .addOption(planOption())
    .addOption(perMinute)
    .addOption(perDay)
    .action(async (id: string, options: EnvironmentOptions & LimitOptions & { plan: Plan }) => {
      const limits = readLimits(options.plan, options)
      await withStore(terminal, options, async (storage) => {
        await findGoodKey(storage, id, options, terminal.now())
        const record = await storage.keys.update(id, { plan: options.plan, limits })
        printRecords(terminal, options, [record ?? unknownKey(id, options.environment)])
      })
    })

  command('rotate <id>', 'replaces a key and prints the new one, once')
    .addOption(graceOption())
    .action(async (id: string, options: EnvironmentOptions & { grace: number }) => {
      await withStore(terminal, options, async (storage) => {
        const now = terminal.now()
        const old = await findGoodKey(storage, id, options, now)
        const issued = await rotateKey(storage.keys, old, options.environment, options.grace, now)
        await handOver(terminal, options, issued, async () => {
          await storage.keys.withdraw(issued.record.id, old)
          return `${id} is as it was`
        })
      })
    })

  command('revoke <id>', 'ends a key now').action(
    async (id: string, options: EnvironmentOptions) => {
      await withStore(terminal, options, async (storage) => {
        const old = await findKey(storage, id, options)
        // A second revocation keeps the time of the first.
        const revokedAt = old.revokedAt ?? terminal.now()
        const record = await storage.keys.update(id, { revokedAt })
        printRecords(terminal, options, [record ?? unknownKey(id, options.environment)])
      })
    },
  )

  addKeyQuotaCommands(command, terminal)
}

/** The limits of an enterprise key come from the options; those of other plans are fixed. */
const readLimits = (plan: Plan, { perMinute, perDay }: LimitOptions): Limits => {
  const agreed = perMinute === undefined || perDay === undefined ? undefined : { perMinute, perDay }
  if (plan === 'enterprise' && agreed === undefined) {
    throw new UsageError('The enterprise plan needs both --per-minute and --per-day.')
  }
  if (plan !== 'enterprise' && (perMinute !== undefined || perDay !== undefined)) {
    throw new UsageError(
      `The ${plan} plan has figures of its own; --per-minute and --per-day go with enterprise only.`,
    )
  }
  return limitsOf(plan, agreed)
}

const factsOf = (record: KeyRecord, environment: Environment, now: number) => ({
  id: record.id,
  name: record.name,
  environment,
  plan: record.plan,
  perMinute: record.limits.perMinute,
  perDay: record.limits.perDay,
  state: keyState(record, now),
  createdAt: isoTime(record.createdAt),
  expiresAt: isoTime(record.expiresAt),
  revokedAt: isoTime(record.revokedAt),
  lastUsedAt: isoTime(record.lastUsedAt),
})

const isoTime = (time: number | undefined): string | null =>
  time === undefined ? null : new Date(time).toISOString()

/**
 * Shows a new key, this once. If the output fails, nobody could ever use or name the key, so it is taken back.
 *
 * @param takeBack takes the key back, and returns a description of the state after it
 */
const handOver = async (
  { handOver: print, now }: Terminal,
  options: EnvironmentOptions,
  issued: IssuedKey,
  takeBack: () => Promise<string>,
): Promise<void> => {
  try {
    await print(issuedText(options, issued, now()))
  } catch (error) {
    const outcome = await takeBack()
    const message = `The key could not be shown (${messageOf(error)}), so it was taken back: ${outcome}.`
    throw new Failure(message, { cause: error })
  }
}

const issuedText = (
  { environment, json }: EnvironmentOptions,
  { key, record }: IssuedKey,
  now: number,
): string => {
  const { id, ...facts } = factsOf(record, environment, now)
  if (json === true) return jsonLine({ id, key, ...facts })
  return (
    `Key ${id} (${printable(record.name)}, ${record.plan}, ${environment}):\n\n  ${key}\n\n` +
    'It is shown this once and stored nowhere; keep it safe.\n'
  )
}

const printRecords = (
  { out, now }: Terminal,
  { environment, json }: EnvironmentOptions,
  records: readonly KeyRecord[],
): void => {
  const facts = records.map((record) => factsOf(record, environment, now()))
  if (json === true) {
    for (const fact of facts) out(jsonLine(fact))
    return
  }
  const head = ['ID', 'NAME', 'PLAN', 'PER MINUTE', 'PER DAY', 'STATE', 'EXPIRES', 'LAST USED']
  const rows = facts.map((fact) => [
    fact.id,
    fact.name,
    fact.plan,
    String(fact.perMinute),
    String(fact.perDay),
    fact.state,
    fact.expiresAt ?? 'never',
    fact.lastUsedAt ?? 'never',
  ])
  out(table(head, rows))
}
