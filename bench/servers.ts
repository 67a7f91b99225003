import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { request } from 'node:http'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import type { Load } from './load.ts'

/** A server under measurement. */
export type Server = { readonly port: number; readonly process: ChildProcess }

/** An answer as the service sent it, for the bare server to send again. */
export type Captured = {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string
}

const pathOf = (file: string): string => fileURLToPath(new URL(file, import.meta.url))

/** Starts the service with one environment, staging, on a free port. */
export const startService = async (dataDir: string): Promise<Server> => {
  const child = spawn(process.execPath, [pathOf('../src/main.ts'), 'serve', '--json'], {
    env: {
      PATH: process.env['PATH'],
      PETSTORE_DATA_DIR: dataDir,
      PETSTORE_ENVIRONMENTS: 'staging',
      PETSTORE_STAGING_PORT: '0',
      PETSTORE_METRICS_PORT: '0',
      // Writing a line a request is measured by a case of its own.
      PETSTORE_LOG_LEVEL: process.env['BENCH_LOG_LEVEL'] ?? 'warn',
      PETSTORE_TRUSTED_PROXIES: '127.0.0.1',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const { baseUrl } = JSON.parse(await firstLine(child)) as { baseUrl: string }
  return { port: Number(new URL(baseUrl).port), process: child }
}

/** Starts the bare server: node:http and a constant answer. */
export const startBare = async (captured: Captured): Promise<Server> => {
  const child = spawn(process.execPath, [pathOf('bare.ts')], {
    env: { PATH: process.env['PATH'], ANSWER: JSON.stringify(captured) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  return { port: Number(await firstLine(child)), process: child }
}

export const stop = async ({ process: child }: Server): Promise<void> => {
  if (child.exitCode !== null) return
  child.kill('SIGTERM')
  await once(child, 'exit')
}

const firstLine = async (child: ChildProcess): Promise<string> => {
  if (child.stdout === null) throw new Error('The server has no standard output.')
  for await (const line of createInterface({ input: child.stdout })) return line
  throw new Error('The server did not start.')
}

/** Headers that Node's server adds by itself, to the bare one's answers too. */
const added = new Set(['date', 'connection', 'keep-alive'])

/** Asks the service once for what a load asks for. */
export const capture = async (port: number, load: Load): Promise<Captured> => {
  const [first] = load.requests
  if (first === undefined) throw new Error('A load needs a request.')
  return await new Promise((resolve, reject) => {
    const asking = request(
      {
        port,
        host: '127.0.0.1',
        method: load.method,
        path: first.path,
        headers: { ...load.headers, ...first.headers },
      },
      (response) => {
        let body = ''
        response.setEncoding('utf8').on('data', (text: string) => (body += text))
        response.on('end', () => {
          const headers: string[] = []
          for (let at = 0; at < response.rawHeaders.length; at += 2) {
            const name = response.rawHeaders[at] ?? ''
            if (!added.has(name.toLowerCase()))
              headers.push(name, response.rawHeaders[at + 1] ?? '')
          }
          resolve({ status: response.statusCode ?? 0, headers, body })
        })
      },
    )
    asking.on('error', reject)
    asking.end(first.body)
  })
}

/**
 * The processor time that a process has used, in microseconds, and its peak memory in bytes (proc(5)); undefined where
 * the system does not tell.
 */
export const usageOf = ({ process: { pid } }: Server): Usage | undefined => {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
    // Behind the command's name, which may hold spaces; ticks are 10 ms on every Linux of today.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    const ticks = Number(fields[11]) + Number(fields[12])
    const status = readFileSync(`/proc/${pid}/status`, 'latin1')
    const peak = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) * 1_024
    return { cpu: ticks * 10_000, peak }
  } catch {
    return undefined
  }
}

export type Usage = { readonly cpu: number; readonly peak: number }
