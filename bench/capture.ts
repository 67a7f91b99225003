import { isDeepStrictEqual } from 'node:util'
import type { Expected, Workload } from './cases.ts'
import type { Request } from './load.ts'
import { parseAnswer, type RawAnswer, RawConnection, writeRequest } from './raw-client.ts'

/** The answers of a bare server: one for each method, and the headers that Node adds about the connection. */
export type Twin = {
  readonly answers: Readonly<Record<string, RawAnswer>>
  /** Milliseconds. */
  readonly keepAliveTimeout: number
}

/** How many requests of a case are sampled, spread over all of its requests. */
const samples = 24
/** Headers that Node's server adds itself; the bare server has them too. */
const added = ['date', 'connection', 'keep-alive']

/**
 * Sends requests of a case to the service. For each method it keeps the answer of median length, for the
 * bare server to send.
 *
 * @throws Error if an answer is not what the case says that it measures
 */
export const capture = async (port: number, { name, load, expected }: Workload): Promise<Twin> => {
  const connection = await RawConnection.open(port)
  const byMethod = new Map<string, RawAnswer[]>()
  try {
    const step = Math.max(1, Math.floor(load.requests.length / samples))
    // If all requests are alike, this one spends the last of a quota, or is the one that a replay repeats.
    const other = load.requests.at(-1)
    if (other !== undefined) await connection.ask(bytesOf(other, load.headers))
    for (let at = 0; at < load.requests.length; at += step) {
      const request = load.requests[at]
      if (request === undefined) continue
      const answer = parseAnswer(await connection.ask(bytesOf(request, load.headers)))
      check(name, answer, expected[request.method])
      byMethod.set(request.method, [...(byMethod.get(request.method) ?? []), answer])
    }
  } finally {
    connection.close()
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
  const [request] = load.requests
  if (request === undefined) return
  const connection = await RawConnection.open(port)
  const seen = parseAnswer(await connection.ask(bytesOf(request, load.headers)))
  connection.close()
  if (!isDeepStrictEqual(withoutAdded(seen), twin.answers[request.method]))
    throw new Error(`${name}: the bare server does not answer as the service does.`)
}

const bytesOf = (request: Request, common: Readonly<Record<string, string>>): string =>
  writeRequest(request.method, request.path, { ...common, ...request.headers }, request.body)

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
    (text, index) => index % 2 === 0 && text.toLowerCase() === wanted.toLowerCase(),
  )
  return at === -1 ? undefined : headers[at + 1]
}

const withoutAdded = ({ status, headers, body }: RawAnswer): RawAnswer => ({
  status,
  headers: headers.filter((_, at) => !added.includes(headers[at - (at % 2)]?.toLowerCase() ?? '')),
  body,
})

// There is one at least.
const medianOf = (answers: readonly RawAnswer[]): RawAnswer =>
  answers.toSorted((a, b) => a.body.length - b.body.length)[answers.length >> 1] as RawAnswer
