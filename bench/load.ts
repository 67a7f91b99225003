import { execFile, fork } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { fileURLToPath } from 'node:url'

/** One kind of request, sent again and again over connections that stay open. */
export type Load = {
  readonly connections: number
  readonly method: 'GET' | 'POST'
  /** Sent in turn; each with its own headers beside the common ones. */
  readonly requests: ReadonlyArray<{
    readonly path: string
    readonly headers?: Readonly<Record<string, string>>
    readonly body?: string
  }>
  readonly headers: Readonly<Record<string, string>>
}

/** What a load generator saw. Latencies in milliseconds. */
export type LoadResult = {
  readonly requests: number
  readonly seconds: number
  readonly p50: number
  readonly p99: number
  /** Answers by status, where the generator tells them apart; else those of 400 and above as 400. */
  readonly refused: number
}

const run = promisify(execFile)

/** Whether wrk is on the machine: it takes a third of the processor that a generator in Node does. */
export const hasWrk = async (): Promise<boolean> =>
  await run('wrk', ['--version']).then(
    () => true,
    // wrk ends with 1 where it is asked for its version, and says it all the same.
    (error: { stdout?: string }) => error.stdout?.startsWith('wrk') === true,
  )

/** Sends a load to a port of this machine for so many seconds, from another process. */
export const sendLoad = async (
  generator: 'wrk' | 'autocannon',
  port: number,
  load: Load,
  seconds: number,
): Promise<LoadResult> =>
  generator === 'wrk' ? await runWrk(port, load, seconds) : await runAutocannon(port, load, seconds)

const runWrk = async (port: number, load: Load, seconds: number): Promise<LoadResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-bench-'))
  try {
    const script = join(folder, 'load.lua')
    writeFileSync(script, luaOf(load))
    const { stdout } = await run(
      'wrk',
      ['-t1', `-c${load.connections}`, `-d${seconds}s`, '-s', script, `http://127.0.0.1:${port}`],
      { maxBuffer: 1 << 24 },
    )
    const line = stdout.split('\n').find((text) => text.startsWith('BENCH '))
    if (line === undefined) throw new Error(`wrk said:\n${stdout}`)
    // The line is written by the script below.
    return JSON.parse(line.slice('BENCH '.length)) as LoadResult
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The requests are written out once, before the clock starts. */
const luaOf = (load: Load): string => `
local requests = {}
function init()
${load.requests
  .map(({ path, headers, body }) => {
    const all = { ...load.headers, ...headers }
    const fields = Object.entries(all).map(
      ([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`,
    )
    const content = body === undefined ? 'nil' : JSON.stringify(body)
    return `  requests[#requests+1] = wrk.format(${JSON.stringify(load.method)}, ${JSON.stringify(path)}, {${fields.join(',')}}, ${content})`
  })
  .join('\n')}
end
local at = 0
function request()
  at = at % #requests + 1
  return requests[at]
end
function done(summary, latency, _)
  io.write(string.format('BENCH {"requests":%d,"seconds":%.6f,"p50":%.4f,"p99":%.4f,"refused":%d}\\n',
    summary.requests, summary.duration / 1e6, latency:percentile(50) / 1e3,
    latency:percentile(99) / 1e3, summary.errors.status))
end
`

const runAutocannon = async (port: number, load: Load, seconds: number): Promise<LoadResult> => {
  const child = fork(fileURLToPath(new URL('autocannon.ts', import.meta.url)))
  try {
    child.send({ port, load, seconds })
    return await new Promise<LoadResult>((resolve, reject) => {
      child.once('message', (result) => resolve(result as LoadResult))
      child.once('exit', (code) => reject(new Error(`The load generator ended with ${code}.`)))
    })
  } finally {
    child.kill()
  }
}
