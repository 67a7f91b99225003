import { type ChildProcess, execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { parseAnswer, RawConnection, writeRequest } from '../shared/raw-client.ts'
import type { Counted } from './coverage-probe.ts'

/** The part of `src/` that a request of a kind executes, over all threads. */
export type Executed = {
  readonly files: readonly string[]
  /** How many different functions it calls, and how many calls it makes. */
  readonly functions: number
  readonly calls: number
}

/** How many requests of a kind are sent. A function that not all of them call is chance, such as a timer. */
const samples = 5
const warming = 5
const threads = 2
/** Enough connections that each thread gets some. */
const connections = 16

/**
 * Counts what requests execute, with V8's precise coverage, in a service as it is delivered: a separate process, two
 * threads, metrics, the default log. Each request goes over a connection of the thread that does not write.
 *
 * @param checkout the folder of the sources, with its packages installed
 */
export const countFiles = async (checkout: string): Promise<ReadonlyMap<string, Executed>> => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-files-'))
  const env = {
    PATH: process.env['PATH'],
    PETSTORE_DATA_DIR: folder,
    PETSTORE_ENVIRONMENTS: 'staging',
    PETSTORE_STAGING_PORT: '0',
    PETSTORE_METRICS_PORT: '0',
    PETSTORE_THREADS: String(threads),
    // The log line of a request does not belong to the counted path.
    PETSTORE_LOG_SAMPLE: '0',
    // Coverage is less exact for code from the compile cache.
    NODE_DISABLE_COMPILE_CACHE: '1',
  }
  try {
    const program = join(checkout, 'bin', 'petstore.js')
    const create = 'keys create --environment staging --plan business --name files --json'
    const { stdout } = await run(process.execPath, [program, ...create.split(' ')], { env })
    // The line that `keys create --json` prints.
    const { key } = JSON.parse(stdout) as { key: string }
    const probe = new URL('coverage-probe.ts', import.meta.url).href
    const service = spawn(process.execPath, ['--import', probe, program, 'serve', '--json'], {
      cwd: checkout,
      env,
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
    })
    try {
      const [port] = await Promise.all([portOf(service), untilAllListen(service)])
      return await askAll(service, port, key)
    } finally {
      service.kill('SIGTERM')
      if (service.exitCode === null && service.signalCode === null) await once(service, 'exit')
    }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

const run = promisify(execFile)

const portOf = async ({ stdout }: ChildProcess): Promise<number> => {
  if (stdout === null) throw new Error('The service has no standard output.')
  for await (const line of createInterface({ input: stdout })) {
    // The line that `serve --json` prints for each environment.
    const { baseUrl } = JSON.parse(line) as { baseUrl: string }
    return Number(new URL(baseUrl).port)
  }
  throw new Error('The service did not start.')
}

/** Resolves once the log says that all threads listen. It keeps reading the log. */
const untilAllListen = async ({ stderr }: ChildProcess): Promise<void> => {
  if (stderr === null) throw new Error('The service has no log.')
  const seen: string[] = []
  await new Promise<void>((resolve, reject) => {
    createInterface({ input: stderr })
      .on('line', (line) => {
        seen.push(line)
        if (line.includes('"threads_listening"')) resolve()
      })
      .once('close', () => reject(new Error(`The service ended:\n${seen.join('\n')}`)))
  })
}

type Ask = (request: string) => Promise<string | undefined>
type Calls = ReadonlyMap<string, number>

const askAll = async (
  service: ChildProcess,
  port: number,
  key: string,
): Promise<ReadonlyMap<string, Executed>> => {
  const get = (path: string): string =>
    writeRequest('GET', path, { Authorization: `Bearer ${key}` })
  let creates = 0
  const create = (): string => {
    creates += 1
    const headers = {
      Authorization: `Bearer ${key}`,
      'Content-Type': 'application/json',
      'Idempotency-Key': `files-${creates}`,
    }
    return writeRequest('POST', '/v1/pets', headers, JSON.stringify({ name: 'Rex', categoryId: 3 }))
  }
  const connection = await findForwarding(service, port, create)
  const ask: Ask = async (request) => await answer(connection, request)
  const executed = new Map<string, Executed>()
  /** @param next what to ask for, given the page that was answered before as next */
  const count = async (kind: string, next: (link: string | undefined) => string): Promise<void> => {
    let link: string | undefined
    const seen: Calls[] = []
    for (let asked = 0; asked < warming + samples; asked += 1) {
      const request = next(link)
      await callsOf(service)
      link = await ask(request)
      const { calls } = await callsOf(service)
      if (asked >= warming) seen.push(calls)
    }
    executed.set(kind, executedIn(seen))
  }
  try {
    await count('hot page', () => get('/v1/pets'))
    // Each page is asked for once. The sample animals are one more than the requests.
    await count('cold page', (link = '/v1/pets?limit=1') => get(link))
    await count('keyed create, two threads', create)
  } finally {
    connection.close()
  }
  return executed
}

/** A connection to a thread that does not write, so another thread writes its creates. */
const findForwarding = async (
  service: ChildProcess,
  port: number,
  create: () => string,
): Promise<RawConnection> => {
  for (let tried = 0; tried < connections; tried += 1) {
    const connection = await RawConnection.open(port)
    let maxThreads = threads
    // A timer of the other thread can run beside one request, but not beside all.
    for (let asked = 0; asked < samples && maxThreads === threads; asked += 1) {
      await callsOf(service)
      await answer(connection, create())
      const { busy } = await callsOf(service)
      maxThreads = Math.min(maxThreads, busy)
    }
    if (maxThreads === threads) return connection
    connection.close()
  }
  throw new Error('No connection came to the thread that does not write.')
}

/** @returns the path of the next page, if there is one */
const answer = async (connection: RawConnection, request: string): Promise<string | undefined> => {
  const { status, headers, body } = parseAnswer(await connection.ask(request))
  if (status !== 200 && status !== 201) throw new Error(`Answered ${status}: ${body}`)
  const link = headers[headers.findIndex((text, at) => at % 2 === 0 && text === 'Link') + 1]
  return /<(?:https?:\/\/[^/]+)?([^>]+)>; rel="next"/.exec(link ?? '')?.[1]
}

/** The calls of all threads since the last time, and how many serving threads made any. */
const callsOf = async (service: ChildProcess): Promise<{ calls: Calls; busy: number }> => {
  const calls = new Map<string, number>()
  const busy = new Set<number>()
  // Asked twice, because work that follows an answer can run after the first time.
  for (let turn = 0; turn < 2; turn += 1) {
    for (const { thread, calls: more } of await ask(service)) {
      for (const [name, times] of Object.entries(more)) {
        calls.set(name, (calls.get(name) ?? 0) + times)
        if (thread !== 0) busy.add(thread)
      }
    }
  }
  return { calls, busy: busy.size }
}

/** One answer of each thread, the main thread included. */
const ask = async (service: ChildProcess): Promise<readonly Counted[]> =>
  await new Promise((resolve, reject) => {
    const answers = new Map<number, Counted>()
    const take = (counted: Counted): void => {
      answers.set(counted.thread, counted)
      if (answers.size <= threads) return
      service.off('message', take)
      service.off('exit', fail)
      resolve([...answers.values()])
    }
    const fail = (): void => reject(new Error('The service ended.'))
    service.on('message', take)
    service.once('exit', fail)
    service.send('count')
  })

/** The functions that all of the requests called, with the lowest number of calls. */
const executedIn = (seen: readonly Calls[]): Executed => {
  const [first = new Map<string, number>(), ...rest] = seen
  const always = [...first]
    .map(([name, times]) => {
      const others = rest.map((calls) => calls.get(name) ?? 0)
      return [name, Math.min(times, ...others)] as const
    })
    .filter(([, times]) => times > 0)
  const files = new Set(always.map(([name]) => name.slice(0, name.indexOf(':'))))
  return {
    files: [...files].toSorted(),
    functions: always.length,
    calls: always.reduce((sum, [, times]) => sum + times, 0),
  }
}
