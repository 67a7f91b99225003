import { type Command, Option } from 'commander'
import type { Usage, UsageEntry } from '../../client/src/index.ts'
import { type Interval, intervals } from '../quotas/history/request-history.ts'
import { printList, remoteCommands, type RemoteOptions, wantsJson, withStore } from './remote.ts'
import { jsonLine, printable, table, type Terminal } from './terminal.ts'

type UsageOptions = RemoteOptions & { readonly history?: Interval }

/** The columns of a history, from left to right. */
const headings = {
  start: 'START',
  operation: 'OPERATION',
  status: 'STATUS',
  code: 'CODE',
  window: 'WINDOW',
  count: 'COUNT',
} as const satisfies Record<keyof UsageEntry, string>

/** `petstore usage`: what the API key of the variables may do and has used, at a running service. */
export const addUsageCommand = (program: Command, terminal: Terminal): void => {
  remoteCommands(program)(
    'usage',
    'shows what an API key has used of its quota, which costs nothing',
  )
    .addOption(
      new Option(
        '--history <interval>',
        'what it sent in each of the last intervals instead',
      ).choices(Object.keys(intervals)),
    )
    .action(async ({ history, ...options }: UsageOptions) => {
      await withStore(terminal, options, async (store) => {
        if (history !== undefined) {
          await printList(terminal, options, headings, 'entries', () =>
            store.usageHistory({ interval: history }),
          )
          return
        }
        const usage = await store.usage()
        terminal.out(wantsJson(terminal, options) ? jsonLine(usage) : usageText(usage))
      })
    })
}

const usageText = ({ key, windows, ban, openOrders, deprecatedCalls }: Usage): string => {
  const ends = key.expiresAt === undefined ? 'never expires' : `expires ${key.expiresAt}`
  const head = ['WINDOW', 'LIMIT', 'USED', 'REMAINING', 'ENDS']
  const rows = windows.map(({ name, limit, used, remaining, resetsAt }) => [
    name,
    ...[limit, used, remaining].map(String),
    resetsAt,
  ])
  return [
    `Key ${printable(key.id)} (${printable(key.name)}, ${key.plan}, ${ends}), with the scopes ${key.scopes.join(', ') || 'none'}:\n\n`,
    table(head, rows),
    `\nIt is ${ban === undefined ? 'not banned' : `banned since ${printable(ban.since)}, until ${printable(ban.until)}`}.\n`,
    `Orders placed: ${openOrders.used} of ${openOrders.limit}.\n`,
    `Calls of deprecated operations in 90 days: ${deprecatedCalls}.\n`,
  ].join('')
}
