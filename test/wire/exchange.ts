import { connect, type Socket, type TcpNetConnectOpts } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApp } from '../helpers/app.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { poll } from '../helpers/poll.ts'
import { parseAnswers, type RawAnswer } from '../helpers/raw-answers.ts'
import type { Packet } from './case.ts'

/** What random tests begin with. To repeat a run that failed, set `WIRE_SEED` to the seed in the name of its test. */
export const seed = Number(process.env['WIRE_SEED'] ?? Math.floor(Math.random() * 2 ** 32))

/** A client that sends on command, and reads all that comes. */
export type Client = {
  readonly socket: Socket
  /** @param methods those of the requests, if one is HEAD */
  readonly answers: (methods?: readonly string[]) => readonly RawAnswer[]
  /** Whether the other side has ended, closed or reset the connection. */
  readonly isClosed: () => boolean
}

/** Connects to a port until the test ends. */
export const connectTo = async (
  t: Cleanup,
  port: number,
  options: Partial<TcpNetConnectOpts> = {},
): Promise<Client> => {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true, ...options })
  let bytes = ''
  let isClosed = false
  socket.on('data', (chunk: Buffer) => (bytes += chunk.toString('latin1')))
  for (const event of ['end', 'close', 'error'] as const) socket.on(event, () => (isClosed = true))
  t.after(() => socket.destroy())
  await once(socket, 'connect')
  return { socket, answers: (methods) => parseAnswers(bytes, methods), isClosed: () => isClosed }
}

/** Waits until nobody is connected to an app. */
export const untilDeserted = async ({ app }: TestApp): Promise<void> => {
  const isDeserted = async (): Promise<boolean> =>
    await new Promise((resolve) => {
      app.server.getConnections((_error, open) => resolve(open === 0))
    })
  await poll(isDeserted)
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
  const endings: Array<() => unknown> = []
  try {
    const client = await connectTo({ after: (end) => endings.push(end) }, port)
    const { socket, isClosed } = client
    const read = (): readonly RawAnswer[] => client.answers(methods)
    for (const packet of packets) {
      if (!socket.writable) break
      socket.write(typeof packet === 'string' ? Buffer.from(packet, 'latin1') : packet)
      // The previous packet must have left, or the two would become one.
      if (packets.length > 1) await sleep(packets.length > 20 ? 0 : 5)
      if (asks) await until(() => isClosed() || read().length > 0, patience)
    }
    if (ends) socket.end()
    await until(() => isClosed() || read().length >= expected, patience)
    // A refusal closes by itself. Headers and a probe show whether another answer leaves the connection open.
    const last = read().at(-1)
    if (last?.headers['connection']?.toLowerCase() === 'close' || last === undefined) {
      await until(isClosed, patience)
    }
    const answers = read()
    if (isClosed()) return { answers, connection: 'closed' }
    if (socket.writable) socket.write(probe)
    const isAnswered = (): boolean => read().length > answers.length
    await until(() => isClosed() || isAnswered(), patience)
    return { answers, connection: isAnswered() ? 'open' : isClosed() ? 'closed' : 'silent' }
  } finally {
    for (const end of endings) end()
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

/** Waits until a condition is true, at most for the given time. */
export const until = async (isSo: () => boolean, patience: number): Promise<void> => {
  const end = performance.now() + patience
  while (!isSo() && performance.now() < end) await sleep(2)
}
