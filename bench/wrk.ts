import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Load, LoadResult } from './shared/load-of-requests.ts'

const run = promisify(execFile)

export const hasWrk = async (): Promise<boolean> =>
  await run('wrk', ['--version']).then(
    () => true,
    // wrk prints its version, but its exit status is 1.
    (error: { stdout?: string }) => error.stdout?.startsWith('wrk') === true,
  )

/** Sends a load with wrk, from one thread. */
export const runWrk = async (port: number, load: Load, seconds: number): Promise<LoadResult> => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-bench-'))
  try {
    const script = join(folder, 'load.lua')
    writeFileSync(script, luaOf(load))
    const options = ['-t1', `-c${load.connections}`, `--timeout=${load.longestWait ?? 2}s`]
    const { stdout } = await run(
      'wrk',
      [...options, `-d${seconds}s`, '-s', script, `http://127.0.0.1:${port}`],
      { maxBuffer: 1 << 24 },
    )
    const line = stdout.split('\n').find((text) => text.startsWith('BENCH '))
    if (line === undefined) throw new Error(`wrk said:\n${stdout}`)
    // The script below writes this line.
    return JSON.parse(line.slice('BENCH '.length)) as LoadResult
  } finally {
    rmSync(folder, { recursive: true })
  }
}

/** The requests are built once, before the measurement starts. */
const luaOf = ({ requests, headers: common }: Load): string => `
local requests = {}
local function add(method, path, headers, body)
  requests[#requests + 1] = wrk.format(method, path, headers, body)
end
function init()
  for _, add_some in ipairs(all) do add_some() end
end
all = {}
${chunks(requests, 200)
  .map(
    (some) =>
      `all[#all + 1] = function()\n${some
        .map(({ method, path, headers, body }) => {
          const fields = Object.entries({ ...common, ...headers }).map(
            ([name, value]) => `[${JSON.stringify(name)}]=${JSON.stringify(value)}`,
          )
          const content = body === undefined ? 'nil' : JSON.stringify(body)
          return `  add(${JSON.stringify(method)}, ${JSON.stringify(path)}, {${fields.join(',')}}, ${content})`
        })
        .join('\n')}\nend`,
  )
  .join('\n')}
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

/** A function of Lua may have only a few thousand constants. */
const chunks = <T>(all: readonly T[], size: number): ReadonlyArray<readonly T[]> =>
  Array.from({ length: Math.ceil(all.length / size) }, (_, at) =>
    all.slice(at * size, (at + 1) * size),
  )
