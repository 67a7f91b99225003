import { type Command, Option } from 'commander'
import { listEvents } from '../../../client/src/events.ts'
import { followEvents } from '../../../client/src/follow.ts'
import type { EventType, SearchResult, StoreEvent, Usage } from '../../../client/src/index.ts'
import { listUsage } from '../../../client/src/store.ts'
import { type Interval, intervals } from '../../access/quotas/history/request-history.ts'
import { eventTypes } from '../../resources/events/types.ts'
import { SearchQuery } from '../../resources/search/operations.ts'
import { jsonLine, printable, table, type Terminal } from '../kit/terminal.ts'
import { type Answer, print, printList, type RemoteOptions, wantsJson } from './call.ts'
import { addServiceCommand } from './command.ts'
import { describeField, fieldOptions, readInteger, readWords, valuesOf } from './options.ts'

/** `petstore search`: searches everything in a running service that the configured API key may read. */
export const addSearchCommand = (program: Command, terminal: Terminal): void => {
  const filters = fieldOptions(SearchQuery, {}, ['q'])
  const columns = ['kind', 'id', 'title', 'detail', 'petId', 'orderId', 'contactId']
  const search = addServiceCommand(
    program,
    terminal,
    ['search', 'find anything that the API key may read', 'rex --kind pet --limit 5'],
    async (service, { json, ...given }: RemoteOptions & Answer, words: readonly string[]) => {
      const query = { q: words.join(' '), ...valuesOf(filters, given) }
      const found = service.reply<readonly SearchResult[]>({ operation: 'GET /search', query })
      print({ terminal, json, columns }, await found)
    },
  ).argument('<words...>', describeField('q', SearchQuery.properties.q).about)
  for (const { option } of filters) search.addOption(option)
}

/** `petstore contacts export`: prints all that a running service has about a person, in case they ask for it. */
export const addContactExport = (contacts: Command, terminal: Terminal): void => {
  addServiceCommand(
    contacts,
    terminal,
    ['export', 'print all that the store has about a contact, as JSON', '1'],
    async (service, _options, contactId: bigint) => {
      const query = { contactId, limit: 100 }
      const [contact, orders, notes] = await Promise.all([
        service.reply({ operation: 'GET /contacts/{contactId}', id: contactId }),
        Array.fromAsync(service.list<object>('/store/orders', query)),
        Array.fromAsync(service.list<object>('/notes', query)),
      ])
      terminal.out(jsonLine({ contact, orders, notes }))
    },
  ).argument('<id>', 'the contact', readInteger)
}

/** `petstore usage`: prints what the configured API key may do and has used, from a running service. */
export const addUsageCommand = (program: Command, terminal: Terminal): void => {
  const about = 'show what an API key has used of its quota, which costs nothing'
  const columns = ['start', 'operation', 'status', 'code', 'window', 'count']
  addServiceCommand(
    program,
    terminal,
    ['usage', about, '--history day'],
    async (
      service,
      { history: interval, json }: RemoteOptions & { readonly history?: Interval },
    ) => {
      const printing = { terminal, json, columns }
      if (interval !== undefined) {
        await printList(printing, 'entries', Infinity, () => listUsage(service, { interval }))
        return
      }
      const used = await service.reply<Usage>({ operation: 'GET /usage' })
      terminal.out(wantsJson(printing) ? jsonLine(used) : usageText(used))
    },
  ).addOption(
    new Option(
      '--history <interval>',
      'what it sent in each of the last intervals instead',
    ).choices(Object.keys(intervals)),
  )
}

const usageText = ({ key, windows, ban, openOrders, deprecatedCalls }: Usage): string => {
  const ends = key.expiresAt === undefined ? 'never expires' : `expires ${key.expiresAt}`
  const rows = windows.map(({ name, limit, used, remaining, resetsAt }) => [
    name,
    ...[limit, used, remaining].map(String),
    resetsAt,
  ])
  return [
    `Key ${printable(key.id)} (${printable(key.name)}, ${key.plan}, ${ends}), with the scopes ${key.scopes.join(', ') || 'none'}:\n\n`,
    table(['WINDOW', 'LIMIT', 'USED', 'REMAINING', 'ENDS'], rows),
    `\nIt is ${ban === undefined ? 'not banned' : `banned since ${printable(ban.since)}, until ${printable(ban.until)}`}.\n`,
    `Orders placed: ${openOrders.used} of ${openOrders.limit}.\n`,
    `Calls of deprecated operations in 90 days: ${deprecatedCalls}.\n`,
  ].join('')
}

type TailOptions = RemoteOptions & {
  readonly since?: bigint | string
  readonly until?: string
  readonly by?: string
  readonly type?: readonly EventType[]
  readonly follow: boolean
}

/** `petstore events tail`: prints the events of a running service. */
export const addEventsCommands = (program: Command, terminal: Terminal): void => {
  addServiceCommand(
    program.command('events').description('Show what happens.'),
    terminal,
    [
      'tail',
      'print events as they happen, until Ctrl-C',
      '--since 4711 --type order.placed,order.cancelled --no-follow',
    ],
    async (service, { since, until, by, type: types, follow, json }: TailOptions) => {
      const newest = async () =>
        (await service.reply<Usage>({ operation: 'GET /usage' })).lastEventId
      const start =
        typeof since === 'string' || (since === undefined && until !== undefined)
          ? { since }
          : { after: since ?? (await newest()) }
      const asJson = wantsJson({ terminal, json })
      const read = follow && until === undefined ? followEvents : listEvents
      for await (const event of read(service, { ...start, types, until, by })) {
        terminal.out(asJson ? jsonLine(event) : lineOf(event))
      }
    },
  )
    .addOption(
      new Option(
        '--since <id or time>',
        'begin after the event with this id, 0 for all that are stored, or at a time; the next event if it is left out',
      ).argParser((text: string) => (/[T:]/.test(text) ? text : readInteger(text))),
    )
    .option(
      '--until <time>',
      'only those before a time, from the oldest on unless --since says otherwise',
    )
    .option('--by <name>', 'only what the API key of this name asked for')
    .option('--type <types>', `only these: ${eventTypes.join(', ')}`, readWords(eventTypes))
    .option('--no-follow', 'end at the newest event')
}

/** Formats an event on one line: its time, id, type and author, and its data as JSON. */
const lineOf = ({ id, timestamp, type, by = '', data }: StoreEvent): string => {
  const facts = jsonLine(data).trimEnd()
  const cells = [timestamp, String(id), type, by, facts].filter((cell) => cell !== '')
  return `${printable(cells.join('  ')).replaceAll('\n', ' ')}\n`
}
