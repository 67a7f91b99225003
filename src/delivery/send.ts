import { type ClientRequest, type IncomingMessage, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { serviceVersion } from '../base/version.ts'
import { codeOf } from '../base/errors/message-of.ts'
import { type Attempt, AttemptFailure, attemptTimes, maxBodyBytes } from './attempt.ts'
import type { Connections } from './connections.ts'

/** A message to a receiver, with all that one attempt to send it needs. */
export type Message = {
  readonly url: string
  /** When the attempt begins, in milliseconds since the Unix epoch. */
  readonly at: number
  readonly headers: Readonly<Record<string, string>>
  /** JSON. */
  readonly body: string
}

type SenderParts = {
  readonly connections: Connections
  /** Milliseconds to connect, and for an attempt. */
  readonly times?: { readonly connect: number; readonly whole: number }
}

/** Maximum number of interim answers (1xx) before the answer. */
const maxInterim = 10

/** The answer to a request; `retryAfter` is the field `Retry-After` as received. */
type Answer = Awaited<ReturnType<typeof readAnswer>>

/** The phase of a request: it connects, negotiates TLS, or speaks HTTP. */
type Phase = 'tcp' | 'tls' | 'http'

/**
 * Returns a function that attempts once to deliver a message. It takes at most `attemptTimes.whole`, and never rejects. If
 * the signal aborts it, the outcome is unknown.
 */
export const sender = ({ connections, times = attemptTimes }: SenderParts) => {
  const userAgent = `petstore-webhooks/${serviceVersion()}`
  return async ({ url, at, headers, body }: Message, signal?: AbortSignal): Promise<Attempt> => {
    const began = performance.now()
    const elapsed = (): number => Math.round(performance.now() - began)
    const bytes = Buffer.from(body)
    const options = {
      method: 'POST',
      headers: {
        ...headers,
        'content-type': 'application/json',
        'content-length': bytes.length,
        'user-agent': userAgent,
        accept: '*/*',
      },
      ...(signal && { signal }),
    }
    const target = new URL(url)
    const make = target.protocol === 'https:' ? requestHttps : requestHttp
    const exchange = async (kind: 'pooled' | 'fresh'): Promise<Answer> => {
      const request = make(target, { ...options, ...connections.optionsFor(target, kind) })
      const whole = Math.max(1, times.whole - elapsed())
      return await answerTo(request, bytes, { ...times, whole }, connections)
    }
    try {
      const answer = await exchange('pooled').catch(async (error: unknown) => {
        // The receiver closed a pooled connection before it was used again.
        if (error !== staleConnection || signal?.aborted === true) throw error
        return await exchange('fresh')
      })
      const { status, body: text, retryAfter: field } = answer
      const retryAfter = retryAfterOf(field, at + elapsed())
      const result = status >= 200 && status < 300 ? 'delivered' : 'status'
      const made = { at, duration: elapsed(), result, status, body: text } as const
      return retryAfter === undefined ? made : { ...made, retryAfter }
    } catch (error) {
      const { result, message: reason } = error instanceof AttemptFailure ? error : closed(error)
      return { at, duration: elapsed(), result, reason }
    }
  }
}

/** Sends a request and reads its answer. Its status counts even if the body cannot be read. */
const answerTo = async (
  request: ClientRequest,
  body: Uint8Array,
  { connect, whole }: Required<SenderParts>['times'],
  connections: Connections,
): Promise<Answer> => {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  const timer = setTimeout(() => request.destroy(noAnswer(whole)), whole)
  const connecting = setTimeout(() => request.destroy(noConnection(connect)), connect)
  let phase: Phase = 'tcp'
  const reach = (next: Phase): void => {
    phase = next
    if (next === 'http') clearTimeout(connecting)
  }
  request.on('socket', (socket) => {
    if (request.reusedSocket) return reach('http')
    connections.count(socket)
    const isEncrypted = request.protocol === 'https:'
    socket.once('connect', () => reach(isEncrypted ? 'tls' : 'http'))
    socket.once('secureConnect', () => reach('http'))
  })
  let interim = 0
  request.on('information', () => {
    interim += 1
    if (interim > maxInterim) request.destroy(notHttp())
  })
  request.on('upgrade', (_, socket) => {
    socket.destroy()
    reject(notHttp())
  })
  request.on('response', resolve)
  request.on('error', (error) => reject(failureOf(error, phase, request.reusedSocket)))
  request.end(body)
  let answer: IncomingMessage | undefined
  try {
    const response = await promise
    // Node accepts any three digits as a status.
    if ((response.statusCode ?? 0) < 200) throw notHttp()
    answer = response
    return await readAnswer(answer)
  } finally {
    clearTimeout(timer)
    clearTimeout(connecting)
    // Closes a connection on which more of the answer would come. Node keeps one whose answer is complete.
    if (answer?.complete !== true) request.destroy()
  }
}

const readAnswer = async (response: IncomingMessage) => {
  const chunks: Buffer[] = []
  let size = 0
  try {
    // A stream without an encoding has buffers.
    for await (const chunk of response as AsyncIterable<Buffer>) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxBodyBytes) break
    }
  } catch {
    // The part of the body that arrived is enough.
  }
  const body = Buffer.concat(chunks).subarray(0, maxBodyBytes)
  return {
    status: response.statusCode ?? 0,
    // Leaves out a last character that was cut off.
    body: new TextDecoder().decode(body, { stream: true }),
    retryAfter: response.headers['retry-after'],
  }
}

const noAnswer = (milliseconds: number): AttemptFailure =>
  new AttemptFailure('timeout', `No answer within ${Math.round(milliseconds / 1_000)} seconds.`)

const noConnection = (milliseconds: number): AttemptFailure =>
  new AttemptFailure('timeout', `No connection within ${milliseconds / 1_000} seconds.`)

const closed = (cause?: unknown): AttemptFailure =>
  new AttemptFailure('connection', 'The receiver closed the connection without an answer.', cause)

const notHttp = (cause?: unknown): AttemptFailure =>
  new AttemptFailure('protocol', 'The answer is not a valid HTTP/1.1 response.', cause)

/** Means that a pooled connection ended before any answer: the message can be sent over another. */
const staleConnection = closed()

const failureOf = (error: Error, phase: Phase, isReused: boolean): AttemptFailure => {
  if (error instanceof AttemptFailure) return error
  // Only the code is shown, because the message names addresses.
  const code = codeOf(error) ?? 'unknown error'
  if (code.startsWith('HPE_')) return notHttp(error)
  if (isReused) return staleConnection
  if (phase === 'tcp') return new AttemptFailure('connection', `No connection: ${code}.`, error)
  if (phase === 'http') return closed(error)
  return new AttemptFailure('tls', `No secure connection: ${tlsReason(error, code)}.`, error)
}

/** Returns OpenSSL's own words for a fault of a certificate, and the code for other errors. */
const tlsReason = (error: Error, code: string): string => {
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID') return 'the certificate is for another host'
  return certificateFaults.test(code) ? `${error.message} (${code})` : code
}

const certificateFaults = /^(?:CERT_|DEPTH_ZERO|SELF_SIGNED|UNABLE_TO|CRL_|HOSTNAME_)/

/** Returns the milliseconds until `Retry-After` (RFC 9110 section 10.2.3), 0 if it is past; undefined if it is not valid. */
export const retryAfterOf = (value: string | undefined, now: number): number | undefined => {
  if (value === undefined) return undefined
  if (/^\d{1,10}$/.test(value)) return Number(value) * 1_000
  // No date is longer than this, and dates of HTTP end in GMT.
  const date = value.length <= 40 && value.endsWith('GMT') ? Date.parse(value) : Number.NaN
  return Number.isNaN(date) ? undefined : Math.max(0, date - now)
}
