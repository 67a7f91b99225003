import { execFile } from 'node:child_process'
import { mkdtempDisposableSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { writeRequest } from './raw-client.ts'

export type Request = {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly path: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string
}

/** Requests that are sent in turn, again and again, over persistent connections. */
export type Load = {
  readonly connections: number
  readonly requests: readonly Request[]
  /** Headers of every request, in addition to the request's own. */
  readonly headers: Readonly<Record<string, string>>
  /** Seconds after which a response counts as missing; 2 by default. */
  readonly timeout?: number
}

/** The results of a load. Latencies are in milliseconds. */
export type LoadResult = {
  /** How many responses arrived. */
  readonly requests: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  /** How many responses had a status of 400 or above. */
  readonly refused: number
  /** How many requests got no response: the connection failed, or the wait took too long. */
  readonly failed: number
}

const run = promisify(execFile)

/** How many requests of each load each port was sent. */
const sent = new Map<number, WeakMap<Load, number>>()

/**
 * Sends a load to a local port with wrk, from one thread. It resumes where the last call for this load and port ended, so
 * a request is repeated only after all others.
 */
export const sendLoad = async (port: number, load: Load, seconds: number): Promise<LoadResult> => {
  const ofPort = sent.get(port) ?? new WeakMap<Load, number>()
  sent.set(port, ofPort)
  const before = ofPort.get(load) ?? 0
  const from = before % load.requests.length
  const requests = [...load.requests.slice(from), ...load.requests.slice(0, from)]
  const result = await runWrk(port, { ...load, requests }, seconds)
  ofPort.set(load, before + result.requests)
  return result
}

const runWrk = async (port: number, load: Load, seconds: number): Promise<LoadResult> => {
  using folder = mkdtempDisposableSync(join(tmpdir(), 'petstore-bench-'))
  const [script, bytes] = [join(folder.path, 'load.lua'), join(folder.path, 'requests')]
  writeFileSync(script, lua)
  const requests = load.requests.map(({ method, path, headers, body }) =>
    writeRequest(method, path, { ...load.headers, ...headers }, body),
  )
  writeFileSync(bytes, requests.join('\0'), 'latin1')
  const options = ['-t1', `-c${load.connections}`, `--timeout=${load.timeout ?? 2}s`]
  const args = [...options, `-d${seconds}s`, '-s', script, `http://127.0.0.1:${port}`, bytes]
  const { stdout } = await run('wrk', args, { maxBuffer: 1 << 24 }).catch(
    (error: NodeJS.ErrnoException) => {
      if (error.code === 'ENOENT') throw new Error('The benchmark needs wrk: apt-get install wrk')
      throw error
    },
  )
  const line = stdout.split('\n').find((text) => text.startsWith('BENCH '))
  if (line === undefined) throw new Error(`wrk said:\n${stdout}`)
  // The script below writes this line.
  return JSON.parse(line.slice('BENCH '.length)) as LoadResult
}

/** The wrk script. Before the measurement it reads the requests from the file that its argument names. */
const lua = `
local requests = {}
function init(args)
  for each in io.open(args[1], 'rb'):read('*a'):gmatch('%Z+') do requests[#requests + 1] = each end
end
local at = 0
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency, _)
  local errors = summary.errors
  io.write(string.format(
    'BENCH {"requests":%d,"seconds":%.6f,"p50":%.4f,"p99":%.4f,"refused":%d,"failed":%d}\\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, errors.status,
    errors.connect + errors.read + errors.write + errors.timeout))
end
`
