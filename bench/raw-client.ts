import { once } from 'node:events'
import { connect, type Socket } from 'node:net'

/** A connection that sends one request at a time as bytes, and reads its answer to the end of its body. */
export class RawConnection {
  readonly #socket: Socket
  #received: Buffer[] = []
  #answered: ((answer: Buffer) => void) | undefined
  #failed: ((error: Error) => void) | undefined

  private constructor(socket: Socket) {
    this.#socket = socket
    socket.setNoDelay(true)
    socket.on('data', (chunk: Buffer) => this.#take(chunk))
    socket.on('close', () => this.#failed?.(new Error('The server closed the connection.')))
    socket.on('error', (error) => this.#failed?.(error))
  }

  static async open(port: number): Promise<RawConnection> {
    const socket = connect(port, '127.0.0.1')
    await once(socket, 'connect')
    return new RawConnection(socket)
  }

  async ask(request: string): Promise<Buffer> {
    return await new Promise((resolve, reject) => {
      this.#answered = resolve
      this.#failed = reject
      this.#socket.write(request, 'latin1')
    })
  }

  close(): void {
    this.#failed = undefined
    this.#socket.destroy()
  }

  #take(chunk: Buffer): void {
    this.#received.push(chunk)
    const all = this.#received.length === 1 ? chunk : Buffer.concat(this.#received)
    const end = all.indexOf('\r\n\r\n')
    if (end === -1) return
    const length = Number(/\r\nContent-Length: (\d+)/i.exec(all.toString('latin1', 0, end))?.[1])
    if (all.length < end + 4 + length) return
    this.#received = []
    this.#answered?.(all)
  }
}

/** A parsed answer. */
export type RawAnswer = {
  readonly status: number
  /** Names and values in turn, in the order and the case in which they were sent. */
  readonly headers: readonly string[]
  readonly body: string
}

export const parseAnswer = (bytes: Buffer): RawAnswer => {
  const end = bytes.indexOf('\r\n\r\n')
  const [first = '', ...lines] = bytes.toString('latin1', 0, end).split('\r\n')
  return {
    status: Number(first.split(' ')[1]),
    headers: lines.flatMap((line) => {
      const colon = line.indexOf(': ')
      return [line.slice(0, colon), line.slice(colon + 2)]
    }),
    body: bytes.toString('utf8', end + 4),
  }
}

/** A request in bytes, as Latin-1. */
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
