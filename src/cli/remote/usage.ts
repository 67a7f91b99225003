import { type Command, Option } from 'commander'
import type { Usage } from '../../../client/src/index.ts'
import { listUsage } from '../../../client/src/store.ts'
import { type Interval, intervals } from '../../access/quotas/history/request-history.ts'
import { example } from '../kit/help.ts'
import { jsonLine, printable, table, type Terminal } from '../kit/terminal.ts'
import { callService } from './client.ts'
import type { RemoteOptions } from './call.ts'
import { beginRemote } from './command.ts'
import { printList, wantsJson } from './print.ts'

/** `petstore usage`: what the API key of the variables may do and has used, at a running service. */
export const addUsageCommand = (program: Command, terminal: Terminal): void => {
  const about = 'show what an API key has used of its quota, which costs nothing'
  const usage = beginRemote(program, 'usage', about)
    .addOption(
      new Option(
        '--history <interval>',
        'what it sent in each of the last intervals instead',
      ).choices(Object.keys(intervals)),
    )
    .action(async ({ history, json, baseUrl }: RemoteOptions & { readonly history?: Interval }) => {
      await callService(terminal, baseUrl, async (service) => {
        if (history !== undefined) {
          const columns = ['start', 'operation', 'status', 'code', 'window', 'count']
          await printList({ terminal, json, columns }, 'entries', Infinity, () =>
            listUsage(service, { interval: history }),
          )
          return
        }
        const used = await service.reply<Usage>({ operation: 'GET /usage' })
        terminal.out(wantsJson({ terminal, json }) ? jsonLine(used) : usageText(used))
      })
    })
  example(usage, '--history day')
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
