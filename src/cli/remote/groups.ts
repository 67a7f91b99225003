import { type Command, InvalidArgumentError, Option } from 'commander'
import type { Operation } from '../../kit/operation.ts'
import {
  deleteCategory,
  listCategories,
  putCategory,
} from '../../resources/categories/operations.ts'
import {
  createContact,
  deleteContact,
  findContacts,
  getContact,
  listContacts,
  updateContact,
} from '../../resources/contacts/operations.ts'
import { createNote, deleteNote, listNotes } from '../../resources/notes/operations.ts'
import {
  createKey,
  listKeys,
  revokeKey,
  rotateKey,
  updateKey,
} from '../../resources/keys/operations.ts'
import { holdLength } from '../../resources/orders/life-cycle.ts'
import {
  deleteOrder,
  getInventory,
  listOrders,
  placeOrder,
  updateOrder,
} from '../../resources/orders/operations.ts'
import {
  createPet,
  deletePet,
  getPet,
  listPets,
  updatePet,
  updatePets,
} from '../../resources/pets/operations.ts'
import {
  addPhoto,
  deletePhoto,
  listPhotos,
  updatePhoto,
} from '../../resources/photos/operations.ts'
import { petStatuses } from '../../resources/pets/pet.ts'
import { getProfile, listProfiles, updateProfile } from '../../resources/profiles/operations.ts'
import { getStatistics } from '../../resources/statistics/operations.ts'
import {
  listDeliveries,
  pingWebhook,
  recoverWebhook,
  redeliver,
} from '../../resources/webhooks/delivery-operations.ts'
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  renewWebhookSecret,
} from '../../resources/webhooks/operations.ts'
import { parseDuration } from '../kit/options.ts'
import { printable, type Terminal } from '../kit/terminal.ts'
import type { RemoteCommand } from './call.ts'
import { addRemoteCommand } from './command.ts'
import { columnsOf } from './print.ts'

/** Commands on one kind of thing. */
type Group = {
  /** What the commands are for, for the help. */
  readonly about: string
  /** What they list and delete, in the plural. */
  readonly things: string
  /** The columns of a table of them; every plain field by default. */
  readonly columns?: readonly string[]
  /** An operation alone is a command with the usual name, like list, get, add, update or delete. */
  readonly commands: ReadonlyArray<Operation | RemoteCommand>
}

const category = { categoryId: '--category, --category-id' }
const listOptions = {
  ...category,
  status: new Option('--status <status>', 'only animals with this status').choices(petStatuses),
}

const aboutOptions = { petId: '--pet', orderId: '--order', contactId: '--contact' }
const orderColumns = ['id', 'petId', 'status', 'expiresAt', 'by', 'contactId', 'reference']
const webhookColumns = ['id', 'state', 'url', 'reason']
const deliveryColumns = ['id', 'status', 'type', 'eventId', 'createdAt', 'nextAttemptAt']

/** The groups of commands that call a running service, by their names. */
const groups = {
  pets: (): Group => ({
    about: 'Work with animals.',
    things: 'animals',
    commands: [
      { operation: listPets, options: listOptions, example: '--status available --limit 10' },
      { operation: getInventory, name: 'inventory' },
      { operation: createPet, options: category },
      getPet,
      {
        operation: updatePet,
        many: updatePets,
        about: 'change an animal, or several alike: all or none',
        options: category,
        example: '1,2,3 --status sold',
      },
      { operation: deletePet, reading: '/pets?id={petId}', description: '{name} ({status})' },
    ],
  }),
  profiles: (): Group => ({
    about: 'Record what the store knows of each animal.',
    things: 'profiles',
    columns: ['petId', 'species', 'breed', 'sex', 'born', 'colour', 'chip', 'location'],
    commands: [
      { operation: getProfile, name: 'get' },
      {
        operation: updateProfile,
        name: 'update',
        example: '1 --breed "Border collie" --born 2024-05 --facts diet=hay',
      },
      { operation: listProfiles, options: { petId: '--pet' }, example: '--location "Kennel 4"' },
    ],
  }),
  photos: (): Group => ({
    about: 'Show the animals in photos.',
    things: 'photos',
    columns: ['id', 'position', 'width', 'height', 'createdAt', 'alt'],
    commands: [
      { operation: listPhotos, name: 'list' },
      {
        operation: addPhoto,
        name: 'add',
        about: 'add a picture of a file to the photos of an animal',
      },
      { operation: updatePhoto, example: '1 7 --position 1' },
      { operation: deletePhoto, name: 'remove', description: 'at place {position}' },
    ],
  }),
  orders: (terminal: Terminal): Group => ({
    about: 'Order animals.',
    things: 'orders',
    columns: orderColumns,
    commands: [
      {
        operation: placeOrder,
        name: 'place',
        args: ['petId'],
        options: { contactId: '--contact', expiresAt: expiresOption(terminal) },
      },
      {
        operation: listOrders,
        options: { petId: '--pet', contactId: '--contact' },
        example: '--status placed,approved',
      },
      {
        operation: updateOrder,
        name: 'approve',
        body: { status: 'approved' },
        about: 'keep the animal of an order for good: the hold no longer expires',
      },
      {
        operation: updateOrder,
        name: 'deliver',
        body: { status: 'delivered' },
        about: 'mark that the animal of an order went home',
      },
      {
        operation: updateOrder,
        name: 'cancel',
        body: { status: 'cancelled' },
        about: 'end an order and let its animal go',
      },
      {
        operation: updateOrder,
        name: 'return',
        body: { status: 'returned' },
        about: 'mark that the animal of a delivered order came back',
      },
      {
        operation: deleteOrder,
        about: 'cancel an order that is placed, and remove it for good',
        description: 'for animal {petId} ({status})',
      },
    ],
  }),
  categories: (): Group => ({
    about: 'Name the categories of animals.',
    things: 'categories',
    commands: [
      listCategories,
      { operation: putCategory, name: 'name', args: ['name'], example: '3 Cats' },
      {
        operation: deleteCategory,
        about: 'take the name from a category; its animals stay',
        description: '{name}',
      },
    ],
  }),
  contacts: (): Group => ({
    about: 'Keep the people who ask for animals and take them home.',
    things: 'contacts',
    commands: [
      listContacts,
      { operation: findContacts, name: 'find', example: '--phone "020 7946 0958"' },
      { operation: createContact, args: ['name'], example: '"Jo Fox" --email jo@example.com' },
      getContact,
      { operation: updateContact, example: '1 --phone "020 7946 0958" --no-address' },
      { operation: deleteContact, name: 'erase', description: '{name}' },
    ],
  }),
  notes: (): Group => ({
    about: 'Write notes about animals, orders and contacts.',
    things: 'notes',
    columns: ['id', 'petId', 'orderId', 'contactId', 'at', 'by', 'text'],
    commands: [
      { operation: listNotes, options: aboutOptions, example: '--pet 1' },
      {
        operation: createNote,
        args: ['text'],
        options: aboutOptions,
        example: '"Shy with other dogs." --pet 1',
      },
      deleteNote,
    ],
  }),
  team: (): Group => ({
    about: 'Give people and programs of your team keys of their own.',
    things: 'keys',
    columns: ['id', 'name', 'scopes', 'makerId', 'lastUsedAt', 'expiresAt', 'revokedAt'],
    commands: [
      listKeys,
      {
        operation: createKey,
        args: ['name'],
        about: 'make a key for somebody, and show it this once',
        example: '"Anna, front desk" --scopes pets:read,orders:read,orders:write',
        shownOnce: keyText,
      },
      { operation: updateKey, example: 'key_7Qm2sT4vXk9Z --scopes pets:read' },
      {
        operation: rotateKey,
        about: 'give a key another secret, and show it this once',
        shownOnce: keyText,
      },
      { operation: revokeKey, name: 'revoke', description: '{name}' },
    ],
  }),
  webhooks: (): Group => ({
    about: 'Send events to addresses of yours.',
    things: 'webhooks',
    columns: webhookColumns,
    commands: [
      listWebhooks,
      {
        operation: createWebhook,
        args: ['url'],
        about: 'add a webhook, and show its secret this once',
        example: 'https://shop.example/hooks --types pet.updated,order.placed',
        shownOnce: secretText('A ping is on its way.'),
      },
      { operation: deleteWebhook, name: 'remove', description: '{url}' },
      {
        operation: pingWebhook,
        about: 'send a ping; if it is answered, the webhook is enabled',
        columns: deliveryColumns,
      },
      {
        operation: renewWebhookSecret,
        name: 'new-secret',
        about: 'give a webhook a new secret, and show it this once',
        shownOnce: secretText('For a day the secret of before signs too.'),
      },
      {
        operation: recoverWebhook,
        options: { sinceEventId: '--since-event' },
        example: '5 --since 2026-11-20T12:00:00Z',
      },
      {
        operation: listDeliveries,
        things: 'deliveries',
        columns: deliveryColumns,
        example: '5 --status failed --newest',
      },
      { operation: redeliver, columns: deliveryColumns },
    ],
  }),
} as const

export type GroupName = keyof typeof groups

/** Adds the commands of a group to the program. @returns the group's command */
export const addRemoteGroup = (program: Command, terminal: Terminal, name: GroupName): Command => {
  const { about, commands, ...usual } = groups[name](terminal)
  const group = program.command(name).description(about)
  for (const command of commands) {
    const remote = 'operation' in command ? command : { operation: command }
    addRemoteCommand(group, terminal, { ...usual, ...remote })
  }
  return group
}

/** Adds `petstore statistics`, which belongs to no group. */
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
  `Key ${String(id)} (${printable(String(name))}):\n\n  ${String(key)}\n\nIt is shown this once; keep it safe.\n`

const secretText =
  (next: string): NonNullable<RemoteCommand['shownOnce']> =>
  ({ id, url, secret = '' }) =>
    `Webhook ${String(id)} (${String(url)}), with the secret:\n\n  ${String(secret)}\n\nIt is shown this once; keep it safe. ${next}\n`

/**
 * Milliseconds by which the end of a hold stays within its bounds. The service measures a moment later, by a clock of
 * its own.
 */
const margin = 5_000

/** How long an order is held, as a span of time. */
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
    // Each run would ask for another end of the hold.
    .conflicts('idempotencyKey')
