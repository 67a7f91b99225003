import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { type Command, Option } from 'commander'
import type { PetStore, WithResponse } from '../../client/src/index.ts'
import { parseInteger, type RemoteOptions, wantsJson, withStore } from './remote.ts'
import { Failure, printable, type Terminal, UsageError } from './terminal.ts'

type DeleteOptions = RemoteOptions & { readonly yes?: true }

/** A kind of thing that a command deletes. */
type Deletion<T> = {
  /** What it is called, like `animal`. */
  readonly noun: string
  /** What the id is, for the help. */
  readonly idIs: string
  /** Finds the thing that the question shows. */
  readonly find: (store: PetStore, id: bigint) => PromiseLike<WithResponse<T>>
  readonly describe: (found: T) => string
  /** Deletes it, if it still has the tag of the condition. */
  readonly remove: (
    store: PetStore,
    id: bigint,
    condition: { readonly ifMatch?: string | undefined },
  ) => PromiseLike<void>
}

/**
 * Makes a command delete a thing by its id, after a question on a terminal. Then it deletes only what the question
 * showed: if somebody changes the thing meanwhile, the service refuses.
 */
export const deleteAfterQuestion = <T>(
  command: Command,
  terminal: Terminal,
  { noun, idIs, find, describe, remove }: Deletion<T>,
): void => {
  command
    .argument('<id>', idIs, parseInteger)
    .addOption(new Option('--yes', 'delete without a question'))
    .action(async (id: bigint, options: DeleteOptions) => {
      await withStore(terminal, options, async (store) => {
        const thing = `${noun} ${id}`
        let ifMatch: string | undefined
        if (options.yes !== true) {
          if (terminal.isTerminal.input !== true || !terminal.isTerminal.error) {
            throw new UsageError(
              'There is no terminal to ask on; --yes deletes without a question.',
            )
          }
          const { data, etag } = await find(store, id)
          ifMatch = etag
          const described = printable(describe(data)).replaceAll('\n', ' ')
          await ask(terminal, `Delete ${thing}, ${described}, for good?`)
        }
        await remove(store, id, { ifMatch })
        if (!wantsJson(terminal, options)) terminal.out(`Deleted ${thing}.\n`)
      })
    })
}

/** @throws Failure unless the answer is yes */
const ask = async ({ error, input }: Terminal, question: string): Promise<void> => {
  error(`${question} [y/N] `)
  const answer = await readLine(input)
  // Without a line there is no line break either.
  if (answer === undefined) error('\n')
  if (!/^y(?:es)?$/i.test(answer ?? '')) throw new Failure('Nothing was deleted.')
}

/** The first line of a stream, or undefined if the stream ends before. */
const readLine = async (input: Readable): Promise<string | undefined> => {
  const lines = createInterface({ input })
  try {
    for await (const line of lines) return line.trim()
    return undefined
  } finally {
    lines.close()
  }
}
