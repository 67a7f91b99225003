import type { Agent, OutgoingHttpHeaders } from 'node:http'
import { connect } from 'node:net'
import { http } from '../../src/base/node-http.ts'
import type { Answer } from './answer.ts'
import { judgeAnswer } from './contract.ts'
import { answersIn } from './raw-answers.ts'

export type { Answer } from './answer.ts'

export type Call = {
  readonly method?: string
  readonly key?: string | undefined
  readonly headers?: OutgoingHttpHeaders
  /** A string or bytes are sent unchanged, without a Content-Type; anything else is sent as JSON. */
  readonly body?: unknown
  /** The agent whose connections to use. */
  readonly agent?: Agent
  /** Gives the request up. */
  readonly signal?: AbortSignal
}

/** Judges of answers. Each sees every answer that any test receives. */
export const judges: Array<(answer: Answer) => void> = [judgeAnswer]

/** Sends one request and reads the whole answer. */
export const call = async (url: string, options: Call = {}): Promise<Answer> => {
  const { method = 'GET', key, body, agent, signal } = options
  const raw = typeof body === 'string' || body instanceof Uint8Array
  const payload = body === undefined ? undefined : raw ? body : JSON.stringify(body)
  const { origin, pathname, search } = new URL(url)
  const answer = await new Promise<Answer>((resolve, reject) => {
    const request = http.request(
      url,
      {
        method,
        agent,
        signal,
        headers: {
          ...(key !== undefined && { authorization: `Bearer ${key}` }),
          ...(payload !== undefined && { 'content-length': Buffer.byteLength(payload) }),
          ...(body !== undefined && !raw && { 'content-type': 'application/json' }),
          ...options.headers,
        },
      },
      (response) => {
        const chunks: Buffer[] = []
        response.on('data', (chunk: Buffer) => chunks.push(chunk))
        response.on('error', reject)
        response.on('end', () => {
          resolve({
            method,
            target: pathname + search,
            status: response.statusCode ?? 0,
            headers: response.headers,
            text: Buffer.concat(chunks).toString('utf8'),
          })
        })
      },
    )
    request.on('error', (error) => reject(new Error(`${method} ${origin}: ${error.message}`)))
    request.end(payload)
  })
  for (const judge of judges) judge(answer)
  return answer
}

/** The body of an answer that is an Error. */
export const errorOf = (answer: Answer): { code: string; message: string; status: number } =>
  JSON.parse(answer.text)

/** The URL of a relation in a `Link` header (RFC 8288), or undefined. */
export const linkOf = (answer: Answer, relation: string): string | undefined =>
  [...String(answer.headers['link'] ?? '').matchAll(/<([^>]+)>;\s*rel="([^"]+)"/g)].find(
    ([, , rel]) => rel === relation,
  )?.[1]

/**
 * Shows the judges the answers among bytes that a test read from a connection of its own.
 *
 * @param received the bytes as Latin-1
 */
export const judgeBytes = (sent: string | Uint8Array, received: string): void => {
  for (const answer of answersIn(sent, received)) {
    for (const judge of judges) judge(answer)
  }
}

/** Writes bytes to a port and reads until the other side closes. */
export const sendBytes = async (port: number, bytes: string | Uint8Array): Promise<string> => {
  const answered = await new Promise<string>((resolve, reject) => {
    let received = ''
    const socket = connect({ port, host: '127.0.0.1' }, () => socket.write(bytes))
    socket.on('data', (chunk: Buffer) => (received += chunk.toString('latin1')))
    socket.on('error', (error) => (received === '' ? reject(error) : resolve(received)))
    socket.on('close', () => resolve(received))
  })
  judgeBytes(bytes, answered)
  return answered
}
