import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from 'node:http'
import { type HeaderLines, headerList } from '../../core/headers.ts'
import type { Answer, WireRequest } from '../../core/wire-request.ts'

/** A request that Node's parser read, answered by its server. */
export class NodeRequest implements WireRequest {
  readonly #request: IncomingMessage
  readonly #response: ServerResponse
  readonly receivedAt = performance.now()
  /** It is still to be read. */
  readonly body = undefined

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.#request = request
    this.#response = response
  }

  get method(): string {
    return this.#request.method ?? ''
  }

  get target(): string {
    return this.#request.url ?? ''
  }

  get headers(): IncomingHttpHeaders {
    return this.#request.headers
  }

  get peer(): string | undefined {
    return this.#request.socket.remoteAddress
  }

  get isAnswered(): boolean {
    return this.#response.headersSent
  }

  get isOver(): boolean {
    return this.#response.destroyed || this.#response.headersSent
  }

  async readBody(mostBytes: number): Promise<Buffer | undefined> {
    const request = this.#request
    return await new Promise((resolve) => {
      const chunks: Buffer[] = []
      let length = 0
      request.on('data', (chunk: Buffer) => {
        length += chunk.length
        if (length > mostBytes) {
          request.removeAllListeners('data').resume()
          resolve(undefined)
        } else {
          chunks.push(chunk)
        }
      })
      request.on('end', () => {
        const [only] = chunks
        resolve(chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks, length))
      })
    })
  }

  onBroken(listener: () => void): void {
    this.#response.once('close', () => {
      if (!this.#request.complete && !this.#response.headersSent) listener()
    })
  }

  /** Node leaves the body out of an answer to HEAD. */
  answer(lines: HeaderLines, { status, lines: own, body, encoding }: Answer): void {
    this.#response.writeHead(status, headerList(lines + own))
    if (body === undefined) this.#response.end()
    else this.#response.end(body, encoding)
  }

  abandon(): void {
    this.#request.socket.destroy()
  }
}
