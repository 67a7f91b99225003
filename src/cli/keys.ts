import type { Command } from 'commander'
import { messageOf } from '../core/errors/message-of.ts'
import { type IssuedKey, issueKey, rotateKey } from '../keys/life-cycle.ts'
import type { Scopes } from '../keys/scopes.ts'
import type { Plan } from '../quotas/plans.ts'
import { issuedText, printRecords } from './key-facts.ts'
import { givenLimits, type LimitOptions, readLimits } from './key-limits.ts'
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
  scopesOption,
} from './options.ts'
import { Failure, type Terminal, UsageError } from './terminal.ts'

type ChangeOptions = EnvironmentOptions & LimitOptions & { readonly scopes?: Scopes }
type CreateOptions = ChangeOptions & {
  readonly plan: Plan
  readonly name: string
  readonly expires?: number
}
type UpdateOptions = ChangeOptions & { readonly plan?: Plan }

/** `petstore keys …`: creates, changes and ends API keys. A running service follows within a second. */
export const addKeysCommands = (program: Command, terminal: Terminal): void => {
  const keys = program.command('keys').description('Manages API keys.')

  const command = (usage: string, description: string): Command =>
    keys
      .command(usage)
      .description(description)
      .addOption(environmentOption())
      .addOption(jsonOption())

  withLimits(command('create', 'makes a key and prints it, once'))
    .addOption(planOption().makeOptionMandatory())
    .addOption(nameOption())
    .addOption(scopesOption())
    .addOption(expiresOption())
    .action(async (options: CreateOptions) => {
      const limits = readLimits(options.plan, givenLimits(options))
      await withStore(terminal, { ...options, makes: true }, async (storage) => {
        const now = terminal.now()
        const issued = issueKey({
          environment: options.environment,
          name: options.name,
          plan: options.plan,
          limits,
          scopes: options.scopes,
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

  withLimits(command('update <id>', 'gives a key another plan, other figures or other scopes'))
    .addOption(planOption())
    .addOption(scopesOption())
    .action(async (id: string, options: UpdateOptions) => {
      const given = givenLimits(options)
      const isLimited = options.plan !== undefined || Object.keys(given).length > 0
      if (!isLimited && options.scopes === undefined) {
        throw new UsageError(
          'There is nothing to change; give it a --plan or --scopes, for example.',
        )
      }
      await withStore(terminal, options, async (storage) => {
        const old = await findGoodKey(storage, id, options, terminal.now())
        const { plan = old.plan } = options
        const record = await storage.keys.update(id, {
          ...(isLimited && { plan, limits: readLimits(plan, given, old) }),
          ...(options.scopes !== undefined && { scopes: options.scopes }),
        })
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

const withLimits = (command: Command): Command =>
  limitOptions().reduce((taking, option) => taking.addOption(option), command)

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
