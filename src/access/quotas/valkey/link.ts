import { LateAnswer, inTime } from '../../../base/in-time.ts'
import { messageOf } from '../../../base/errors/message-of.ts'
import type { CounterFailure, CounterWork, Observe } from '../../../base/observation.ts'
import { bounded, type Connection, connect, type Runner } from './connection.ts'
import type { ValkeyPlace } from '../../../base/config/valkey-place.ts'

/** Milliseconds that an answer may take, and from a failure to the next attempt to connect. */
export const linkTimes = { deadline: 75, retry: 250 } as const

/** How many consecutive failed calls take the link down. */
const maxFailures = 3

type LinkEvents = {
  /** Called with each new connection, before others may use it. If it rejects, the connection is closed. */
  readonly onConnect: (connection: Connection) => Promise<void>
  readonly onUp: () => void
  /** Called once each time the link goes down, and if the first attempt to connect fails. */
  readonly onDown: (reason: unknown) => void
}

/**
 * The connection to the engine that counts, with a bound on every wait (a circuit breaker). After three consecutive
 * failures, or a lost connection, it is down and keeps trying to reconnect.
 */
export const openLink = (
  place: ValkeyPlace,
  { onConnect, onUp, onDown }: LinkEvents,
  times: Partial<Record<keyof typeof linkTimes, number>> | undefined,
  observe: Observe,
) => {
  const { deadline, retry } = { ...linkTimes, ...times }
  let open: Connection | undefined
  let failures = 0
  let isDown = false
  let isClosed = false
  let timer: NodeJS.Timeout | undefined

  const fail = (reason: unknown): void => {
    if (isClosed) return
    if (!isDown) onDown(reason)
    isDown = true
    timer = setTimeout(() => void opening(), retry).unref()
  }

  const lose = (connection: Connection, reason: unknown): void => {
    if (open !== connection) return
    open = undefined
    connection.close()
    fail(reason)
  }

  /** @returns why it failed; undefined if it succeeded */
  const opening = async (): Promise<unknown> => {
    let made: Connection | undefined
    try {
      made = await connect(place)
      await bounded(onConnect(made))
      // An engine that is too slow stays down.
      await inTime(made.send(['PING']), deadline)
    } catch (error) {
      made?.close()
      observe({ kind: 'counters_failed', reason: reasonOf(error) })
      fail(error)
      return error
    }
    if (isClosed) {
      made.close()
      return undefined
    }
    const opened = made
    void opened.lost.then((reason) => lose(opened, reason))
    open = opened
    failures = 0
    isDown = false
    onUp()
    return undefined
  }

  const ask = async (
    work: CounterWork,
    asking: (connection: Connection) => Promise<unknown>,
  ): Promise<unknown> => {
    const connection = open
    if (connection === undefined) throw new Error('The counters cannot be reached.')
    const start = performance.now()
    try {
      const answer = await inTime(asking(connection), deadline)
      failures = 0
      observe({ kind: 'counters_call', work, milliseconds: performance.now() - start })
      return answer
    } catch (error) {
      failures += 1
      observe({ kind: 'counters_failed', reason: reasonOf(error) })
      if (failures >= maxFailures) lose(connection, error)
      throw error
    }
  }
  /** Runs a script once. If it throws, the script may have run anyway. */
  const run: Runner = async (script, keys, args) =>
    await ask(script.work, (connection) => connection.run(script, keys, args))

  return {
    run,
    /** Sends any other command for upkeep, once. Strings in the answer are `Buffer`. */
    send: async (args: readonly string[]) =>
      await ask('upkeep', (connection) => connection.send(args)),
    isUp: () => open !== undefined,
    /** Resolves after the first attempt to connect: to the reason if it failed, else to undefined. */
    firstAttempt: opening(),
    close: (): void => {
      isClosed = true
      clearTimeout(timer)
      open?.close()
      open = undefined
    },
  }
}

/** An answer that refuses begins with a word in capitals, like `ERR` or `NOREPLICAS` (RESP, "Simple errors"). */
const refusal = /^[A-Z]{3,} /

const reasonOf = (error: unknown): CounterFailure => {
  if (error instanceof LateAnswer) return 'timeout'
  return refusal.test(messageOf(error)) ? 'refused' : 'connection'
}
