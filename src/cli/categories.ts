import type { Command } from 'commander'
import type { Category } from '../../client/src/index.ts'
import { deleteAfterQuestion } from './deletion.ts'
import {
  limitOption,
  parseInteger,
  print,
  printList,
  remoteCommands,
  type RemoteOptions,
  withStore,
} from './remote.ts'
import type { Terminal } from './terminal.ts'

/** The columns of a table of categories, from left to right. */
const headings = { id: 'ID', name: 'NAME' } as const satisfies Record<keyof Category, string>

/** `petstore categories list|name|delete`: the names of the categories of a running service. */
export const addCategoriesCommands = (program: Command, terminal: Terminal): void => {
  const categories = program.command('categories').description('Names the categories of animals.')
  const command = remoteCommands(categories)

  command('list', 'lists the categories of a running service')
    .addOption(limitOption('categories'))
    .action(async (options: RemoteOptions & { readonly limit?: number }) => {
      await withStore(terminal, options, async (store) => {
        await printList(terminal, options, headings, 'categories', (limit) =>
          store.categories.list({ limit }),
        )
      })
    })

  command('name', 'gives a category a name, or another name')
    .argument('<id>', 'the number that animals have as their category', parseInteger)
    .argument('<name>', 'its name')
    .action(async (id: bigint, name: string, options: RemoteOptions) => {
      await withStore(terminal, options, async (store) => {
        print(terminal, options, headings, [await store.categories.put(id, { name })])
      })
    })

  deleteAfterQuestion(
    command('delete', 'takes the name from a category, after a question; its animals stay'),
    terminal,
    {
      noun: 'category',
      idIs: 'the number that animals have as their category',
      find: (store, id) => store.categories.get(id).withResponse(),
      describe: ({ name }) => name,
      remove: (store, id, condition) => store.categories.delete(id, condition),
    },
  )
}
