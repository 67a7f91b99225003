import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { TestContext } from 'node:test'
import { PetStore, type PetStoreOptions } from '../../client/src/index.ts'
import type { AgreedLimits } from '../../src/access/quotas/plans.ts'
import { startApp, type TestApp, TestClock } from './app.ts'
import { listen } from './listening.ts'

/** A client of an app, with its key unless it has another. */
export const clientOf = (
  { baseUrl, key }: Pick<TestApp, 'baseUrl' | 'key'>,
  options: PetStoreOptions = {},
): PetStore => new PetStore({ baseUrl, apiKey: key, onWarning: () => {}, ...options })

/** A client whose waits end at once: they only move the clock, which a service may share. */
export const fastClient = (
  options: Partial<PetStoreOptions> & { readonly baseUrl: string },
  clock: Pick<TestClock, 'time' | 'advance'>,
): { readonly store: PetStore; readonly waits: number[] } => {
  const waits: number[] = []
  const store = new PetStore({
    apiKey: 'pets_test_any',
    world: {
      now: () => clock.time,
      random: () => 0.5,
      wait: async (milliseconds, signal) => {
        signal?.throwIfAborted()
        waits.push(milliseconds)
        clock.advance(milliseconds)
      },
    },
    ...options,
  })
  return { store, waits }
}

/** An app, and a fast client of it, whose waits move the clock of the app. */
export const startFastStore = async (
  t: TestContext,
  options: Omit<PetStoreOptions, 'baseUrl'> = {},
  limits?: AgreedLimits,
) => {
  const app = await startApp(t)
  const apiKey = limits === undefined ? app.key : (await app.addKey('enterprise', limits)).key
  return { app, ...fastClient({ baseUrl: app.baseUrl, apiKey, ...options }, app.clock) }
}

/** What a faulty server does with a request; the last step is repeated. */
export type Step = (request: IncomingMessage, response: ServerResponse) => void

/** A server that follows a script of steps, faults included. It ends with the test. */
export const startFaultyServer = async (t: TestContext, ...steps: readonly Step[]) => {
  /** Each request as it came, its body included. */
  const requests: Array<
    Pick<IncomingMessage, 'method' | 'url' | 'headers'> & { readonly body: string }
  > = []
  const server = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('error', () => {})
    request.on('end', () => {
      const step = steps[Math.min(requests.length, steps.length - 1)]
      requests.push({ method: request.method, url: request.url, headers: request.headers, body })
      step?.(request, response)
    })
  })
  const faulty = { baseUrl: `http://127.0.0.1:${await listen(t, server)}/v1`, requests }
  // So that a test can spread it into the options of a client, which take no others.
  return Object.defineProperty(faulty, 'requests', { enumerable: false })
}

export type FaultyServer = Awaited<ReturnType<typeof startFaultyServer>>

/** A server that follows such a script, and a fast client of it with a clock of its own. */
export const startFaultyStore = async (t: TestContext, ...steps: readonly Step[]) => {
  const server = await startFaultyServer(t, ...steps)
  return { requests: server.requests, ...fastClient(server, new TestClock()) }
}

/** Answers with JSON text. */
export const answer =
  (status: number, json: string, headers: Readonly<Record<string, string>> = {}): Step =>
  (_request, response) => {
    response.writeHead(status, { 'Content-Type': 'application/json', ...headers })
    response.end(json)
  }

/** Answers with an Error body. */
export const refuse = (
  status: number,
  code: string,
  headers: Readonly<Record<string, string>> = {},
): Step => answer(status, JSON.stringify({ code, message: `It is ${code}.`, status }), headers)

/** Closes the connection without an answer. */
export const drop: Step = (request) => {
  request.socket.destroy()
}
