import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './answer.ts'

const requestLine = /([A-Z]+) (?:https?:\/\/[^/ ]+)?(\/[^ \r\n]*) HTTP\/1\.[01]\r?\n/g

/** The method and target of each request line in the bytes of a connection. */
const requestsIn = (
  sent: string | Uint8Array,
): ReadonlyArray<Pick<Answer, 'method' | 'target'>> => {
  const text = typeof sent === 'string' ? sent : Buffer.from(sent).toString('latin1')
  return [...text.matchAll(requestLine)].map(([, method = '', target = '']) => ({ method, target }))
}

/**
 * Matches answers with their requests, by their order. An answer to bytes that cannot be read belongs to no
 * operation. If it is not an error, it belongs to no path at all.
 */
export const withRequests = (
  sent: string | Uint8Array,
  answers: ReadonlyArray<Pick<Answer, 'status' | 'headers' | 'text'>>,
): readonly Answer[] => {
  const requests = requestsIn(sent)
  return answers
    .filter(({ status }) => status >= 200)
    .map((answer, at) => ({
      method: '',
      target: answer.status < 400 || at > 0 ? '/' : '/v1/none',
      ...requests[at],
      ...answer,
    }))
}

/**
 * The whole answers in bytes that came from a connection.
 *
 * @param received the bytes as Latin-1
 */
export const answersIn = (sent: string | Uint8Array, received: string): readonly Answer[] => {
  const requests = requestsIn(sent)
  const answers: Read[] = []
  let rest = received
  let finals = 0
  for (;;) {
    const next = readOne(rest, requests[finals]?.method ?? '')
    if (next === undefined) return withRequests(sent, answers)
    rest = rest.slice(next.length)
    answers.push(next)
    if (next.status >= 200) finals += 1
  }
}

type Read = Pick<Answer, 'status' | 'headers' | 'text'> & { readonly length: number }

const readOne = (bytes: string, method: string): Read | undefined => {
  const headEnd = bytes.indexOf('\r\n\r\n')
  const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(bytes)?.[1] ?? Number.NaN)
  if (headEnd === -1 || Number.isNaN(status)) return undefined
  const headers: IncomingHttpHeaders = Object.fromEntries(
    bytes
      .slice(0, headEnd)
      .split('\r\n')
      .slice(1)
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon).toLowerCase(), line.slice(colon + 1).trim()]
      }),
  )
  const bodyless = method === 'HEAD' || status < 200 || status === 204
  const start = headEnd + 4
  const length = start + (bodyless ? 0 : Number(headers['content-length'] ?? 0))
  if (bytes.length < length) return undefined
  const text = Buffer.from(bytes.slice(start, length), 'latin1').toString('utf8')
  return { status, headers, text, length }
}
