import { type Command, Option } from 'commander'
import type { EventType, StoreEvent } from '../../client/src/index.ts'
import { eventTypes } from '../events/types.ts'
import {
  namesOf,
  parseInteger,
  remoteCommands,
  type RemoteOptions,
  wantsJson,
  withStore,
} from './remote.ts'
import { jsonLine, printable, type Terminal } from './terminal.ts'

type TailOptions = RemoteOptions & {
  readonly since?: bigint
  readonly type?: readonly EventType[]
  readonly follow: boolean
}

/** `petstore events tail`: what happens in a running service. */
export const addEventsCommands = (program: Command, terminal: Terminal): void => {
  const command = remoteCommands(program.command('events').description('Shows what happens.'))

  command('tail', 'prints events as they happen, until Ctrl-C')
    .addOption(
      new Option(
        '--since <id>',
        'begins behind the event with this id, 0 for all that are kept; with the next one if it is left out',
      ).argParser(parseInteger),
    )
    .addOption(
      new Option('--type <types>', `only these: ${eventTypes.join(', ')}`).argParser(
        namesOf(eventTypes),
      ),
    )
    .option('--no-follow', 'ends at the newest event')
    .action(async ({ since, type: types, follow, ...options }: TailOptions) => {
      await withStore(terminal, options, async (store) => {
        const after = since ?? (await store.usage()).lastEventId
        const asJson = wantsJson(terminal, options)
        for await (const event of store.events({ after, types, follow })) {
          terminal.out(asJson ? jsonLine(event) : lineOf(event))
        }
      })
    })
}

/** An event on one line: when, which, what, by whom, and the things that it is about as JSON. */
const lineOf = ({ id, timestamp, type, by = '', data }: StoreEvent): string => {
  const facts = jsonLine(data).trimEnd()
  const cells = [timestamp, String(id), type, by, facts].filter((cell) => cell !== '')
  return `${printable(cells.join('  ')).replaceAll('\n', ' ')}\n`
}
