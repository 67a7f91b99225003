/** A row of `docs/wire.md`: bytes on a connection, and their answers. */
export type WireCase = {
  /** A description of what is sent. */
  readonly sent: string
  /** The section of the standard; without one, `note` has the service's decision. */
  readonly rule: string
  /** The bytes, packet by packet. */
  readonly packets: (key: string) => readonly Packet[]
  /**
   * The answers in their order: a status, or a status with the code of the Error, like
   * `400 malformed_request`.
   */
  readonly answers: readonly string[]
  /** Whether the connection then takes another request, or the service closes it. */
  readonly connection: 'open' | 'closed'
  /** The reason, if it is not obvious. */
  readonly note?: string
  /** What the client does beside sending; by default it sends, reads, and waits. */
  readonly client?: 'ends its side'
}

/** Bytes, or text in which each character is one byte. */
export type Packet = string | Uint8Array

export type WireGroup = { readonly title: string; readonly cases: readonly WireCase[] }

/** A request with a key, a host and whatever else is given. */
export const head = (line: string, key: string, ...fields: readonly string[]): string =>
  [line, 'Host: pets.example', `Authorization: Bearer ${key}`, ...fields, '', ''].join('\r\n')

/** The body of every create in these cases: 27 bytes. */
export const petJson = '{"name":"a","categoryId":1}'

export const jsonType = 'Content-Type: application/json'

/** A create whose body is framed by the given fields. */
export const creation = (key: string, body: string, ...fields: readonly string[]): string =>
  head('POST /v1/pets HTTP/1.1', key, jsonType, ...fields) + body

/** A create with the given chunked body. */
export const chunked = (key: string, body: string): string =>
  creation(key, body, 'Transfer-Encoding: chunked')

type Rows = Readonly<Record<string, (key: string) => Packet | readonly Packet[]>>
type More = Pick<WireCase, 'note' | 'client'>

const ending =
  (connection: 'open' | 'closed', always?: More) =>
  (rule: string, answers: string, rows: Rows, more?: More): readonly WireCase[] =>
    Object.entries(rows).map(([sent, packets]) => ({
      sent,
      rule,
      connection,
      ...always,
      ...more,
      packets: (key) => [packets(key)].flat(),
      answers: answers === '' ? [] : answers.split(', '),
    }))

/** Cases that differ in their bytes alone, after which the connection takes another request. */
export const open = ending('open')

/** The same, but the service closes the connection. */
export const closed = ending('closed')

/** The same, after the client ended its side. */
export const ended = ending('closed', { client: 'ends its side' })

/** The same as `closed`, and all are refused as malformed. */
export const refused = (rule: string, rows: Rows, more?: More): readonly WireCase[] =>
  closed(rule, '400 malformed_request', rows, more)
