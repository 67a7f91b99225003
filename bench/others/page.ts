import { describeMachine } from '../machine.ts'
import type { Effort } from '../measure.ts'
import { machineOf } from '../report.ts'
import { number, table } from '../shared/table.ts'
import { animals } from './contender.ts'
import type { Compared } from './compare.ts'
import { operations } from './operations.ts'

/** The comparison, for a terminal or a Markdown page. */
export const othersPage = (
  all: readonly Compared[],
  { generator, rounds, seconds }: Effort,
): string => {
  const rows = all.map(({ name, costs }) => [
    name,
    ...operations.flatMap((operation) => {
      const cost = costs.get(operation)
      return cost === undefined ? ['–', '–'] : [cost.cpu.toFixed(1), number(cost.requestsPerSecond)]
    }),
  ])
  const head = ['program', ...operations.flatMap((operation) => [`${operation}, cpu ×`, 'req/s'])]
  const day = new Date().toISOString().slice(0, 10)
  return [
    `Measured on ${day} with ${generator}, ${rounds} round${rounds === 1 ? '' : 's'} of ${seconds} s, ${number(animals)} animals at first, reads over 32 connections, creates over 64. ${machineOf(describeMachine())}.`,
    '',
    table(head, rows),
    ...all.map(({ name, notes }) => `- **${name}.** ${notes}`),
    ...all.flatMap(({ name, missing }) =>
      missing.slice(0, 1).map((why) => `- Not measured of ${name}: ${why}`),
    ),
  ].join('\n')
}
