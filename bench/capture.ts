import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { text } from 'node:stream/consumers'
import { isDeepStrictEqual } from 'node:util'
import type { Expected, Workload } from './cases.ts'
import type { Load, Request } from './load.ts'

/** A response. Its header names and values alternate, in the order and case in which they were sent. */
type RawAnswer = {
  readonly status: number
  readonly headers: readonly string[]
  readonly body: string
}

/** What a bare server sends: one response for each method, and the keep-alive timeout for the headers that Node adds. */
export type Twin = {
  readonly answers: Readonly<Record<string, RawAnswer>>
  /** Milliseconds. */
  readonly keepAliveTimeout: number
}

/** The number of requests sampled from a case, evenly spaced. */
const samples = 24
/** Headers that Node's server adds itself, so the bare server sends them anyway. */
const added = ['date', 'connection', 'keep-alive']

/**
 * Sends sampled requests of a case to the service. For each method, the response of median length is what the
 * bare server will send.
 *
 * @throws Error if a response is not the one that the case expects
 */
export const capture = async (port: number, { name, load, expected }: Workload): Promise<Twin> => {
  const byMethod = new Map<string, RawAnswer[]>()
  const step = Math.max(1, Math.floor(load.requests.length / samples))
  // A first request, for cases with a single request: it uses up the quota, or is the one that later ones replay.
  await ask(port, load, load.requests.at(-1))
  for (let at = 0; at < load.requests.length; at += step) {
    const { method = 'GET' } = load.requests[at] ?? {}
    const answer = await ask(port, load, load.requests[at])
    check(name, answer, expected[method])
    byMethod.set(method, [...(byMethod.get(method) ?? []), answer])
  }
  const answers = [...byMethod].map(([method, all]) => [method, medianOf(all)] as const)
  const [[, one]] = answers as [[string, RawAnswer]]
  return {
    answers: Object.fromEntries(answers.map(([method, answer]) => [method, withoutAdded(answer)])),
    keepAliveTimeout: 1_000 * Number(/timeout=(\d+)/.exec(headerOf(one, 'keep-alive') ?? '')?.[1]),
  }
}

/** Checks that the bare server answers with the same status, headers and body as the service. */
export const checkTwin = async (
  port: number,
  { name, load }: Workload,
  twin: Twin,
): Promise<void> => {
  const [first] = load.requests
  const seen = withoutAdded(await ask(port, load, first))
  if (!isDeepStrictEqual(seen, twin.answers[first?.method ?? '']))
    throw new Error(`${name}: the bare server does not answer as the service does.`)
}

const ask = async (port: number, load: Load, one: Request | undefined): Promise<RawAnswer> => {
  const { method, path, body, headers } = one ?? {}
  const options = { host: '127.0.0.1', port, method, path }
  const sent = request({ ...options, headers: { ...load.headers, ...headers } }).end(body)
  const [answer] = (await once(sent, 'response')) as [IncomingMessage]
  return { status: answer.statusCode ?? 0, headers: answer.rawHeaders, body: await text(answer) }
}

const check = (name: string, answer: RawAnswer, expected: Expected | undefined): void => {
  const code = answer.status < 400 ? undefined : JSON.parse(answer.body).code
  const { header: named } = expected ?? {}
  const missing = named !== undefined && headerOf(answer, named) === undefined
  const without = missing ? ` without ${named}` : ''
  const lacking = added.filter((header) => headerOf(answer, header) === undefined)
  if (lacking.length > 0) throw new Error(`${name}: the answer has no ${lacking.join(', ')}.`)
  if (answer.status === expected?.status && code === expected.code && !missing) return
  throw new Error(
    `${name}: expected ${expected?.status} ${expected?.code ?? ''}, and got ${answer.status} ${code ?? ''}${without}.`,
  )
}

const headerOf = ({ headers }: RawAnswer, wanted: string): string | undefined => {
  const at = headers.findIndex(
    (name, index) => index % 2 === 0 && name.toLowerCase() === wanted.toLowerCase(),
  )
  return at === -1 ? undefined : headers[at + 1]
}

const withoutAdded = ({ status, headers, body }: RawAnswer): RawAnswer => ({
  status,
  headers: headers.filter((_, at) => !added.includes(headers[at - (at % 2)]?.toLowerCase() ?? '')),
  body,
})

// There is at least one response.
const medianOf = (answers: readonly RawAnswer[]): RawAnswer =>
  answers.toSorted((a, b) => a.body.length - b.body.length)[answers.length >> 1] as RawAnswer
