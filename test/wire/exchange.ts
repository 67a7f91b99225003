import { connect, type Socket, type TcpNetConnectOpts } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import type { TestApp } from '../helpers/app.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { poll } from '../helpers/poll.ts'
import { parseAnswers, type RawAnswer } from '../helpers/raw-answers.ts'

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

type ExchangeOptions = {
  /** The methods of the requests, if one is HEAD: only they show that its answer has no body. */
  readonly methods?: readonly string[]
  readonly ends?: boolean | undefined
  /** Whether the client sends its body once it is asked to, by a first answer. */
  readonly asks?: boolean
}

/**
 * Sends packets and reads until the expected number of answers has arrived, or the other side closes. Then it
 * finds out with another request whether the connection is still usable.
 */
export const exchange = async (
  port: number,
  packets: readonly string[],
  expected: number,
  { methods = [], ends = false, asks = false }: ExchangeOptions = {},
): Promise<Exchange> => {
  using endings = new DisposableStack()
  const client = await connectTo({ after: (end) => endings.defer(() => void end()) }, port)
  const { socket, isClosed } = client
  const read = (): readonly RawAnswer[] => client.answers(methods)
  for (const packet of packets) {
    if (!socket.writable) break
    socket.write(packet, 'latin1')
    // The previous packet must have left, or the two would become one.
    if (packets.length > 1) await sleep(packets.length > 20 ? 0 : 5)
    if (asks) await until(() => isClosed() || read().length > 0)
  }
  if (ends) socket.end()
  await until(() => isClosed() || read().length >= expected)
  // A refusal closes by itself. Headers and a probe show whether another answer leaves the connection open.
  const last = read().at(-1)
  if (last === undefined || last.headers['connection']?.toLowerCase() === 'close') {
    await until(isClosed)
  }
  const answers = read()
  if (isClosed()) return { answers, connection: 'closed' }
  if (socket.writable) socket.write('GET /healthz HTTP/1.1\r\nHost: pets.example\r\n\r\n')
  const isAnswered = (): boolean => read().length > answers.length
  await until(() => isClosed() || isAnswered())
  return { answers, connection: isAnswered() ? 'open' : isClosed() ? 'closed' : 'silent' }
}

/** Sends bytes, ends its side, and returns the answers once the service has closed too. */
export const answersTo = async (
  t: Cleanup,
  port: number,
  bytes: string,
): Promise<readonly RawAnswer[]> => {
  const { socket, answers, isClosed } = await connectTo(t, port, { allowHalfOpen: true })
  socket.end(bytes, 'latin1')
  await poll(isClosed, 2)
  socket.destroy()
  return answers()
}

/** Waits until a condition is true, at most for a minute: silence is a result too. */
export const until = async (isSo: () => boolean): Promise<void> => {
  const end = performance.now() + 60_000
  while (!isSo() && performance.now() < end) await sleep(2)
}
