import { type Command, Option } from 'commander'
import type { Delivery, EventType, Webhook, WebhookWithSecret } from '../../client/src/index.ts'
import { eventTypes } from '../events/types.ts'
import { deliveryStatuses } from '../webhooks/delivery.ts'
import { deleteAfterQuestion } from './deletion.ts'
import {
  limitOption,
  namesOf,
  parseInteger,
  print,
  printList,
  remoteCommands,
  type RemoteOptions,
  wantsJson,
  withStore,
} from './remote.ts'
import { jsonLine, type Terminal } from './terminal.ts'

type AddOptions = RemoteOptions & {
  readonly types?: readonly EventType[]
  readonly description?: string
}
type DeliveriesOptions = RemoteOptions & {
  readonly status?: ReadonlyArray<Delivery['status']>
  readonly newest?: true
  readonly limit?: number
}

type RecoverOptions = RemoteOptions & { readonly sinceEvent?: bigint; readonly since?: string }

/** The columns of a table of webhooks, from left to right. */
const headings = {
  id: 'ID',
  state: 'STATE',
  url: 'URL',
  reason: 'REASON',
} as const satisfies Partial<Record<keyof Webhook, string>>

/** The columns of a table of deliveries, from left to right. */
const deliveryHeadings = {
  id: 'ID',
  status: 'STATUS',
  type: 'TYPE',
  eventId: 'EVENT',
  createdAt: 'SINCE',
  nextAttemptAt: 'NEXT',
} as const satisfies Partial<Record<keyof Delivery, string>>

/** `petstore webhooks list|add|remove|ping|new-secret|recover|deliveries|redeliver`: where a service sends events. */
export const addWebhooksCommands = (program: Command, terminal: Terminal): void => {
  const group = program.command('webhooks').description('Sends events to addresses of yours.')
  const command = remoteCommands(group)

  command('list', 'lists the webhooks of the API key').action(async (options: RemoteOptions) => {
    await withStore(terminal, options, async (store) => {
      await printList(terminal, options, headings, 'webhooks', (limit) =>
        store.webhooks.list({ limit }),
      )
    })
  })

  command('add', 'adds a webhook, and shows its secret this once')
    .argument('<url>', 'the https address that events are sent to')
    .addOption(
      new Option('--types <types>', 'only events of these types; all if it is left out').argParser(
        namesOf(eventTypes),
      ),
    )
    .option('--description <text>', 'what the webhook is for')
    .action(async (url: string, { types, description, ...options }: AddOptions) => {
      await withStore(terminal, options, async (store) => {
        const text = { ...(types && { types }), ...(description !== undefined && { description }) }
        const added = await store.webhooks.create({ url, ...text })
        // What cannot be read now is lost.
        const shown = shownOnce(added, 'A ping is on its way.')
        await terminal.handOver(wantsJson(terminal, options) ? jsonLine(added) : shown)
      })
    })

  deleteAfterQuestion(command('remove', 'deletes a webhook, after a question'), terminal, {
    noun: 'webhook',
    idIs: "the webhook's id",
    find: (store, id) => store.webhooks.get(id).withResponse(),
    describe: ({ url }) => url,
    remove: (store, id, condition) => store.webhooks.delete(id, condition),
  })

  command('ping', 'sends a ping; if it is answered, the webhook is enabled')
    .argument('<id>', "the webhook's id", parseInteger)
    .action(async (id: bigint, options: RemoteOptions) => {
      await withStore(terminal, options, async (store) => {
        print(terminal, options, deliveryHeadings, [await store.webhooks.ping(id)])
      })
    })

  command('new-secret', 'gives a webhook a new secret, and shows it this once')
    .argument('<id>', "the webhook's id", parseInteger)
    .action(async (id: bigint, options: RemoteOptions) => {
      await withStore(terminal, options, async (store) => {
        const renewed = await store.webhooks.renewSecret(id)
        const shown = shownOnce(renewed, 'For a day the secret of before signs too.')
        await terminal.handOver(wantsJson(terminal, options) ? jsonLine(renewed) : shown)
      })
    })

  command('recover', 'sends again what happened after an event, or from an instant on')
    .argument('<id>', "the webhook's id", parseInteger)
    .addOption(
      new Option('--since-event <id>', 'everything after this event')
        .argParser(parseInteger)
        .conflicts('since'),
    )
    .option('--since <instant>', 'everything from this instant on, like 2026-11-20T12:00:00Z')
    .action(async (id: bigint, { sinceEvent, since, ...options }: RecoverOptions) => {
      if (sinceEvent === undefined && since === undefined) {
        group.error('error: --since-event or --since says from where on', { exitCode: 2 })
      }
      await withStore(terminal, options, async (store) => {
        const from = sinceEvent === undefined ? { since } : { sinceEventId: sinceEvent }
        print(terminal, options, headings, [await store.webhooks.recover(id, from)])
      })
    })

  command('deliveries', 'lists the messages to a webhook, and what became of them')
    .argument('<id>', "the webhook's id", parseInteger)
    .addOption(
      new Option('--status <statuses>', `only these: ${deliveryStatuses.join(', ')}`).argParser(
        namesOf(deliveryStatuses),
      ),
    )
    .option('--newest', 'the newest first')
    .addOption(limitOption('deliveries'))
    .action(async (id: bigint, { status, newest, ...options }: DeliveriesOptions) => {
      await withStore(terminal, options, async (store) => {
        const sort = newest === true ? '-id' : undefined
        await printList(terminal, options, deliveryHeadings, 'deliveries', (limit) =>
          store.webhooks.deliveries(id, { status, sort, limit }),
        )
      })
    })

  command('redeliver', 'sends a message again, now')
    .argument('<id>', "the webhook's id", parseInteger)
    .argument('<delivery>', "the delivery's id", parseInteger)
    .action(async (id: bigint, delivery: bigint, options: RemoteOptions) => {
      await withStore(terminal, options, async (store) => {
        print(terminal, options, deliveryHeadings, [await store.webhooks.redeliver(id, delivery)])
      })
    })
}

const shownOnce = ({ id, url, secret = '' }: WebhookWithSecret, next: string): string =>
  `Webhook ${id} (${url}), with the secret:\n\n  ${secret}\n\nIt is shown this once; keep it safe. ${next}\n`
