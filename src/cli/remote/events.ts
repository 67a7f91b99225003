import { type Command, Option } from 'commander'
import { followEvents, listEvents } from '../../../client/src/events.ts'
import type { EventType, StoreEvent, Usage } from '../../../client/src/index.ts'
import { eventTypes } from '../../resources/events/types.ts'
import { example } from '../kit/help.ts'
import { jsonLine, printable, type Terminal } from '../kit/terminal.ts'
import { callService } from './client.ts'
import type { RemoteOptions } from './call.ts'
import { beginRemote } from './command.ts'
import { readInteger, readWords } from './options.ts'
import { wantsJson } from './print.ts'

type TailOptions = RemoteOptions & {
  readonly since?: bigint | string
  readonly until?: string
  readonly by?: string
  readonly type?: readonly EventType[]
  readonly follow: boolean
}

/** `petstore events tail`: what happens in a running service. */
export const addEventsCommands = (program: Command, terminal: Terminal): void => {
  const group = program.command('events').description('Show what happens.')
  const tail = beginRemote(group, 'tail', 'print events as they happen, until Ctrl-C')
    .addOption(
      new Option(
        '--since <id or time>',
        'begin after the event with this id, 0 for all that are stored, or at a time; with the next one if it is left out',
      ).argParser((text: string) => (/[T:]/.test(text) ? text : readInteger(text))),
    )
    .option(
      '--until <time>',
      'only those before a time, from the oldest on unless --since says otherwise',
    )
    .option('--by <name>', 'only what the API key of this name asked for')
    .addOption(
      new Option('--type <types>', `only these: ${eventTypes.join(', ')}`).argParser(
        readWords(eventTypes),
      ),
    )
    .option('--no-follow', 'end at the newest event')
    .action(async ({ since, type: types, until, by, ...options }: TailOptions) => {
      const { follow, json, baseUrl } = options
      await callService(terminal, baseUrl, async (service) => {
        const newest = async () =>
          (await service.reply<Usage>({ operation: 'GET /usage' })).lastEventId
        const start =
          typeof since === 'string' || (since === undefined && until !== undefined)
            ? { since }
            : { after: since ?? (await newest()) }
        const asJson = wantsJson({ terminal, json })
        const events = (follow && until === undefined ? followEvents : listEvents)(service, {
          ...start,
          types,
          until,
          by,
        })
        for await (const event of events) terminal.out(asJson ? jsonLine(event) : lineOf(event))
      })
    })
  example(tail, '--since 4711 --type order.placed,order.cancelled --no-follow')
}

/** An event on one line: when, which, what, by whom, and the things that it is about as JSON. */
const lineOf = ({ id, timestamp, type, by = '', data }: StoreEvent): string => {
  const facts = jsonLine(data).trimEnd()
  const cells = [timestamp, String(id), type, by, facts].filter((cell) => cell !== '')
  return `${printable(cells.join('  ')).replaceAll('\n', ' ')}\n`
}
