/** What is sent on a connection, and its answers. */
export type WireCase = {
  /** A description of what is sent. */
  readonly sent: string
  /** The section of the standard. */
  readonly rule: string
  /** The bytes, packet by packet: each character is one. */
  readonly packets: (key: string) => readonly string[]
  /**
   * The answers in their order: a status, or a status with the code of the Error, like
   * `400 malformed_request`.
   */
  readonly answers: readonly string[]
  /** Whether the connection then takes another request, or the service closes it. */
  readonly connection: 'open' | 'closed'
  /** Whether the client ends its side once all is sent. By default it sends, reads, and waits. */
  readonly ends?: boolean
}

/** The cases of each subject. */
export type WireCases = Readonly<Record<string, readonly WireCase[]>>

/** What makes bytes with a key. */
type Keyed = (key: string) => string

/** A request with a key, a host and whatever else is given. */
export const head =
  (line: string, ...fields: readonly string[]): Keyed =>
  (key) =>
    [line, 'Host: pets.example', `Authorization: Bearer ${key}`, ...fields, '', ''].join('\r\n')

/** A request for the animals. */
export const get = (...fields: readonly string[]): Keyed => head('GET /v1/pets HTTP/1.1', ...fields)

/** The body of every create in these cases: 27 bytes. */
export const petJson = '{"name":"a","categoryId":1}'

export const jsonType = 'Content-Type: application/json'

/** A create whose body is framed by the given fields. */
export const creation = (body: string, ...fields: readonly string[]): Keyed =>
  joined(head('POST /v1/pets HTTP/1.1', jsonType, ...fields), body)

/** A create with a length, and whatever else is given. */
export const counted = (...fields: readonly string[]): Keyed =>
  creation(petJson, 'Content-Length: 27', ...fields)

/** The body of a create in one chunk. */
export const oneChunk = `1b\r\n${petJson}\r\n0\r\n\r\n`

/** A create with the given chunked body. */
export const chunked = (body = oneChunk): Keyed => creation(body, 'Transfer-Encoding: chunked')

/** Bytes of one packet. */
export const joined =
  (...pieces: ReadonlyArray<string | Keyed>): Keyed =>
  (key) =>
    pieces.map((piece) => (typeof piece === 'string' ? piece : piece(key))).join('')

/** Bytes in packets of a length. */
export const cut = (length: number, bytes: string | Keyed) => (key: string) =>
  joined(bytes)(key).match(new RegExp(`[^]{1,${length}}`, 'g')) ?? []

/** What is sent: a packet, or several. */
type Rows = Readonly<
  Record<string, string | ReadonlyArray<string | Keyed> | ReturnType<typeof cut> | Keyed>
>

const ending =
  (connection: 'open' | 'closed', ends = false) =>
  (rule: string, answers: string, rows: Rows): readonly WireCase[] =>
    Object.entries(rows).map(([sent, row]) => ({
      sent,
      rule,
      connection,
      ends,
      packets: (key) =>
        [row].flat().flatMap((packet) => (typeof packet === 'string' ? packet : packet(key))),
      answers: answers === '' ? [] : answers.split(', '),
    }))

/** Cases that differ in their bytes alone, after which the connection takes another request. */
export const open = ending('open')

/** The same, but the service closes the connection. */
export const closed = ending('closed')

/** The same, after the client ended its side. */
export const ended = ending('closed', true)

/** The same as `closed`, and all are refused as malformed. */
export const refused = (rule: string, rows: Rows): readonly WireCase[] =>
  closed(rule, '400 malformed_request', rows)
