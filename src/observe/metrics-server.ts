import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { http } from '../base/node-http.ts'
import { type AddressInfo, isIP } from 'node:net'
import { inUrl, reachable } from '../base/addresses.ts'
import type { Awaitable } from '../base/awaitable.ts'
import type { Config } from '../base/config/config.ts'
import type { Clock } from '../base/clock.ts'
import type { Environment } from '../base/environments.ts'
import { messageOf } from '../base/errors/message-of.ts'
import type { Observe } from '../base/observation.ts'
import type { Supervised } from './service-metrics.ts'
import { pipeline } from 'node:stream/promises'

export type MetricsServer = { readonly url: string; close(): Promise<void> }

/** Limits for a few scrapers; times in milliseconds. One request per connection: a client that pipelines many costs one page. */
const bounds = { connections: 64, requests: 1, request: 5_000, idle: 30_000 } as const

/** Loads the pages of the server, by path. */
type Pages = () => Promise<Readonly<Record<string, MetricsPage>>>

export type MetricsPage = {
  readonly type: string
  readonly headers?: Readonly<Record<string, string>>
  make(): Awaitable<string>
}

/**
 * Serves the metrics on the configured address; undefined if they are off or the default port is taken. Pages are loaded
 * on the first request, so that the first answer of the service need not wait for them. @throws Error for the operator
 */
export const startMetrics = async (
  config: Config,
  workers: ReadonlyMap<Environment, Supervised>,
  observe: Observe,
  now: Clock,
): Promise<MetricsServer | undefined> => {
  const { host, names, port, required } = config.metrics
  if (port === undefined) return undefined
  const pages: Pages = async () => {
    const { metricsPages } = await import('./metrics-pages.ts')
    return metricsPages({ dataDir: config.dataDir, workers, now })
  }
  const diagnose = config.metrics.diagnostics ? diagnosticsOf(workers, observe) : undefined
  try {
    const server = await serveMetrics({ host, names, port }, pages, diagnose)
    observe({ kind: 'metrics_listening', url: server.url })
    return server
  } catch (error) {
    const reason = messageOf(error)
    const problem = `The metrics cannot be served on port ${port} of ${host}: ${reason}. Set PETSTORE_METRICS_PORT to another port, or to off.`
    if (required) throw new Error(problem, { cause: error })
    observe({ kind: 'metrics_unavailable', reason: problem })
    return undefined
  }
}

/** Serves `pages` by path on a separate address: clients cannot read them, and a scrape spends no quota. @throws Error */
export const serveMetrics = async (
  { host, names, port }: Pick<Config['metrics'], 'host' | 'names' | 'port'>,
  pages: Pages,
  diagnose?: ReturnType<typeof diagnosticsOf>,
): Promise<MetricsServer> => {
  const server = http.createServer(
    { requestTimeout: bounds.request, headersTimeout: bounds.request },
    (request, response) => {
      // With `maxRequestsPerSocket` alone, closing the connection would be left to the client.
      response.shouldKeepAlive = false
      if (!isAddressed(request.headers.host, names)) {
        const text =
          'Ask for the metrics by an IP address or localhost, or set PETSTORE_METRICS_NAMES to this name.\n'
        response.writeHead(421, { 'Content-Type': 'text/plain' }).end(text)
        return
      }
      const answering =
        diagnose && /^\/debug\/(?:profile|heap-snapshot)(?:\?|$)/.test(request.url ?? '')
          ? diagnose(request, response)
          : answer(request, response, pages)
      answering.catch(() =>
        response.headersSent ? response.destroy() : response.writeHead(500).end(),
      )
    },
  )
  server.maxConnections = bounds.connections
  server.maxRequestsPerSocket = bounds.requests
  server.timeout = bounds.idle
  server.listen(port, host)
  await once(server, 'listening')
  // A TCP server's address is an object once it listens.
  const { port: listening } = server.address() as AddressInfo
  return {
    url: `http://${inUrl(reachable(host))}:${listening}/metrics`,
    close: async () => {
      if (!server.listening) return
      const closed = server[Symbol.asyncDispose]()
      server.closeAllConnections()
      await closed
    },
  }
}

/** Refuses unknown names, against DNS rebinding by a web page. HTTP/1.0, which no browser sends, may lack a `Host`. */
const isAddressed = (host: string | undefined, names: readonly string[]): boolean => {
  if (host === undefined) return true
  const name = host.replace(/:\d*$/, '').toLowerCase()
  const address = name.startsWith('[') && name.endsWith(']') ? name.slice(1, -1) : name
  return isIP(address) !== 0 || name === 'localhost' || names.includes(name)
}

const answer = async (
  { method, url = '' }: IncomingMessage,
  response: ServerResponse,
  pages: Pages,
): Promise<void> => {
  const [path = ''] = url.split('?', 1)
  const all = await pages()
  const page = Object.hasOwn(all, path) ? all[path] : undefined
  if (page === undefined) {
    const text = 'See /, /metrics and /health.json.\n'
    response.writeHead(404, { 'Content-Type': 'text/plain' }).end(text)
    return
  }
  if (method !== 'GET' && method !== 'HEAD') {
    response.writeHead(405, { Allow: 'GET, HEAD' }).end()
    return
  }
  const headers = { ...page.headers, 'Content-Type': page.type, 'Cache-Control': 'no-store' }
  const text = await page.make()
  response.writeHead(200, headers).end(text)
}

const loopback = /^(?:::1|(?:::ffff:)?127\.[\d.]+)$/

/** Answers with a profile or heap snapshot, one at a time. Only for this machine (a heap has secrets), but not its browsers. */
export const diagnosticsOf = (workers: ReadonlyMap<string, Supervised>, observe: Observe) => {
  let isBusy = false
  return async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const { method, url = '', headers, socket } = request
    const { pathname, searchParams } = new URL(url, 'http://localhost')
    const what = pathname === '/debug/profile' ? 'profile' : 'heap snapshot'
    const environment = searchParams.get('environment') ?? ''
    const worker = workers.get(environment)
    // The maximum is below the time for which the metrics server leaves a connection idle.
    const seconds = Number(searchParams.get('seconds') ?? 10)
    const refuse = (status: number, reason: string): void =>
      void response.writeHead(status, { 'Content-Type': 'text/plain' }).end(`${reason}\n`)
    if (method !== 'POST') return refuse(405, 'Use POST.')
    if (!loopback.test(socket.remoteAddress ?? '') || headers.origin !== undefined)
      return refuse(403, 'Ask from the machine of the service, over its loopback address.')
    if (worker === undefined)
      return refuse(400, `Add ?environment=, which takes ${[...workers.keys()].join(' or ')}.`)
    if (!Number.isInteger(seconds) || seconds < 1 || seconds > 20)
      return refuse(400, 'seconds takes a whole number from 1 to 20.')
    if (isBusy) return refuse(409, 'Another one is being made. Try again later.')
    isBusy = true
    try {
      const made = what === 'profile' ? [await worker.profile(seconds)] : worker.heapSnapshot()
      const content = await made
      observe({ kind: 'diagnosed', environment, what })
      response.writeHead(200, { 'Content-Type': 'application/json', 'Cache-Control': 'no-store' })
      await pipeline(content, response)
    } finally {
      isBusy = false
    }
  }
}
