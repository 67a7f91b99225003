import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../test/helpers/app.ts'
import { withCleanup } from '../test/helpers/cleanup.ts'
import { freePort } from '../test/helpers/free-port.ts'
import { poll } from '../test/helpers/poll.ts'
import { capture } from './capture.ts'
import { type Case, casesFor } from './cases.ts'
import { fillStore } from './data.ts'
import { figuresOf, median } from './measure.ts'
import { type Server, startBare, startService, stop } from './servers.ts'
import { number, table } from './table.ts'

/**
 * `npm run bench:others`: the service and what somebody could take in its place, under the same loads in turn, as multiples of the
 * bare server's processor time. The packages are installed from npm into a temporary folder.
 */
const animals = 1_000
const effort = { rounds: 3, seconds: 2 }
const packages = ['fastify@5.12.8', '@fastify/rate-limit@11.2.0']

await withCleanup(async (t) => {
  const root = temporaryFolder(t)
  const stopLater = (server: Server): Server => {
    t.after(async () => await stop(server))
    return server
  }
  const options = ['--no-save', '--no-audit', '--no-fund', '--prefix', root]
  execFileSync('npm', ['install', ...options, ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const dataDir = join(root, 'own')
  mkdirSync(dataDir)
  const filled = await fillStore(dataDir, { animals, keys: 10 })
  const own = stopLater(await startService(dataDir))
  const port = await freePort()
  const usual = fileURLToPath(new URL('usual-assembly.ts', import.meta.url))
  const args = [usual, root, String(port), filled.keys.wide, String(animals)]
  const child = spawn(process.execPath, args, { cwd: root, stdio: 'ignore' })
  const fastify = stopLater({ port, process: child })
  await Promise.race([
    once(child, 'exit').then(() => Promise.reject(new Error(`${usual} ended.`))),
    poll(async () => await fetch(`http://127.0.0.1:${port}/`).catch(() => undefined)),
  ])
  const servers = [own, fastify]
  const wanted = new Set(['first page, hot', 'single read, cold', 'create, 64 connections'])
  const cases = casesFor({ ...filled, animals }).filter(({ name }) => wanted.has(name))
  // Some write or sync for each create alone, and have no such limit as the service on the length of a page.
  const patient = (each: Case): Case => ({ ...each, load: { ...each.load, timeout: 60 } })
  const rows = [['this service'], ['Fastify with rate limiter and SQLite']]
  for (const each of cases.map(patient)) {
    const bare = stopLater(await startBare(await capture(own.port, each)))
    const rounds: number[][] = rows.map(() => [])
    let rates: readonly number[] = []
    // The first round warms up.
    for (let round = 0; round <= effort.rounds; round += 1) {
      const { cpu } = await figuresOf(bare, each, effort)
      const seen = []
      for (const server of servers) seen.push(await figuresOf(server, each, effort))
      if (round > 0) for (const [at, one] of seen.entries()) rounds[at]?.push(one.cpu / cpu)
      rates = seen.map(({ requestsPerSecond }) => requestsPerSecond)
    }
    for (const [at, row] of rows.entries()) {
      row.push(median(rounds[at] ?? []).toFixed(1), number(rates[at] ?? Number.NaN))
    }
    await stop(bare)
  }
  const head = ['program', ...cases.flatMap(({ name }) => [`${name}, cpu ×`, 'req/s'])]
  process.stdout.write(table(head, rows))
})
