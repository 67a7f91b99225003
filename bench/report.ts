import type { Isolation } from './isolation.ts'
import type { Machine } from './machine.ts'
import { isWithin } from './measure.ts'
import type { MemoryOverTime } from './memory.ts'
import type { ClusterResults, Results, Sized } from './results.ts'
import { number, table } from './shared/table.ts'

/** A figure that could not be measured is NaN, for example if the generator could not resolve it. */
const fixed = (value: number, places: number): string =>
  Number.isFinite(value) ? value.toFixed(places) : '–'

const mebibytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`

/** A table of the figures of all cases at one size. */
export const tableOf = ({ animals, keys, threads, cases, peak, start }: Sized): string => {
  const rows = cases.map((each) => {
    const { name, bound, service, bare, ratio, statuses } = each
    const within = isWithin(each)
    return [
      name,
      statuses.join(', '),
      fixed(ratio.cpu, 2),
      bound === undefined ? '' : bound.toFixed(2),
      within === undefined ? '' : within ? 'yes' : 'no',
      fixed(ratio.requestsPerSecond, 2),
      fixed(ratio.p50, 2),
      fixed(ratio.p99, 2),
      fixed(service.cpu, 1),
      fixed(bare.cpu, 1),
      number(service.requestsPerSecond),
      fixed(service.p50, 2),
      fixed(service.p99, 2),
    ]
  })
  const head =
    'case|status|cpu ×|at most|kept|req/s ×|p50 ×|p99 ×|cpu µs|bare µs|req/s|p50 ms|p99 ms'.split(
      '|',
    )
  const bare = Math.max(...cases.map(({ barePeak }) => barePeak))
  const threaded = threads === 1 ? 'one thread' : `${threads} threads`
  return [
    `${number(animals)} animal${animals === 1 ? '' : 's'}, ${number(keys)} keys, ${threaded}`,
    '',
    table(head, rows),
    `Start to first answer: ${number(start)} ms. Memory at most: ${mebibytes(peak)}, the bare server ${mebibytes(bare)}.`,
    '',
  ].join('\n')
}

export const memoryOf = ({ load, samples, peak }: MemoryOverTime): string => {
  const rows = samples.map(({ second, memory }) => [`${second} s`, mebibytes(memory)])
  return `Memory under a minute of: ${load} (at most ${mebibytes(peak)})\n\n${table(['after', 'memory'], rows)}`
}

export const isolationOf = (all: readonly Isolation[]): string => {
  const [rest] = all
  const rows = all.map(({ flood, p50, p99, floodPerSecond, cores }) => [
    flood,
    p50.toFixed(2),
    p99.toFixed(2),
    (p99 / (rest?.p99 ?? Number.NaN)).toFixed(2),
    number(floodPerSecond),
    cores.toFixed(2),
  ])
  const head = [
    'flood on staging',
    'p50 ms',
    'p99 ms',
    'p99 ×',
    'flood req/s',
    'cores of the service',
  ]
  return `Production under 500 requests a second while staging is flooded\n\n${table(head, rows)}`
}

/** A table of how the cost of each case grows from the second smallest store to the largest. */
export const growthOf = (sizes: readonly Sized[]): string => {
  const sorted = sizes.toSorted((a, b) => a.animals - b.animals)
  const from = sorted.find(({ animals }) => animals >= 1_000)
  const to = sorted.at(-1)
  if (from === undefined || to === undefined || from === to) return ''
  const rows = to.cases.flatMap(({ name, service, ratio }) => {
    const before = from.cases.find((each) => each.name === name)
    if (before === undefined) return []
    const [was, is] = [before.service.cpu, service.cpu]
    const multiples = fixed(ratio.cpu / before.ratio.cpu, 2)
    return [[name, fixed(was, 1), fixed(is, 1), fixed(is / was, 2), multiples]]
  })
  const head = [
    'case',
    `µs at ${number(from.animals)}`,
    `µs at ${number(to.animals)}`,
    'µs ×',
    // On a machine with other work, this figure is steadier.
    'cpu × divided by cpu ×',
  ]
  return `Growth from ${number(from.animals)} to ${number(to.animals)} animals\n\n${table(head, rows)}`
}

export const machineOf = ({
  processor,
  cores,
  memory,
  node,
  sqlite,
  system,
  sync,
}: Machine): string =>
  `${processor}, ${cores} cores, ${(memory / 2 ** 30).toFixed(0)} GiB of memory, ${system}, Node ${node}, SQLite ${sqlite}; a write of 4 KiB with its sync takes ${number(sync)} µs`

/** The results of a cluster, as Markdown: its node against the bare server, and what the engines spend. */
export const clusterOf = (results: ClusterResults): string => {
  const { day, effort, generator, machine, node, shares } = results
  const rows = shares.map(({ name, postgres, counters }) => [
    name,
    fixed(postgres, 1),
    fixed(counters, 1),
  ])
  return [
    `Measured on ${day} with ${generator}, ${effort}. ${machineOf(machine)}.`,
    '',
    tableOf(node),
    table(['case', 'PostgreSQL, µs a request', 'Redis, µs a request'], rows),
  ].join('\n')
}

/** All results, as Markdown. */
export const pageOf = (results: Results): string => {
  const { day, effort, generator, machine, sizes, memory, isolation } = results
  return [
    `Measured on ${day} with ${generator}, ${effort}. ${machineOf(machine)}.`,
    '',
    ...sizes.toSorted((a, b) => b.animals - a.animals).map(tableOf),
    growthOf(sizes),
    memory === undefined ? '' : memoryOf(memory),
    isolation === undefined ? '' : isolationOf(isolation),
  ]
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
}
