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
export const answersIn = (sent: string | Uint8Array, received: string): readonly Answer[] =>
  withRequests(
    sent,
    parseAnswers(
      received,
      requestsIn(sent).map(({ method }) => method),
    ),
  )

/** An answer among the bytes of a connection. */
export type RawAnswer = Pick<Answer, 'status' | 'headers' | 'text'> & {
  /** The names of its fields as they were written, one for each line. */
  readonly names: readonly string[]
}

/**
 * The whole answers at the beginning of bytes. It throws if they are none.
 *
 * @param bytes as Latin-1
 * @param methods those of the requests: an answer to HEAD has no body
 */
export const parseAnswers = (
  bytes: string,
  methods: readonly string[] = [],
): readonly RawAnswer[] => {
  const answers: RawAnswer[] = []
  let at = 0
  for (let finals = 0; ;) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end === -1) return answers
    const [statusLine = '', ...lines] = bytes.slice(at, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
    if (Number.isNaN(status)) throw new Error(`This is no answer: ${bytes.slice(at, at + 200)}`)
    const fields = lines.map((line) => line.split(/: (.*)/, 2) as [string, string])
    const headers: IncomingHttpHeaders = Object.fromEntries(
      fields.map(([name, value]) => [name.toLowerCase(), value]),
    )
    const isBodiless = status < 200 || status === 204 || methods[finals] === 'HEAD'
    const start = end + 4
    const behind = start + (isBodiless ? 0 : Number(headers['content-length'] ?? 0))
    if (bytes.length < behind) return answers
    const text = Buffer.from(bytes.slice(start, behind), 'latin1').toString('utf8')
    answers.push({ status, headers, names: fields.map(([name]) => name), text })
    if (status >= 200) finals += 1
    at = behind
  }
}
