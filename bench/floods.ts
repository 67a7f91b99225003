import { fork } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import type { Twin } from './capture.ts'
import { fillStore } from './data.ts'
import type { FloodOrder } from './flood.ts'
import { median } from './measure.ts'
import { parseAnswer, RawConnection, writeRequest } from './shared/raw-client.ts'
import { number, table } from './shared/table.ts'
import { type Server, serverOf, startBare, startService, stop } from './servers.ts'
import { usageOf } from './usage.ts'

/**
 * Measures ordinary clients beside clients that send as many requests as they can, or read none of their answers. Beside
 * the service, a bare node:http server gets the same flood:
 *
 *   npm run bench:floods [-- --seconds 3] [--only memory]
 */
const { values } = parseArgs({
  options: { seconds: { type: 'string', default: '3' }, only: { type: 'string', default: '' } },
})
const seconds = Number(values.seconds)

/** A header field that few clients send. */
const odd = { TE: 'x' }
const packetBytes = 64 * 1024

/** The bare server gets its answer in an environment variable, whose size the system limits. */
const mostTwinBytes = 60_000

type Flood = {
  readonly name: string
  readonly connections: number
  readonly bytes: string
  readonly once: boolean
  readonly reads: number | undefined
}

const filled = (request: string): string =>
  request.repeat(Math.ceil(packetBytes / request.length)).slice(0, packetBytes)
const whole = (request: string): string => request.repeat(Math.floor(packetBytes / request.length))

const floodsFor = (key: string): readonly Flood[] => {
  const document = writeRequest('GET', '/openapi.json', odd)
  const bearer = { Authorization: `Bearer ${key}` }
  const unread = (connections: number): Flood => ({
    name: `memory: ${connections} × 64 KiB of GET /openapi.json, never read`,
    connections,
    bytes: whole(document),
    once: true,
    reads: 0,
  })
  const heads = (connections: number): Flood => ({
    name: `turns: ${connections} × HEAD /healthz without end`,
    connections,
    bytes: whole(writeRequest('HEAD', '/healthz', {})),
    once: false,
    reads: undefined,
  })
  const cut = (connections: number): Flood => ({
    name: `turns: ${connections} × GET /healthz in packets that end in the middle`,
    connections,
    bytes: filled(writeRequest('GET', '/healthz', { Accept: '*/*' })),
    once: false,
    reads: undefined,
  })
  const slow: Flood = {
    name: 'turns: 3000 × GET /v1/pets?limit=100 of one key, read slowly',
    connections: 3_000,
    bytes: whole(writeRequest('GET', '/v1/pets?limit=100', bearer)),
    once: true,
    reads: 20_000,
  }
  return [unread(100), unread(1_000), heads(8), heads(64), cut(8), cut(64), slow]
}

/** The latency of an ordinary client, and the memory that the server adds, beside a flood. */
type Seen = {
  /** Milliseconds. */
  readonly read: readonly number[]
  readonly create: readonly number[]
  readonly health: readonly number[]
  /** Bytes. */
  readonly grown: number
}

const watch = async (server: Server, flood: Flood, key: string): Promise<Seen> => {
  const before = usageOf(server.process.pid)?.memory ?? Number.NaN
  const child = fork(fileURLToPath(new URL('flood.ts', import.meta.url)))
  try {
    const order: FloodOrder = { port: server.port, ...flood }
    child.send(order)
    await once(child, 'message')
    const bearer = { Authorization: `Bearer ${key}` }
    const json = { ...bearer, 'Content-Type': 'application/json' }
    const requests = {
      health: writeRequest('GET', '/healthz', {}),
      read: writeRequest('GET', '/v1/pets', bearer),
      create: writeRequest('POST', '/v1/pets', json, '{"name":"Rex","categoryId":1}'),
    }
    const until = performance.now() + seconds * 1_000
    const [health, read, create, most] = await Promise.all([
      ask(server.port, requests.health, until),
      ask(server.port, requests.read, until),
      ask(server.port, requests.create, until),
      maxMemory(server, until),
    ])
    return { health, read, create, grown: most - before }
  } finally {
    child.kill()
    await once(child, 'exit')
    // The server may still hold memory of closed connections; it must not count for the next flood.
    await wait(1_000)
  }
}

/** The time of each answer. A last request without an answer counts with its time so far. */
const ask = async (port: number, request: string, until: number): Promise<readonly number[]> => {
  const taken: number[] = []
  const connection = await RawConnection.open(port)
  while (performance.now() < until) {
    const begun = performance.now()
    const answer = await Promise.race([connection.ask(request), wait(until + 5_000 - begun)])
    taken.push(performance.now() - begun)
    if (answer === undefined) break
    const { status } = parseAnswer(answer)
    if (status >= 400) throw new Error(`The ordinary client was answered ${status}.`)
    await wait(2)
  }
  connection.close()
  return taken
}

const maxMemory = async (server: Server, until: number): Promise<number> => {
  let most = 0
  while (performance.now() < until) {
    most = Math.max(most, usageOf(server.process.pid)?.memory ?? Number.NaN)
    await wait(50)
  }
  return most
}

const twinOf = async (port: number, path: string, key: string): Promise<Twin> => {
  const connection = await RawConnection.open(port)
  const headers = { Authorization: `Bearer ${key}` }
  const answer = parseAnswer(await connection.ask(writeRequest('GET', path, headers)))
  connection.close()
  const added = /^(?:date|connection|keep-alive)$/i
  const kept = answer.headers.filter((_, at, all) => !added.test(all[at - (at % 2)] ?? ''))
  const body = answer.body.slice(0, mostTwinBytes)
  const length = kept.indexOf('Content-Length') + 1
  const twin = { ...answer, body, headers: kept.with(length, String(Buffer.byteLength(body))) }
  return {
    answers: { GET: twin, POST: twin, HEAD: { ...twin, body: '' } },
    keepAliveTimeout: 72_000,
  }
}

const shown = (times: readonly number[]): string =>
  `${median(times).toFixed(1)} / ${Math.max(...times).toFixed(0)}`
const row = (name: string, server: string, { health, read, create, grown }: Seen): string[] => [
  name,
  server,
  shown(read),
  shown(create),
  shown(health),
  number(Math.round(grown / 1_048_576)),
]

const dataDir = mkdtempSync(join(tmpdir(), 'petstore-floods-'))
const rows: string[][] = []
try {
  const fill = { environment: 'staging', animals: 1_000, keys: 10 } as const
  const { keys } = await fillStore(dataDir, fill, undefined)
  for (const flood of floodsFor(keys.wide)) {
    if (!flood.name.includes(values.only)) continue
    // Each flood gets fresh servers, because the memory that one leaves behind would count for the next.
    const service = await startService({ dataDir, environments: ['staging'], threads: 1 })
    const server = serverOf(service, 'staging')
    try {
      const path = flood.name.startsWith('memory') ? '/openapi.json' : '/v1/pets'
      const bare = await startBare(await twinOf(server.port, path, keys.wide))
      try {
        rows.push(row(flood.name, 'service', await watch(server, flood, keys.wide)))
        rows.push(row('', 'bare Node', await watch(bare, flood, keys.wide)))
      } finally {
        // It would first go on with requests whose answers nobody reads any more.
        bare.process.kill('SIGKILL')
      }
    } finally {
      await stop(service)
    }
    process.stderr.write(`${flood.name}\n`)
  }
} finally {
  rmSync(dataDir, { recursive: true })
}
const head = ['beside', 'server', 'read, ms', 'create, ms', '/healthz, ms', 'grown by, MiB']
process.stdout.write(
  `An ordinary client beside a flood: the median and the longest of its answers.\n\n${table(head, rows)}\n`,
)
