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
  readonly since?: bigint
  readonly type?: readonly EventType[]
  readonly follow: boolean
}

/** `petstore events tail`: what happens in a running service. */
export const addEventsCommands = (program: Command, terminal: Terminal): void => {
  const group = program.command('events').description('Show what happens.')
  const tail = beginRemote(group, 'tail', 'print events as they happen, until Ctrl-C')
    .addOption(
      new Option(
        '--since <id>',
        'begin after the event with this id, 0 for all that are stored; with the next one if it is left out',
      ).argParser(readInteger),
    )
    .addOption(
      new Option('--type <types>', `only these: ${eventTypes.join(', ')}`).argParser(
        readWords(eventTypes),
      ),
    )
    .option('--no-follow', 'end at the newest event')
    .action(async ({ since, type: types, follow, json, baseUrl }: TailOptions) => {
      await callService(terminal, baseUrl, async (service) => {
        const after = since ?? (await service.reply<Usage>({ operation: 'GET /usage' })).lastEventId
        const asJson = wantsJson({ terminal, json })
        const events = (follow ? followEvents : listEvents)(service, { after, types })
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
