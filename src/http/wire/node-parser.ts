import { wireLimits } from '../../base/limits.ts'
import type { ParserFault } from './refusals.ts'

/** The head of a request as the parser read it. */
export type ParsedHead = {
  readonly target: string
  /** Names and values in turn, in the order and spelling of the sender. */
  readonly fields: readonly string[]
  readonly version: string
  /** Whether the client wants to use the connection again, by its version and its Connection field. */
  readonly keepsAlive: boolean
}

/** Node's HTTP parser, llhttp. Node does not document it: `test/wire/request-reader.test.ts` fails if Node changes a name. */
type RawParser = {
  initialize(type: number, resource: object, maxHeadBytes: number, leniency: number): void
  /** Returns the number of bytes read, or what is wrong with them. */
  execute(bytes: Uint8Array): number | ParserFault
  /** Returns what is wrong with a message that ends here, or undefined. */
  finish(): ParserFault | undefined
  close(): void
  /** Callbacks, by the numbers that the class assigns to them. */
  [callback: number]: unknown
}

type RawParserClass = {
  new (): RawParser
  readonly REQUEST: number
  readonly kOnHeaders: number
  readonly kOnHeadersComplete: number
  readonly kOnBody: number
  readonly kOnMessageComplete: number
  readonly kLenientNone: number
}

// Node's types lack it.
const { HTTPParser } = process.getBuiltinModule('node:_http_common' as 'node:http') as unknown as {
  readonly HTTPParser: RawParserClass
}

const noPieces: readonly Buffer[] = []

/** One of Node's parsers, reused for requests of any connection, one at a time. */
export class NodeParser {
  head: ParsedHead | undefined
  /** Whether the whole request was read. */
  isComplete = false
  readonly #raw = new HTTPParser()
  #body: Buffer[] = []
  #fields: string[] = []
  #target = ''
  /** Whether the parser takes no further request: it failed, or the last request closed its connection. */
  #isSpent = true

  constructor() {
    const raw = this.#raw
    // Called repeatedly if there are many fields, and for trailer fields, which are ignored.
    raw[HTTPParser.kOnHeaders] = (fields: string[], target: string): void => {
      if (this.head !== undefined) return
      for (const each of fields) this.#fields.push(each)
      this.#target += target
    }
    raw[HTTPParser.kOnHeadersComplete] = (
      major: number,
      minor: number,
      fields: string[] | undefined,
      _method: number,
      target: string | undefined,
      _status: undefined,
      _reason: undefined,
      upgrades: boolean,
      keepsAlive: boolean,
    ): void => {
      this.#isSpent = upgrades || !keepsAlive
      this.head = {
        target: target ?? this.#target,
        fields: fields ?? this.#fields,
        version: major === 1 && minor === 1 ? '1.1' : `${major}.${minor}`,
        keepsAlive,
      }
    }
    raw[HTTPParser.kOnBody] = (piece: Buffer): void => void this.#body.push(piece)
    raw[HTTPParser.kOnMessageComplete] = (): void => void (this.isComplete = true)
  }

  begin(): void {
    if (this.#isSpent || !this.isComplete) {
      const { REQUEST, kLenientNone } = HTTPParser
      this.#raw.initialize(REQUEST, this, maxHeadBytes, kLenientNone)
      this.#isSpent = false
    }
    this.head = undefined
    this.isComplete = false
    if (this.#fields.length > 0) this.#fields = []
    this.#target = ''
    if (this.#body.length > 0) this.#body = []
  }

  /** Reads bytes, which must not extend beyond the end of the request. Returns what is wrong with them. */
  read(bytes: Uint8Array): ParserFault | undefined {
    const read = this.#raw.execute(bytes)
    if (read === bytes.length) return undefined
    this.#isSpent = true
    // For a request with an Upgrade field, the parser only reports where it stopped.
    return typeof read === 'number' ? { code: 'HPE_UNKNOWN' } : read
  }

  /** What is wrong with a request that ends early. */
  end(): ParserFault {
    this.#isSpent = true
    return this.#raw.finish() ?? { code: 'HPE_INVALID_EOF_STATE' }
  }

  /** Takes the pieces of the body that arrived since the last call. */
  takeBody(): readonly Buffer[] {
    // Never hand over the parser's own list: it fills it again for its next user.
    if (this.#body.length === 0) return noPieces
    const body = this.#body
    this.#body = []
    return body
  }

  /** Frees the memory outside of JavaScript. Do not use the parser afterwards. */
  close(): void {
    this.#raw.close()
  }
}

/** About as many as a worker under ordinary load uses at one time. */
const maxFreeParsers = 64

/** The maximum of request target and header fields together. */
const maxHeadBytes = wireLimits.uriBytes + wireLimits.headerBytes

/** Parsers for requests that are being read. A connection between two requests needs none. */
export class ParserPool {
  readonly #free: NodeParser[] = []

  take(): NodeParser {
    const parser = this.#free.pop() ?? new NodeParser()
    parser.begin()
    return parser
  }

  giveBack(parser: NodeParser): void {
    if (this.#free.length < maxFreeParsers) this.#free.push(parser)
    else parser.close()
  }
}
