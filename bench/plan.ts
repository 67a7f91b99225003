import { number, table } from './shared/table.ts'
import type { ClusterResults, Results, Sized } from './results.ts'

/** How many of 100 requests are of each kind. Most callers mostly read the first pages. */
const mix: Readonly<Record<string, number>> = {
  'first page, hot': 70,
  'cold page': 15,
  'single read, cold': 5,
  'over quota': 5,
  'create, 64 connections': 5,
}
const mixed = Object.entries(mix)
  .map(([name, share]) => `${share} % ${name}`)
  .join(', ')

/** The rates that the plan covers, in requests a second. */
const rates = [10_000, 100_000, 1_000_000]

/** The planned use of a core. The rest is for peaks, and for the failure of a machine. */
const fullest = 0.5

/** Cores of a machine of the plan. */
const machineCores = 16

/** The animals for which the plan says how much disk they take. */
const mostAnimals = 1_000_000_000

/** How much one core serves, and how many cores each rate needs, on one machine. */
export const planOf = ({ sizes }: Results): string => {
  const largest = sizes.toSorted((a, b) => b.animals - a.animals)[0]
  if (largest === undefined) return ''
  const alone = mean((name) => costOf(largest, name))
  const rows = rates.map((rate) => [number(rate), String(coresFor(rate, alone))])
  return [
    capacityOf(largest),
    `Cores, each half used, for ${mixed}`,
    '',
    table(['requests a second', 'cores, one machine'], rows),
    `On average a request of this mix takes ${alone.toFixed(1)} µs on one machine.`,
    '',
  ].join('\n')
}

/** How many cores and machines each rate needs on several machines, by what a node and its engines spend. */
export const clusterPlanOf = ({ node, shares, animalBytes }: ClusterResults): string => {
  const shareOf = (name: string) => shares.find((each) => each.name === name)
  const service = mean((name) => costOf(node, name))
  const postgres = mean((name) => shareOf(name)?.postgres ?? Number.NaN)
  const counters = mean((name) => shareOf(name)?.counters ?? Number.NaN)
  const rows = rates.map((rate) => [
    number(rate),
    String(coresFor(rate, service)),
    // One more, so that one may fail.
    String(Math.ceil(coresFor(rate, service) / machineCores) + 1),
    String(coresFor(rate, postgres)),
    String(coresFor(rate, counters)),
  ])
  const head = [
    'requests a second',
    'cores of the service',
    `machines of ${machineCores} cores`,
    'cores of PostgreSQL',
    'cores of Valkey',
  ]
  const creates = 1_000_000 / (shareOf('create, 64 connections')?.postgres ?? Number.NaN)
  const reached = (creates * 100) / (mix['create, 64 connections'] ?? Number.NaN)
  const disk = (animalBytes * mostAnimals) / 1e9
  return [
    `Cores, each half used, for ${mixed}`,
    '',
    table(head, rows),
    `On average a request of this mix takes ${service.toFixed(1)} µs of a node, ${postgres.toFixed(1)} µs of PostgreSQL and ${counters.toFixed(1)} µs of the counters. One Valkey counts on one core, so at most ${number(1_000_000 / counters)} requests a second; more need several, with the callers divided among them. One transaction writes at a time, so one PostgreSQL takes at most ${number(creates)} creates a second, those of ${number(reached)} requests of this mix; with a synchronous standby fewer. An animal takes ${number(animalBytes)} bytes there, with its indexes: ${number(mostAnimals)} animals take ${number(disk)} GB.`,
    '',
  ].join('\n')
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

const costOf = ({ cases }: Sized, name: string): number =>
  cases.find((each) => each.name === name)?.service.cpu ?? Number.NaN

/** The mean of the mix. */
const mean = (cost: (name: string) => number): number =>
  Object.entries(mix).reduce((sum, [name, share]) => sum + (cost(name) * share) / 100, 0)

const coresFor = (rate: number, microseconds: number): number =>
  Math.ceil((rate * microseconds) / 1_000_000 / fullest)
