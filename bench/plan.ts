import { number, table } from './shared/table.ts'
import type { Results, Sized } from './results.ts'
import type { RoundTrips } from './round-trip.ts'

/**
 * The cost of one call to other programs, in microseconds of processor time. `npm run bench:others` measured on 2026-11-21:
 * PostgreSQL 15, and Redis 7.0, whose protocol and scripts Valkey shares.
 */
export const others = { page: 25, insert: 59, spend: 13 } as const

/** How many of 100 requests are of each kind. Most callers mostly read the first pages. */
const mix: Readonly<Record<string, number>> = {
  'first page, hot': 70,
  'cold page': 15,
  'single read, cold': 5,
  'over quota': 5,
  'create, 64 connections': 5,
}

/** The rates that the plan covers, in requests a second. */
const rates = [10_000, 100_000, 1_000_000]

/** The planned use of a core. The rest is for peaks, and for the failure of a machine. */
const fullest = 0.5

/** How much one core serves, and how many cores each rate needs, on one machine and on several. */
export const planOf = ({ sizes, roundTrips }: Results): string => {
  const largest = sizes.toSorted((a, b) => b.animals - a.animals)[0]
  if (largest === undefined || roundTrips === undefined) return ''
  return [capacityOf(largest), coresOf(largest, roundTrips)].join('\n')
}

const capacityOf = ({ animals, cases }: Sized): string => {
  const planned = cases.filter(({ name }) => name in mix)
  const rows = planned.map(({ name, service }) => [
    name,
    service.cpu.toFixed(1),
    number(1_000_000 / service.cpu),
  ])
  const head = ['case', 'µs a request', 'requests a second and core']
  return `What one core serves at ${number(animals)} animals\n\n${table(head, rows)}`
}

const coresOf = ({ cases }: Sized, roundTrips: readonly RoundTrips[]): string => {
  const costOf = (name: string): number =>
    cases.find((each) => each.name === name)?.service.cpu ?? Number.NaN
  const shareOf = (...names: readonly string[]): number =>
    names.reduce((sum, name) => sum + (mix[name] ?? 0), 0) / 100
  const alone = Object.keys(mix).reduce((sum, name) => sum + costOf(name) * shareOf(name), 0)
  const reads = shareOf('cold page', 'single read, cold')
  const creates = shareOf('create, 64 connections')
  const trip = roundTrips.find(({ together }) => together > 1)?.cpu ?? Number.NaN
  // Each request asks the counters; a page that is not kept asks the database too.
  const shared = alone + trip * (1 + reads + creates)
  const database = others.page * reads + others.insert * creates
  const cores = (rate: number, microseconds: number): string =>
    Math.ceil((rate * microseconds) / 1_000_000 / fullest).toString()
  const rows = rates.map((rate) => [
    number(rate),
    cores(rate, alone),
    cores(rate, shared),
    cores(rate, database),
    cores(rate, others.spend),
  ])
  const head = [
    'requests a second',
    'cores, one machine',
    'cores of the service, several machines',
    'cores of PostgreSQL',
    'cores of Valkey',
  ]
  const trips = roundTrips.map(
    ({ together, cpu, latency }) =>
      `${together === 1 ? 'one at a time' : `${together} in one write`} ${cpu.toFixed(1)} µs of processor time each, ${latency.toFixed(0)} µs to the answer`,
  )
  return [
    `Cores, each half used, for ${Object.entries(mix)
      .map(([name, share]) => `${share} % ${name}`)
      .join(', ')}`,
    '',
    table(head, rows),
    `On average a request of this mix takes ${alone.toFixed(1)} µs on one machine, and ${shared.toFixed(1)} µs with its round trips. A round trip to another process, measured here: ${trips.join('; ')}.`,
    '',
  ].join('\n')
}
