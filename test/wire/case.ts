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
  /** Whether the target is outside `/v1`, where answers have no quota headers. */
  readonly isPublic?: boolean
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

export const malformed: Pick<WireCase, 'answers' | 'connection'> = {
  answers: ['400 malformed_request'],
  connection: 'closed',
}

/** Cases that differ only in their bytes, and are all refused as malformed. */
export const refused = (
  rule: string,
  rows: Readonly<Record<string, (key: string) => string>>,
): readonly WireCase[] =>
  Object.entries(rows).map(([sent, text]) => ({
    sent,
    rule,
    packets: (key) => [text(key)],
    ...malformed,
  }))
