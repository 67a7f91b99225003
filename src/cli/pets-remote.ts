import { type Command, Option } from 'commander'
import type { Inventory, NewPet as ClientNewPet } from '../../client/src/index.ts'
import { NewPet, Pet, PetPatch, petStatuses, type PetStatus } from '../pets/pet.ts'
import { deleteAfterQuestion } from './deletion.ts'
import { bodyOf, fieldOptions, headingsOf } from './fields.ts'
import {
  limitOption,
  parseInteger,
  print,
  printList,
  remoteCommands,
  type RemoteOptions,
  withStore,
} from './remote.ts'
import { Failure, type Terminal, UsageError } from './terminal.ts'

type ListOptions = RemoteOptions & {
  readonly status?: PetStatus
  readonly categoryId?: bigint
  readonly name?: string
  readonly id?: readonly bigint[]
  readonly newest?: true
  readonly limit?: number
}
type AddOptions = RemoteOptions & { readonly idempotencyKey?: string }

/** The columns of a table of animals, from left to right. */
const headings = headingsOf(Pet, 'name', { categoryId: 'CATEGORY' })

/** The number of a category has a short option too. */
const flags = { categoryId: '--category, --category-id' }

const inventoryHeadings = {
  available: 'AVAILABLE',
  pending: 'PENDING',
  sold: 'SOLD',
} as const satisfies Record<keyof Inventory, string>

/** `petstore pets list|inventory|add|get|update|delete`: the animals of a running service. */
export const addRemoteCommands = (pets: Command, terminal: Terminal): void => {
  const command = remoteCommands(pets)

  command('list', 'lists the animals of a running service')
    .addOption(statusOption('only animals with this status'))
    .addOption(categoryOption('only animals of this category'))
    .option('--name <text>', 'only animals whose name begins so; goes alone')
    .addOption(
      new Option('--id <ids>', 'only these animals, with commas between their ids').argParser(
        (text) => text.split(',').map(parseInteger),
      ),
    )
    .option('--newest', 'the newest first')
    .addOption(limitOption('animals'))
    .action(async ({ status, categoryId, name, id, newest, ...options }: ListOptions) => {
      await withStore(terminal, options, async (store) => {
        const sort = newest === true ? '-id' : undefined
        await printList(terminal, options, headings, 'animals', (limit) =>
          store.pets.list({ status, categoryId, name, id, sort, limit }),
        )
      })
    })

  command('inventory', 'counts the animals of each status').action(
    async (options: RemoteOptions) => {
      await withStore(terminal, options, async (store) => {
        print(terminal, options, inventoryHeadings, [await store.orders.inventory()])
      })
    },
  )

  const add = command('add', 'adds an animal')
  for (const option of fieldOptions(NewPet, flags)) add.addOption(option)
  add
    .option(
      '--idempotency-key <key>',
      'makes the same command add one animal, however often it runs',
    )
    .action(async ({ idempotencyKey, ...options }: AddOptions) => {
      await withStore(terminal, options, async (store) => {
        // Its options are made from this schema.
        const newPet = bodyOf(NewPet, options) as ClientNewPet
        print(terminal, options, headings, [await store.pets.create(newPet, { idempotencyKey })])
      })
    })

  command('get', 'shows one animal (deprecated, until 2030-12-05)')
    .argument('<id>', "the animal's id", parseInteger)
    .action(async (id: bigint, options: RemoteOptions) => {
      await withStore(terminal, options, async (store) => {
        print(terminal, options, headings, [await store.pets.get(id)])
      })
    })

  const update = command('update', 'changes an animal').argument(
    '<id>',
    "the animal's id",
    parseInteger,
  )
  const changes = fieldOptions(PetPatch, flags)
  for (const option of changes) update.addOption(option)
  update.action(async (id: bigint, options: RemoteOptions) => {
    const patch = bodyOf(PetPatch, options)
    if (Object.keys(patch).length === 0) {
      const known = changes.map(({ flags: flag }) => flag.split(/[ ,]/, 1)[0])
      throw new UsageError(`Say what is to change: ${known.join(', ')}.`)
    }
    await withStore(terminal, options, async (store) => {
      print(terminal, options, headings, [await store.pets.update(id, patch)])
    })
  })

  deleteAfterQuestion(command('delete', 'deletes an animal for good, after a question'), terminal, {
    noun: 'animal',
    idIs: "the animal's id",
    find: async (store, id) => {
      const { data, ...answer } = await store.pets.find(id).withResponse()
      if (data === undefined) throw new Failure(`There is no animal with the id ${id}.`)
      return { ...answer, data }
    },
    describe: ({ name, status }) => `${name} (${status})`,
    remove: (store, id, condition) => store.pets.delete(id, condition),
  })
}

const statusOption = (description: string): Option =>
  new Option('--status <status>', description).choices(petStatuses)

const categoryOption = (description: string): Option =>
  new Option('--category, --category-id <id>', description).argParser(parseInteger)
