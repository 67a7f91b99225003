import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Order } from '../../client/src/index.ts'
import { holdLength } from '../orders/life-cycle.ts'
import { orderStatuses, type OrderStatus } from '../orders/order.ts'
import { parseDuration } from './options.ts'
import { deleteAfterQuestion } from './deletion.ts'
import {
  limitOption,
  namesOf,
  parseInteger,
  print,
  printList,
  remoteCommands,
  type RemoteOptions,
  withStore,
} from './remote.ts'
import { type Terminal, UsageError } from './terminal.ts'

type PlaceOptions = RemoteOptions & {
  readonly reference?: string
  readonly expires?: number
  readonly idempotencyKey?: string
}
type ListOptions = RemoteOptions & {
  readonly status?: readonly OrderStatus[]
  readonly pet?: bigint
  readonly reference?: string
  readonly newest?: true
  readonly limit?: number
}

/** The columns of a table of orders, from left to right. */
const headings = {
  id: 'ID',
  petId: 'ANIMAL',
  status: 'STATUS',
  expiresAt: 'EXPIRES',
  by: 'BY',
  reference: 'REFERENCE',
} as const satisfies Partial<Record<keyof Order, string>>

/** The commands that move an order, and what it becomes. */
const moves = [
  ['approve', 'approved', 'keeps the animal of an order for good: the hold no longer expires'],
  ['deliver', 'delivered', 'marks that the animal of an order went home'],
  ['cancel', 'cancelled', 'ends an order and lets its animal go'],
  ['return', 'returned', 'marks that the animal of a delivered order came back'],
] as const satisfies ReadonlyArray<readonly [string, OrderStatus, string]>

/** `petstore orders place|list|approve|deliver|cancel|return|delete`: the orders of a running service. */
export const addOrdersCommands = (program: Command, terminal: Terminal): void => {
  const command = remoteCommands(program.command('orders').description('Orders animals.'))

  command('place', 'holds an animal that is available')
    .argument('<pet>', "the animal's id", parseInteger)
    .option('--reference <text>', 'a word of your own for the order, with no personal data')
    .addOption(
      new Option(
        '--expires <span>',
        'how long it is held, from 60s to 7d, like 90m; 24h if it is left out; not with --idempotency-key',
      ).argParser(parseHold),
    )
    .option(
      '--idempotency-key <key>',
      'makes the same command place one order, however often it runs; not with --expires',
    )
    .action(
      async (petId: bigint, { reference, expires, idempotencyKey, ...options }: PlaceOptions) => {
        if (expires !== undefined && idempotencyKey !== undefined) {
          throw new UsageError(
            'Give --expires or --idempotency-key: each run would ask for another end of the hold.',
          )
        }
        await withStore(terminal, options, async (store) => {
          const expiresAt = expires === undefined ? undefined : endOfHold(terminal.now(), expires)
          const order = { petId, reference, expiresAt }
          print(terminal, options, headings, [await store.orders.place(order, { idempotencyKey })])
        })
      },
    )

  command('list', 'lists the orders of a running service')
    .addOption(
      new Option('--status <statuses>', `only these: ${orderStatuses.join(', ')}`).argParser(
        namesOf(orderStatuses),
      ),
    )
    .addOption(new Option('--pet <id>', 'only orders for this animal').argParser(parseInteger))
    .option('--reference <text>', 'only orders with exactly this reference')
    .option('--newest', 'the newest first')
    .addOption(limitOption('orders'))
    .action(async ({ status, pet, reference, newest, ...options }: ListOptions) => {
      await withStore(terminal, options, async (store) => {
        const sort = newest === true ? '-id' : undefined
        await printList(terminal, options, headings, 'orders', (limit) =>
          store.orders.list({ status, petId: pet, reference, sort, limit }),
        )
      })
    })

  for (const [name, status, description] of moves) {
    command(name, description)
      .argument('<id>', "the order's id", parseInteger)
      .action(async (id: bigint, options: RemoteOptions) => {
        await withStore(terminal, options, async (store) => {
          print(terminal, options, headings, [await store.orders.update(id, { status })])
        })
      })
  }

  deleteAfterQuestion(
    command('delete', 'cancels an order that is placed, and removes it for good, after a question'),
    terminal,
    {
      noun: 'order',
      idIs: "the order's id",
      find: (store, id) => store.orders.get(id).withResponse(),
      describe: ({ petId, status }) => `for animal ${petId} (${status})`,
      remove: (store, id, condition) => store.orders.delete(id, condition),
    },
  )
}

/**
 * Milliseconds by which the end of a hold stays within its bounds. The service measures a moment later, by a clock of
 * its own.
 */
const margin = 5_000

/** @returns milliseconds from 60 seconds to 7 days */
const parseHold = (text: string): number => {
  const span = parseDuration(text)
  if (span >= holdLength.min && span <= holdLength.max) return span
  throw new InvalidArgumentError('A hold lasts from 60s to 7d.')
}

/** @param now milliseconds since the Unix epoch */
const endOfHold = (now: number, span: number): Date => {
  const { min, max } = holdLength
  return new Date(now + Math.min(Math.max(span, min + margin), max - margin))
}
