import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Definition } from '../../kit/operation.ts'
import * as categories from '../../resources/categories/operations.ts'
import * as contacts from '../../resources/contacts/operations.ts'
import * as keys from '../../resources/keys/operations.ts'
import { moveClock } from '../../resources/lab/operations.ts'
import * as notes from '../../resources/notes/operations.ts'
import { holdLength } from '../../resources/orders/life-cycle.ts'
import * as orders from '../../resources/orders/operations.ts'
import * as pets from '../../resources/pets/operations.ts'
import { petStatuses } from '../../resources/pets/pet.ts'
import * as photos from '../../resources/photos/operations.ts'
import * as profiles from '../../resources/profiles/operations.ts'
import { getStatistics } from '../../resources/statistics/operations.ts'
import * as deliveries from '../../resources/webhooks/delivery-operations.ts'
import * as webhooks from '../../resources/webhooks/operations.ts'
import { parseDuration } from '../kit/options.ts'
import { printable, type Terminal } from '../kit/terminal.ts'
import { columnsOf, type RemoteCommand } from './call.ts'
import { addRemoteCommand } from './command.ts'

type Group = {
  readonly about: string
  /** What the commands list and delete, in the plural; the name of the group by default. */
  readonly things?: string
  /** The columns of a table of these things; every plain field by default. */
  readonly columns?: readonly string[]
  /** The operation of each command, by the command's name, and what the operation does not define. */
  readonly commands: Readonly<Record<string, readonly [Definition, RemoteCommand?]>>
}

const category = { categoryId: '--category, --category-id' }
const listOptions = {
  ...category,
  status: new Option('--status <status>', 'only animals with this status').choices(petStatuses),
}

const deliveryColumns = ['id', 'status', 'type', 'eventId', 'createdAt', 'nextAttemptAt']

const step = (status: string, about: string) =>
  [orders.updateOrder, { about, body: { status } }] as const

const groups = {
  pets: (): Group => ({
    about: 'Work with animals.',
    things: 'animals',
    commands: {
      list: [pets.listPets, { options: listOptions, example: '--status available --limit 10' }],
      inventory: [orders.getInventory],
      add: [pets.createPet, { options: category }],
      get: [pets.getPet],
      update: [
        pets.updatePet,
        {
          many: pets.updatePets,
          about: 'change an animal, or several alike: all or none',
          options: category,
          example: '1,2,3 --status sold',
        },
      ],
      delete: [pets.deletePet, { reading: '/pets?id={petId}', description: '{name} ({status})' }],
    },
  }),
  profiles: (): Group => ({
    about: 'Record what the store knows of each animal.',
    columns: ['petId', 'species', 'breed', 'sex', 'born', 'colour', 'chip', 'location'],
    commands: {
      get: [profiles.getProfile],
      update: [
        profiles.updateProfile,
        { example: '1 --breed "Border collie" --born 2024-05 --facts diet=hay' },
      ],
      list: [profiles.listProfiles, { example: '--location "Kennel 4"' }],
    },
  }),
  photos: (): Group => ({
    about: 'Show the animals in photos.',
    columns: ['id', 'position', 'width', 'height', 'createdAt', 'alt'],
    commands: {
      list: [photos.listPhotos],
      add: [photos.addPhoto, { about: 'add a picture of a file to the photos of an animal' }],
      update: [photos.updatePhoto, { example: '1 7 --position 1' }],
      remove: [photos.deletePhoto, { description: 'at place {position}' }],
    },
  }),
  orders: (terminal: Terminal): Group => ({
    about: 'Order animals.',
    columns: ['id', 'petId', 'status', 'expiresAt', 'by', 'contactId', 'reference'],
    commands: {
      place: [
        orders.placeOrder,
        { args: ['petId'], options: { expiresAt: expiresOption(terminal) } },
      ],
      list: [orders.listOrders, { example: '--status placed,approved' }],
      approve: step('approved', 'keep the animal of an order for good: the hold no longer expires'),
      deliver: step('delivered', 'mark that the animal of an order went home'),
      cancel: step('cancelled', 'end an order and let its animal go'),
      return: step('returned', 'mark that the animal of a delivered order came back'),
      delete: [
        orders.deleteOrder,
        {
          about: 'cancel an order that is placed, and remove it for good',
          description: 'for animal {petId} ({status})',
        },
      ],
    },
  }),
  categories: (): Group => ({
    about: 'Name the categories of animals.',
    commands: {
      list: [categories.listCategories],
      name: [categories.putCategory, { args: ['name'], example: '3 Cats' }],
      delete: [
        categories.deleteCategory,
        { about: 'take the name from a category; its animals stay', description: '{name}' },
      ],
    },
  }),
  contacts: (): Group => ({
    about: 'Keep the people who ask for animals and take them home.',
    commands: {
      list: [contacts.listContacts],
      find: [contacts.findContacts, { example: '--phone "020 7946 0958"' }],
      add: [contacts.createContact, { args: ['name'], example: '"Jo Fox" --email jo@example.com' }],
      get: [contacts.getContact],
      update: [contacts.updateContact, { example: '1 --phone "020 7946 0958" --no-address' }],
      erase: [contacts.deleteContact, { description: '{name}' }],
    },
  }),
  notes: (): Group => ({
    about: 'Write notes about animals, orders and contacts.',
    columns: ['id', 'petId', 'orderId', 'contactId', 'at', 'by', 'text'],
    commands: {
      list: [notes.listNotes, { example: '--pet 1' }],
      add: [notes.createNote, { args: ['text'], example: '"Shy with other dogs." --pet 1' }],
      delete: [notes.deleteNote],
    },
  }),
  team: (): Group => ({
    about: 'Give people and programs of your team keys of their own.',
    things: 'keys',
    columns: ['id', 'name', 'scopes', 'makerId', 'lastUsedAt', 'expiresAt', 'revokedAt'],
    commands: {
      list: [keys.listKeys],
      add: [
        keys.createKey,
        {
          args: ['name'],
          about: 'make a key for somebody, and show it only once',
          example: '"Anna, front desk" --scopes pets:read,orders:read,orders:write',
          shownOnce: keyText,
        },
      ],
      update: [keys.updateKey, { example: 'key_7Qm2sT4vXk9Z --scopes pets:read' }],
      rotate: [
        keys.rotateKey,
        { about: 'give a key another secret, and show it only once', shownOnce: keyText },
      ],
      revoke: [keys.revokeKey, { description: '{name}' }],
    },
  }),
  lab: (): Group => ({
    about: 'Try in staging what takes long, or goes wrong.',
    things: 'clocks',
    commands: { clock: [moveClock, { example: '--advance PT24H' }] },
  }),
  webhooks: (): Group => ({
    about: 'Send events to addresses of yours.',
    columns: ['id', 'state', 'url', 'reason'],
    commands: {
      list: [webhooks.listWebhooks],
      add: [
        webhooks.createWebhook,
        {
          args: ['url'],
          about: 'add a webhook, and show its secret only once',
          example: 'https://shop.example/hooks --types pet.updated,order.placed',
          shownOnce: secretText('A ping is on its way.'),
        },
      ],
      remove: [webhooks.deleteWebhook, { description: '{url}' }],
      ping: [
        deliveries.pingWebhook,
        {
          about: 'send a ping; if it is answered, the webhook is enabled',
          columns: deliveryColumns,
        },
      ],
      'new-secret': [
        webhooks.renewWebhookSecret,
        {
          about: 'give a webhook a new secret, and show it only once',
          shownOnce: secretText('For a day the previous secret signs too.'),
        },
      ],
      recover: [deliveries.recoverWebhook, { example: '5 --since 2026-11-20T12:00:00Z' }],
      deliveries: [
        deliveries.listDeliveries,
        { things: 'deliveries', columns: deliveryColumns, example: '5 --status failed --newest' },
      ],
      redeliver: [deliveries.redeliver, { columns: deliveryColumns }],
    },
  }),
} as const

export type GroupName = keyof typeof groups

/** Adds the commands of a group to the program. @returns the group's command */
export const addRemoteGroup = (program: Command, terminal: Terminal, name: GroupName): Command => {
  const { about, commands, ...usual } = groups[name](terminal)
  const group = program.command(name).description(about)
  for (const [command, [operation, own]] of Object.entries(commands)) {
    addRemoteCommand(group, terminal, { things: name, ...usual, ...own, name: command, operation })
  }
  return group
}

export const addStatisticsCommand = (program: Command, terminal: Terminal): void =>
  addRemoteCommand(program, terminal, {
    operation: getStatistics,
    name: 'statistics',
    things: 'intervals',
    columns: ['start', ...columnsOf(getStatistics).slice(0, -1)],
    options: category,
    example: '--from 2026-01-01 --interval month --time-zone Europe/Berlin',
  })

const keyText: NonNullable<RemoteCommand['shownOnce']> = ({ id, name, key = '' }) =>
  `Key ${String(id)} (${printable(String(name))}):\n\n  ${String(key)}\n\nIt is shown only once; keep it safe.\n`

const secretText =
  (next: string): NonNullable<RemoteCommand['shownOnce']> =>
  ({ id, url, secret = '' }) =>
    `Webhook ${String(id)} (${String(url)}), with the secret:\n\n  ${String(secret)}\n\nIt is shown only once; keep it safe. ${next}\n`

/** Milliseconds that the end of a hold keeps from its bounds: the service checks it a moment later, by another clock. */
const margin = 5_000

const expiresOption = ({ now }: Terminal): Option =>
  new Option(
    '--expires <span>',
    'how long it is held, from 60s to 7d, like 90m; 24h if it is left out',
  )
    .argParser((text: string) => {
      const span = parseDuration(text)
      const { min, max } = holdLength
      if (span < min || span > max) {
        throw new InvalidArgumentError('A hold lasts from 60s to 7d.')
      }
      return new Date(now() + Math.min(Math.max(span, min + margin), max - margin))
    })
    // Each run would ask for a different end of the hold.
    .conflicts('idempotencyKey')
