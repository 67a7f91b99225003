import type { IncomingHttpHeaders } from 'node:http'
import type { Answer } from './answer.ts'

const requestLine = /^([A-Z]+) (?:http:\/\/[^/ ]+)?(\/\S*) HTTP\/1\.[01]\r\n/

/**
 * The whole answers in bytes that came from a connection. The first belongs to the request that was
 * sent, where its request line can be read; those after it, to no request in particular.
 *
 * @param received the bytes as Latin-1
 */
export const answersIn = (sent: string | Uint8Array, received: string): readonly Answer[] => {
  const text = typeof sent === 'string' ? sent : Buffer.from(sent).toString('latin1')
  const [, method = '', target] = requestLine.exec(text) ?? []
  const answers: Answer[] = []
  let rest = received
  for (;;) {
    const next = readOne(rest, answers.length === 0 ? method : '')
    if (next === undefined) return answers
    rest = rest.slice(next.length)
    // An interim answer is none.
    if (next.status < 200) continue
    if (answers.length > 0) answers.push({ ...next, method: '', target: '/' })
    else answers.push({ ...next, method, target: target ?? (next.status < 400 ? '/' : '/v1/none') })
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
