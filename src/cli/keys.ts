import type { Command } from 'commander'
import { messageOf } from '../base/errors/message-of.ts'
import type { KeyRecord } from '../access/keys/key-store.ts'
import {
  changing,
  type IssuedKey,
  issueKey,
  keyState,
  rotateKey,
  withdrawing,
} from '../access/keys/life-cycle.ts'
import { defaultScopes, namesOf, type Scopes } from '../access/keys/scopes.ts'
import type { Environment } from '../base/environments.ts'
import { keysRevoke } from '../resources/keys/changes.ts'
import { emptyBucket } from '../access/quotas/bucket.ts'
import type { Plan } from '../access/quotas/plans.ts'
import { type Usage, usageOf } from '../access/quotas/usage.ts'
import type { Storage } from '../store/port.ts'
import { byCommand, environmentCommand, type EnvironmentOptions } from './kit/options.ts'
import {
  expiresOption,
  graceOption,
  limitOptions,
  type LimitOptions,
  limitsIn,
  nameOption,
  planOption,
  readLimits,
  scopesOption,
  scopesText,
} from './key-options.ts'
import { withStore } from './kit/open-store.ts'
import {
  Failure,
  jsonLine,
  printable,
  report,
  table,
  type Terminal,
  UsageError,
} from './kit/terminal.ts'

type ChangeOptions = EnvironmentOptions &
  LimitOptions & { readonly plan?: Plan; readonly scopes?: Scopes }
type CreateOptions = ChangeOptions & {
  readonly plan: Plan
  readonly name: string
  readonly expires?: number
}

type Target<Options> = {
  readonly storage: Storage
  readonly record: KeyRecord
  readonly options: Options
  /** The terminal with the clock of the environment; `now` is its time. */
  readonly there: Terminal
  readonly now: number
}

/** `petstore keys …`: creates, changes and revokes API keys. Changes reach a running service within a second. */
export const addKeysCommands = (program: Command, terminal: Terminal): void => {
  const keys = program.command('keys').description('Manage API keys.')
  const command = (usage: string, about: string, args: string): Command =>
    environmentCommand(keys, usage, about, 'whose keys', `${args} --environment production`.trim())
  const onKey = <Options extends EnvironmentOptions = EnvironmentOptions>(
    name: string,
    about: string,
    args: string,
    work: (target: Target<Options>) => Promise<void>,
  ): Command =>
    command(`${name} <id>`, about, `key_7Qm2sT4vXk9Z ${args}`.trim()).action(
      async (id: string, options: Options) => {
        await withStore(terminal, options, async (storage, there) => {
          const record = (await storage.keys.find(id)) ?? unknownKey(id, options)
          await work({ storage, record, options, there, now: there.now() })
        })
      },
    )

  const create = command(
    'create',
    'make a key and print it, once',
    '--plan pro --name "Corner shop"',
  )
    .addOption(planOption().makeOptionMandatory())
    .addOption(nameOption())
    .addOption(scopesOption())
    .addOption(expiresOption())
    .action(async (options: CreateOptions) => {
      const { environment, name, plan, scopes, expires } = options
      const limits = readLimits(plan, limitsIn(options))
      const work = async ({ keys: stored }: Storage, there: Terminal): Promise<void> => {
        const now = there.now()
        const expiresAt = expires === undefined ? undefined : now + expires
        const issued = issueKey({ environment, name, plan, limits, scopes, now, expiresAt })
        const audit = byCommand(there, 'key.created', issued.record.id, detailOf(options))
        await stored.insert(issued.record, audit)
        await handOver(there, options, stored, issued)
      }
      await withStore(terminal, options, work, true)
    })

  command('list', 'list the keys, without the keys themselves', '').action(
    async (options: EnvironmentOptions) => {
      await withStore(terminal, options, async (storage, there) => {
        printRecords(there, options, await storage.keys.list())
      })
    },
  )

  const update = onKey<ChangeOptions>(
    'update',
    'change the plan, the limits or the scopes of a key',
    '--plan business',
    async ({ storage: { keys: stored }, record, options, there, now }) => {
      const { id, ownerId } = record
      const { plan = record.plan, scopes } = options
      const limits = limitsIn(options)
      const isLimited = options.plan !== undefined || Object.keys(limits).length > 0
      if (!isLimited && scopes === undefined) {
        throw new UsageError('Nothing to change: give --plan or --scopes, for example.')
      }
      refuseEnded(record, now)
      const rule = changing(id, {
        ...(isLimited && { plan, limits: readLimits(plan, limits, record) }),
        ...(scopes !== undefined && { scopes }),
      })
      const audit = byCommand(there, 'key.updated', id, detailOf(options))
      await stored.decide(ownerId, rule, { at: now, audit })
      printRecords(terminal, options, [(await stored.find(id)) ?? unknownKey(id, options)])
    },
  )
    .addOption(planOption())
    .addOption(scopesOption())

  for (const option of limitOptions()) {
    create.addOption(option)
    update.addOption(option)
  }

  onKey<EnvironmentOptions & { readonly grace: number }>(
    'rotate',
    'replace a key and print the new one, once',
    '--grace 24h',
    async ({ storage, record, options, there, now }) => {
      refuseEnded(record, now)
      if (record.makerId !== undefined) {
        throw new Failure(
          `The key ${record.id} was made by the key ${record.makerId}; rotate it with that key: petstore team rotate.`,
        )
      }
      const { environment, grace } = options
      const issued = await rotateKey(storage.keys, record, environment, grace, now, (next) =>
        byCommand(there, 'key.rotated', record.id, `replaced by ${next}`),
      )
      await handOver(there, options, storage.keys, issued, record)
    },
  ).addOption(graceOption())

  onKey<EnvironmentOptions & { readonly team?: true }>(
    'revoke',
    'end a key now',
    '',
    async ({ storage: { keys: stored }, record: { id, ownerId }, options, there, now }) => {
      const isMeant = (key: KeyRecord): boolean => key.id === id || options.team === true
      const detail = options.team && 'with all keys of its owner'
      const audit = byCommand(there, 'key.revoked', id, detail)
      await stored.decide(ownerId, keysRevoke(isMeant, now), { at: now, audit })
      printRecords(terminal, options, (await stored.ofOwner(ownerId)).filter(isMeant))
    },
  ).option('--team', 'and every other key of its owner, including those that it made')

  onKey(
    'show',
    'show a key: what it may do, what it has used, whether it is banned',
    '',
    async ({ storage, record, options, now }) => {
      const team = await storage.keys.ofOwner(record.ownerId)
      // Only keys made by the operator are replaced by a rotation.
      const chain =
        record.makerId === undefined ? team.filter((key) => key.makerId === undefined) : [record]
      const ids = chain.map(({ id }) => id)
      printKey(terminal, options, record, ids, await savedUsage(storage, record, now))
    },
  )

  onKey('unban', 'lift the ban of a key now', '', async (target) => {
    const { storage, record, options, there, now } = target
    const { id, ownerId } = record
    const until = secondText((await savedUsage(storage, record, now)).bannedUntil)
    // A ban that began just now may not be saved yet. The service lifts it too.
    const audit = byCommand(there, 'key.unbanned', id)
    await storage.counts.liftBan({ id: ownerId, at: Math.ceil(now / 1_000) }, audit)
    const { environment } = options
    report(
      terminal,
      options,
      { id, environment, wasBannedUntil: until },
      until === null
        ? `The key ${id} is not banned.\n`
        : `The ban of ${id}, until ${until}, is lifted. A running service takes its requests within a second.\n`,
    )
  })
}

/** @throws Failure if the key is revoked or expired: no change makes such a key valid again */
const refuseEnded = (record: KeyRecord, now: number): void => {
  const state = keyState(record, now)
  if (state !== 'good') throw new Failure(`The key ${record.id} is ${state}; create a new one.`)
}

const detailOf = ({ plan, scopes, ...options }: ChangeOptions): string => {
  const figures = Object.entries(limitsIn(options)).map((each) => each.join(' '))
  const given = scopes === undefined ? [] : [`scopes ${scopesText(scopes)}`]
  return [...(plan === undefined ? [] : [`plan ${plan}`]), ...figures, ...given].join(', ')
}

const unknownKey = (id: string, { environment }: EnvironmentOptions): never => {
  throw new Failure(
    `There is no key ${id} in ${environment}; petstore keys list --environment ${environment} shows them.`,
  )
}

const savedUsage = async (
  { counts }: Storage,
  { ownerId, limits }: KeyRecord,
  now: number,
): Promise<Usage> =>
  usageOf((await counts.find({ kind: 'key', id: ownerId })) ?? emptyBucket(), limits, now)

/** Shows a new key, only this once. If the output fails, nobody has the key, so it is withdrawn. */
const handOver = async (
  terminal: Terminal,
  { environment, json }: EnvironmentOptions,
  keys: Storage['keys'],
  { key, record }: IssuedKey,
  replaced?: KeyRecord,
): Promise<void> => {
  const now = terminal.now()
  const { id, ...facts } = factsOf(record, environment, now)
  const text =
    `Key ${id} (${printable(record.name)}, ${record.plan}, ${environment}):\n\n  ${key}\n\n` +
    (record.scopes === defaultScopes ? '' : `It is limited to ${scopesText(record.scopes)}.\n`) +
    'It is shown only once and stored nowhere; keep it safe.\n'
  try {
    await terminal.handOver(json === true ? jsonLine({ id, key, ...facts }) : text)
  } catch (error) {
    const audit = byCommand(terminal, 'key.withdrawn', id)
    await keys.decide(record.ownerId, withdrawing(id, replaced), { at: now, audit })
    const outcome = replaced ? `${replaced.id} is unchanged` : 'no key was made'
    const message = `The key could not be shown (${messageOf(error)}), so this was undone: ${outcome}.`
    throw new Failure(message, { cause: error })
  }
}

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
  const head = 'ID,NAME,PLAN,PER MINUTE,PER DAY,OPEN ORDERS,SCOPES,STATE,EXPIRES,LAST USED,MADE BY'
  out(table(head.split(','), rows))
}

/** Prints everything about a key except the key itself. `chain` has the ids of its rotation, in the order of creation. */
const printKey = (
  { out, now }: Terminal,
  { environment, json }: EnvironmentOptions,
  record: KeyRecord,
  chain: readonly string[],
  { minute, day, bannedUntil }: Usage,
): void => {
  const { id, ...facts } = factsOf(record, environment, now())
  const asOf = isoTime(now())
  const ban = secondText(bannedUntil)
  const windows = Object.entries({ minute, day }).map(
    ([window, { resets, ...figures }]) =>
      [window, { ...figures, resetsAt: secondText(resets) }] as const,
  )
  if (json === true) {
    const used = Object.fromEntries(windows)
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
  const used = windows.map(([window, { limit, used: spent, remaining, resetsAt }]) =>
    [window, limit, spent, remaining, resetsAt].map(String),
  )
  out(
    `Key ${id} (${printable(name)}, ${plan}, ${environment}, ${state}), as of ${asOf}:\n\n` +
      `${table(['SCOPES', scopesText(record.scopes)], rows)}\n` +
      `${table(['WINDOW', 'LIMIT', 'USED', 'REMAINING', 'ENDS'], used)}\n` +
      `${ban === null ? 'It is not banned' : `It is banned until ${ban}`}. A running service saves its counts twice a second.\n`,
  )
}

/** @param seconds since the Unix epoch */
const secondText = (seconds: number | undefined): string | null =>
  seconds === undefined ? null : isoTime(seconds * 1_000)
