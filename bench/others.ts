import { execFileSync, spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { temporaryFolder } from '../test/helpers/app.ts'
import { withCleanup } from '../test/helpers/cleanup.ts'
import { freePort } from '../test/helpers/free-port.ts'
import { findProgram, searchPath } from '../test/helpers/needs.ts'
import { poll } from '../test/helpers/poll.ts'
import { capture, type Twin } from './capture.ts'
import { casesFor } from './cases.ts'
import { fillStore } from './data.ts'
import type { Load } from './load.ts'
import { figuresOf, median } from './measure.ts'
import { type Server, startBare, startService, stop } from './servers.ts'
import { table } from './table.ts'

/**
 * `npm run bench:others [-- --rounds 5 --seconds 2]`: compares the service with alternatives under the same loads, in turn:
 * the processor time of all threads and processes of each. npm packages are installed into a separate folder. Missing
 * Debian packages are skipped. Neither registry has PocketBase, and Directus does not install within ten minutes.
 */
const { values } = parseArgs({
  options: { rounds: { type: 'string' }, seconds: { type: 'string' } },
})
const effort = { rounds: Number(values.rounds ?? 5), seconds: Number(values.seconds ?? 2) }
const animals = 1_000
const packages = ['fastify@5.12.8', '@fastify/rate-limit@11.2.0', 'bun@1.4.5', 'json-server@0.17.4']
/** Where npm installs the packages, also for later runs. */
const installed = fileURLToPath(new URL('../node_modules/.cache/bench-others', import.meta.url))
const print = (text: string): void => void process.stdout.write(`${text}\n`)

/** A program to measure. */
type Program = {
  readonly name: string
  /** The Debian package that it needs. Such a program serves static files, so it is not measured on creates. */
  readonly needs?: string
  /** Starts it for a case, with the responses of the service. */
  readonly start: (twin: Twin, port: number) => Server | Promise<Server>
  /** Its path for the resource at a path of the service. */
  readonly path?: (path: string) => string
}

/** Sends the responses of the service, regardless of the path. */
const inBun = `
  const { answers } = JSON.parse(process.env.TWIN)
  for (const [method, { status, headers: all, body }] of Object.entries(answers)) {
    const headers = all.flatMap((name, at) => at % 2 || /^content-length$/i.test(name) ? [] : [[name, all[at + 1]]])
    answers[method] = () => new Response(body, { status, headers })
  }
  const fetch = (request) => request.method === 'GET' ? answers.GET?.() ?? new Response() : request.text().then(answers.POST)
  Bun.serve({ port: Number(process.env.PORT), hostname: '127.0.0.1', fetch })`

/** Serves the page and each animal as files. */
const nginxOf = (root: string, port: number): string => `
  daemon off; user root; worker_processes 1; pid ${root}/nginx.pid; error_log stderr crit;
  events { worker_connections 512; }
  http {
    access_log off; sendfile on; tcp_nopush on; default_type application/json;
    keepalive_requests 1000000000; open_file_cache max=2000 inactive=1h;
    server { listen 127.0.0.1:${port}; root ${root}/files; location = /v1/pets { alias ${root}/page.json; } }
  }`

const h2oOf = (root: string, port: number): string => `
user: root
num-threads: 1
listen: { host: 127.0.0.1, port: ${port} }
file.mime.setdefaulttype: application/json
hosts: { default: { paths: {
  /v1/pets/: { file.dir: "${root}/files/v1/pets" },
  /v1/pets: { file.file: "${root}/page.json" } } } }
`

await withCleanup(async (t) => {
  const root = temporaryFolder(t)
  const dataDir = join(root, 'own')
  for (const folder of [installed, dataDir, join(root, 'files/v1/pets')])
    mkdirSync(folder, { recursive: true })
  const install = 'install --no-save --no-audit --no-fund --loglevel=error --prefix'.split(' ')
  execFileSync('npm', [...install, installed, ...packages], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
  const filled = await fillStore(dataDir, { animals, keys: 10 })
  const ends = (server: Server): Server => {
    t.after(async () => await stop(server))
    return server
  }
  const own = ends(await startService(dataDir))
  const headers = { authorization: `Bearer ${filled.keys.wide}` }
  const read = async (path: string): Promise<string> =>
    await (await fetch(`http://127.0.0.1:${own.port}/v1/pets${path}`, { headers })).text()
  const file = (name: string, text: string): string => {
    writeFileSync(join(root, name), text)
    return join(root, name)
  }
  file('page.json', await read(''))
  const pets: unknown[] = []
  for (let id = 1; id <= animals; id += 1) {
    const pet = await read(`/${id}`)
    file(`files/v1/pets/${id}`, pet)
    pets.push(JSON.parse(pet))
  }

  /** Starts a program, and waits until it answers on the port. */
  const run = async (port: number, program: string, args: string[], env = {}): Promise<Server> => {
    const child = spawn(program, args, {
      // One program puts its database into the working directory.
      cwd: temporaryFolder(t),
      stdio: ['ignore', 'ignore', 'inherit'],
      env: { PATH: searchPath(), PORT: String(port), ...env },
    })
    const server = ends({ port, process: child })
    await poll(async () => {
      if (child.exitCode !== null) throw new Error(`${program} ended.`)
      return await fetch(`http://127.0.0.1:${port}/v1/pets`).catch(() => undefined)
    })
    return server
  }
  const bin = join(installed, 'node_modules/.bin')
  const assembly = fileURLToPath(new URL('usual-assembly.ts', import.meta.url))
  const { wide } = filled.keys
  const servesFiles = (needs: string, configure: typeof nginxOf): Program => ({
    name: `${needs}, files`,
    needs,
    start: (_, port) => run(port, needs, ['-c', file(`${needs}.conf`, configure(root, port))]),
  })
  const all: readonly Program[] = [
    { name: 'this service', start: () => own },
    { name: 'bare node:http', start: async (twin) => ends(await startBare(twin)) },
    {
      name: 'Bun.serve, the same answers',
      start: (twin, port) =>
        run(port, `${bin}/bun`, [file('bun.js', inBun)], { TWIN: JSON.stringify(twin) }),
    },
    servesFiles('nginx', nginxOf),
    servesFiles('h2o', h2oOf),
    {
      name: 'json-server',
      path: (path) => (path === '/v1/pets' ? '/pets?_limit=20' : path.slice('/v1'.length)),
      start: (_, port) => {
        const store = file('db.json', JSON.stringify({ pets }))
        return run(port, `${bin}/json-server`, ['--quiet', '--port', String(port), store])
      },
    },
    {
      name: 'Fastify with rate limiter and SQLite',
      start: (_, port) =>
        run(port, process.execPath, [assembly, installed, String(port), wide, String(animals)]),
    },
  ]
  const programs = all.filter(({ name, needs }) => {
    const isHere = needs === undefined || findProgram(needs) !== undefined
    if (!isHere) print(`${name}: not here, apt-get install ${needs}`)
    return isHere
  })
  const wanted = new Set(['first page, hot', 'single read, cold', 'create, 64 connections'])
  const cases = casesFor({ ...filled, animals }).filter(({ name }) => wanted.has(name))
  const rows = programs.map(({ name }) => [name])
  for (const each of cases) {
    const twin = await capture(own.port, each)
    const running: Array<{ at: number; server: Server; load: Load; cpu: number[] }> = []
    for (const [at, { start, needs, path }] of programs.entries()) {
      if (needs !== undefined && each.name.startsWith('create')) continue
      const requests = each.load.requests.map((one) => ({
        ...one,
        path: path?.(one.path) ?? one.path,
      }))
      // A long timeout: some programs write or sync every create separately, and do not limit the length of a page.
      const load = { ...each.load, requests, timeout: 60 }
      running.push({ at, server: await start(twin, await freePort()), load, cpu: [] })
    }
    // The first round is a warm-up.
    for (let round = 0; round <= effort.rounds; round += 1) {
      for (const { server, load, cpu } of running) {
        const figures = await figuresOf(server, { ...each, load }, effort)
        if (round > 0) cpu.push(figures.cpu)
      }
    }
    const bare = running[1]?.cpu ?? []
    for (const row of rows) row.push('', '')
    for (const { at, server, cpu } of running) {
      const times = median(cpu.map((time, round) => time / (bare[round] ?? Number.NaN)))
      rows[at]?.splice(-2, 2, median(cpu).toFixed(1), times.toFixed(2))
      if (server !== own) await stop(server)
    }
  }
  print(table(['program', ...cases.flatMap(({ name }) => [`${name}, µs`, '×'])], rows))
})
