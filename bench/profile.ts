import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { capture } from './capture.ts'
import { type Case, casesFor } from './cases.ts'
import { type Part, parts, sharesOf } from './cpu-profile.ts'
import { fillStore } from './data.ts'
import { writeProfile } from './docs.ts'
import { findGenerator, sendLoad } from './load.ts'
import { table } from './shared/table.ts'
import { serverOf, type Server, startBare, startService, stop } from './servers.ts'
import { usageOf } from './usage.ts'

/**
 * Shows where the time of a request goes: microseconds of processor time a request for each part, from V8's
 * profile, and the share of the kernel, from the system. `--write-docs` puts the table into
 * `docs/performance.md`.
 *
 *   npm run bench:profile -- --animals 1000000 --seconds 4
 */
const { values } = parseArgs({
  options: {
    animals: { type: 'string', default: '100000' },
    seconds: { type: 'string', default: '3' },
    'write-docs': { type: 'boolean', default: false },
  },
})
const [animals, seconds] = [Number(values.animals), Number(values.seconds)]
const wanted = new Set([
  'first page, hot',
  'cold page',
  'single read, cold',
  'wrong key',
  'create, 64 connections',
])

/** The profile of one server under one load, in microseconds a request. */
type Column = {
  readonly name: string
  readonly all: number
  readonly kernel: number
  readonly shares: Readonly<Record<Part, number>>
}

const generator = await findGenerator()
const root = mkdtempSync(join(tmpdir(), 'petstore-profile-'))

/** Profiles one server from its start to its end, and evaluates the time under load. */
const profile = async (
  name: string,
  { load }: Case,
  start: (node: readonly string[]) => Promise<Server>,
): Promise<Column> => {
  const folder = join(root, name)
  mkdirSync(folder)
  const server = await start(['--cpu-prof', '--cpu-prof-interval=250', `--cpu-prof-dir=${folder}`])
  let column: Omit<Column, 'shares'>
  let span: readonly [from: number, to: number]
  try {
    await sendLoad(generator, server.port, load, 1)
    const from = microseconds()
    const before = usageOf(server.process.pid)
    const { requests } = await sendLoad(generator, server.port, load, seconds)
    const after = usageOf(server.process.pid)
    span = [from, microseconds()]
    if (before === undefined || after === undefined) throw new Error('This needs Linux.')
    column = {
      name,
      all: (after.cpu - before.cpu) / requests,
      kernel: (after.kernel - before.kernel) / requests,
    }
  } finally {
    await stop(server)
  }
  return { ...column, shares: sharesOf(folder, ...span) }
}

const microseconds = (): number => Number(process.hrtime.bigint() / 1_000n)

const columnsOf = async (): Promise<readonly Column[]> => {
  const columns: Column[] = []
  const fill = { environment: 'staging', animals, keys: 10 } as const
  const filled = await fillStore(root, fill, undefined)
  const serve = { dataDir: root, environments: ['staging'], threads: 1 } as const
  for (const each of casesFor({ ...filled, animals })) {
    if (!wanted.has(each.name)) continue
    if (columns.length === 0) {
      const service = await startService(serve)
      const twin = await capture(serverOf(service, 'staging').port, each)
      await stop(service)
      columns.push(await profile('bare server', each, (node) => startBare(twin, node)))
    }
    const column = await profile(each.name, each, async (node) =>
      serverOf(await startService({ ...serve, node }), 'staging'),
    )
    columns.push(column)
  }
  return columns
}

try {
  const columns = await columnsOf()
  const rows = parts.map((part) => [
    part,
    ...columns.map(({ all, shares }) => (all * shares[part]).toFixed(1)),
  ])
  const text = table(
    ['µs a request', ...columns.map(({ name }) => name)],
    [
      ...rows,
      ['all', ...columns.map(({ all }) => all.toFixed(1))],
      ['of it in the kernel', ...columns.map(({ kernel }) => kernel.toFixed(1))],
    ],
  )
  process.stdout.write(text)
  if (values['write-docs']) writeProfile(text)
} finally {
  rmSync(root, { recursive: true })
}
