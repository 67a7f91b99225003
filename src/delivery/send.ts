import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import type { Clock } from '../core/clock.ts'
import { serviceVersion } from '../core/version.ts'
import type { Agents } from './agent.ts'
import { type Attempt, AttemptFailure, attemptTimes, keptBytes } from './attempt.ts'
import { retryAfterOf } from './retry-after.ts'

/** A message to a receiver, with all that one attempt to send it needs. */
export type Message = {
  /** An https URL; an http one for a host that the operator allows. */
  readonly url: string
  /** When the attempt begins, in milliseconds since the Unix epoch. */
  readonly at: number
  /** Its id and its signatures. */
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

/**
 * Makes one attempt to deliver a message. It takes at most `attemptTimes.whole`, and never rejects. If the signal breaks
 * it off, nobody knows what became of it.
 */
export type Send = (message: Message, signal?: AbortSignal) => Promise<Attempt>

export type SenderParts = {
  readonly agents: Agents
  /** Milliseconds for an attempt; `attemptTimes.whole` by default. */
  readonly longest?: number
}

/** The most interim answers (1xx) before the answer. */
const maxInterim = 10

/** What came of a request. */
type Answer = Pick<Attempt, 'status' | 'body' | 'retryAfter'>

export const sender = ({ agents, longest = attemptTimes.whole }: SenderParts): Send => {
  const userAgent = `petstore-webhooks/${serviceVersion()}`
  return async ({ url, at, headers, body }, signal) => {
    const began = performance.now()
    const bytes = Buffer.from(body)
    const all = {
      ...headers,
      'content-type': 'application/json',
      'content-length': bytes.length,
      'user-agent': userAgent,
      accept: '*/*',
    }
    const elapsed = (): number => Math.round(performance.now() - began)
    const now = (): number => at + elapsed()
    try {
      const answer = await exchange(agents, new URL(url), all, bytes, longest, now, signal)
      const { status = 0 } = answer
      const result = status >= 200 && status < 300 ? 'delivered' : 'status'
      return { at, duration: elapsed(), result, ...answer }
    } catch (error) {
      const { result, message: reason } = failureOf(error)
      return { at, duration: elapsed(), result, reason }
    }
  }
}

/** Sends a request, once more if a kept connection was closed by the time that it was used again. */
const exchange = async (
  agents: Agents,
  url: URL,
  headers: Readonly<Record<string, string | number>>,
  body: Uint8Array,
  longest: number,
  now: Clock,
  signal: AbortSignal | undefined,
): Promise<Answer> => {
  const protocol = url.protocol === 'https:' ? 'https' : 'http'
  const make = protocol === 'https' ? requestHttps : requestHttp
  const options = { method: 'POST', headers, ...(signal && { signal }) }
  const end = performance.now() + longest
  const left = (): number => Math.max(1, end - performance.now())
  const kept = make(url, { ...options, agent: agents[protocol] })
  try {
    return await answerOf(kept, body, left(), now)
  } catch (error) {
    if (!kept.reusedSocket || signal?.aborted === true || !isClosed(error)) throw error
    const fresh = make(url, { ...options, createConnection: agents.fresh[protocol] })
    return await answerOf(fresh, body, left(), now)
  }
}

/** The answer to a request: its status decides, whatever becomes of its body. */
const answerOf = async (
  request: ClientRequest,
  body: Uint8Array,
  longest: number,
  now: Clock,
): Promise<Answer> => {
  const { promise, resolve, reject } = Promise.withResolvers<Answer>()
  let isFinished = false
  let answer:
    | { readonly response: IncomingMessage; readonly kept: Buffer[]; size: number }
    | undefined
  /** @param failure makes the error; Errors are costly, and most answers end without one */
  const finish = (failure: () => Error): void => {
    clearTimeout(timer)
    if (isFinished) return
    isFinished = true
    if (answer === undefined) reject(failure())
    else resolve(readAnswer(answer.response, Buffer.concat(answer.kept), now()))
    // Closes a connection over which more would come. Node keeps one whose answer has ended.
    if (answer?.response.complete !== true) request.destroy()
  }
  const timer = setTimeout(() => finish(() => noAnswer(longest)), longest)
  let interim = 0
  request.on('information', () => {
    interim += 1
    if (interim > maxInterim) finish(notHttp)
  })
  request.on('upgrade', (_, socket) => {
    socket.destroy()
    finish(notHttp)
  })
  request.on('response', (response) => {
    // Node takes any three digits for a status.
    if ((response.statusCode ?? 0) < 200) {
      finish(notHttp)
      return
    }
    const reading = { response, kept: [] as Buffer[], size: 0 }
    answer = reading
    response.on('data', (chunk: Buffer) => {
      if (reading.size < keptBytes) reading.kept.push(chunk.subarray(0, keptBytes - reading.size))
      reading.size += chunk.length
      if (reading.size > keptBytes) finish(closed)
    })
    response.on('error', () => finish(closed))
    response.on('end', () => finish(closed))
  })
  request.on('error', (error) => finish(() => error))
  request.on('close', () => finish(closed))
  request.end(body)
  return await promise
}

const readAnswer = (response: IncomingMessage, body: Buffer, now: number): Answer => {
  const retryAfter = retryAfterOf(response.headers['retry-after'], now)
  return {
    status: response.statusCode ?? 0,
    // A character that was cut off is left out.
    body: new TextDecoder().decode(body, { stream: true }),
    ...(retryAfter !== undefined && { retryAfter }),
  }
}

const noAnswer = (longest: number): AttemptFailure =>
  new AttemptFailure('timeout', `No answer within ${Math.round(longest / 1_000)} seconds.`)

const closed = (cause?: unknown): AttemptFailure =>
  new AttemptFailure('connection', 'The receiver closed the connection without an answer.', cause)

const notHttp = (cause?: unknown): AttemptFailure =>
  new AttemptFailure('protocol', 'The answer is no valid answer of HTTP/1.1.', cause)

/** Whether a connection was closed before any answer. */
const isClosed = (error: unknown): boolean => failureOf(error).result === 'connection'

const failureOf = (error: unknown): AttemptFailure => {
  if (error instanceof AttemptFailure) return error
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  return code.startsWith('HPE_') ? notHttp(error) : closed(error)
}
