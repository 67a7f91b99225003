import { connect, type Socket } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Packet } from './case.ts'

/** A parsed answer. */
export type RawAnswer = {
  readonly status: number
  /** By their names in lower case. */
  readonly headers: ReadonlyMap<string, string>
  /** The names as they were written, one for each line. */
  readonly names: readonly string[]
  readonly body: string
}

/** The result of a connection. */
export type Exchange = {
  readonly answers: readonly RawAnswer[]
  /** Whether the connection took one more request, and answered it. */
  readonly connection: 'open' | 'closed' | 'silent'
}

const probe = 'GET /healthz HTTP/1.1\r\nHost: pets.example\r\n\r\n'

/**
 * Sends packets and reads until the expected number of answers has arrived, or the other side closes. Then it
 * finds out with another request whether the connection is still usable.
 *
 * @param patience milliseconds until silence is taken for what it is
 */
export const exchange = async (
  port: number,
  packets: readonly Packet[],
  expected: number,
  { methods = [], ends = false, asks = false, patience = 60_000 }: ExchangeOptions = {},
): Promise<Exchange> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  const state = { bytes: '', over: false }
  socket.on('data', (chunk: Buffer) => (state.bytes += chunk.toString('latin1')))
  for (const event of ['end', 'close', 'error'] as const) {
    socket.on(event, () => (state.over = true))
  }
  const read = (): readonly RawAnswer[] => parseAnswers(state.bytes, methods)
  try {
    await once(socket, 'connect')
    for (const packet of packets) {
      if (!socket.writable) break
      socket.write(typeof packet === 'string' ? Buffer.from(packet, 'latin1') : packet)
      // The previous packet must have left, or the two would become one.
      if (packets.length > 1) await sleep(packets.length > 20 ? 0 : 5)
      if (asks) await until(() => state.over || read().length > 0, patience)
    }
    if (ends) socket.end()
    await until(() => state.over || read().length >= expected, patience)
    // A refusal closes by itself. Headers and a probe show whether another answer leaves the connection open.
    const last = read().at(-1)
    if (last?.headers.get('connection')?.toLowerCase() === 'close' || last === undefined) {
      await until(() => state.over, patience)
    }
    const answers = read()
    if (state.over) return { answers, connection: 'closed' }
    const isOpen = await probes(socket, state, () => read().length > answers.length, patience)
    return { answers, connection: isOpen ? 'open' : state.over ? 'closed' : 'silent' }
  } finally {
    socket.destroy()
  }
}

export type ExchangeOptions = {
  /** The methods of the requests, if one is HEAD: only they show that its answer has no body. */
  readonly methods?: readonly string[]
  readonly ends?: boolean
  /** Whether the client sends its body once it is asked to, by a first answer. */
  readonly asks?: boolean
  readonly patience?: number
}

const probes = async (
  socket: Socket,
  state: { readonly over: boolean },
  isAnswered: () => boolean,
  patience: number,
): Promise<boolean> => {
  if (socket.writable) socket.write(probe)
  await until(() => state.over || isAnswered(), patience)
  return isAnswered()
}

/** Waits until a condition is true, at most for the given time. */
export const until = async (isSo: () => boolean, patience: number): Promise<void> => {
  const end = performance.now() + patience
  while (!isSo() && performance.now() < end) await sleep(2)
}

/** Parses the complete answers. */
export const parseAnswers = (bytes: string, methods: readonly string[] = []): RawAnswer[] => {
  const answers: RawAnswer[] = []
  let at = 0
  for (;;) {
    const end = bytes.indexOf('\r\n\r\n', at)
    if (end === -1) return answers
    const [statusLine = '', ...lines] = bytes.slice(at, end).split('\r\n')
    const status = Number(/^HTTP\/1\.1 (\d{3}) /.exec(statusLine)?.[1])
    if (Number.isNaN(status)) throw new Error(`This is no answer: ${bytes.slice(at, at + 200)}`)
    const fields = lines.map((line) => line.split(/: (.*)/, 2) as [string, string])
    const headers = new Map(fields.map(([name, value]) => [name.toLowerCase(), value]))
    const isBodiless = status < 200 || status === 204 || methods[answers.length] === 'HEAD'
    const length = isBodiless ? 0 : Number(headers.get('content-length') ?? 0)
    const start = end + 4
    if (bytes.length < start + length) return answers
    const body = Buffer.from(bytes.slice(start, start + length), 'latin1').toString('utf8')
    answers.push({ status, headers, names: fields.map(([name]) => name), body })
    at = start + length
  }
}
