import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection that sends one request at a time as bytes, and reads the response to the end of the body. */
export class RawConnection {
  readonly #socket: Socket
  #received: Buffer = Buffer.of()
  #answer: PromiseWithResolvers<Buffer> | undefined

  private constructor(socket: Socket) {
    this.#socket = socket.setNoDelay(true)
    const closed = new Error('The server closed the connection.')
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('error', () => undefined).on('close', () => this.#answer?.reject(closed))
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  async ask(request: string): Promise<Buffer> {
    this.#answer = Promise.withResolvers()
    this.#socket.write(request, 'latin1')
    return await this.#answer.promise
  }

  #take(chunk: Buffer): void {
    const all = this.#received.length === 0 ? chunk : Buffer.concat([this.#received, chunk])
    const end = all.indexOf('\r\n\r\n')
    const head = all.toString('latin1', 0, end)
    const length = Number(/\r\nContent-Length: (\d+)/i.exec(head)?.[1])
    const isWhole = end !== -1 && all.length >= end + 4 + length
    this.#received = isWhole ? Buffer.of() : all
    if (isWhole) this.#answer?.resolve(all)
  }

  close(): void {
    this.#socket.destroy()
  }
}

/** Writes a request as text, one Latin-1 character for each byte. */
export const writeRequest = (
  method: string,
  path: string,
  headers: Readonly<Record<string, string>>,
  body?: string,
): string => {
  const all = {
    Host: '127.0.0.1',
    ...headers,
    ...(body !== undefined && { 'Content-Length': String(Buffer.byteLength(body)) }),
  }
  const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
  const bytes = Buffer.from(body ?? '').toString('latin1')
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${bytes}`
}
