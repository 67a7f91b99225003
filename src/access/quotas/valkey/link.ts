import { LateAnswer, inTime } from '../../../base/in-time.ts'
import { messageOf } from '../../../base/errors/message-of.ts'
import type { CounterFailure, CounterWork } from '../../../base/engines.ts'
import type { Observe } from '../../../base/observation.ts'
import { bounded, type Connection, connect, type Runner } from './connection.ts'
import type { ValkeyPlace } from '../../../base/config/valkey-place.ts'

/** Milliseconds that an answer may take, and from a failure to the next attempt to connect. */
export const linkTimes = { deadline: 75, retry: 250 } as const

/** How many calls in a row may fail before the link is taken for down. */
const maxFailures = 3

type LinkEvents = {
  /** Called with each new connection, before others may use it. If it rejects, the connection is given up. */
  readonly onConnect: (connection: Connection) => Promise<void>
  readonly onUp: () => void
  /** Called once each time that the link goes down, and if it cannot come up at first. */
  readonly onDown: (reason: unknown) => void
}

/**
 * The connection to the engine that counts, with a bound on every wait (a circuit breaker). After three failures in a row,
 * or a lost connection, it is down, and tries to connect again and again.
 */
export class Link {
  readonly #observe: Observe
  readonly #place: ValkeyPlace
  readonly #events: LinkEvents
  readonly #times: Readonly<Record<keyof typeof linkTimes, number>>
  #connection: Connection | undefined
  #failures = 0
  #isDown = false
  #isClosed = false
  #timer: NodeJS.Timeout | undefined
  /** Resolves once the first attempt to connect is over: with the reason if it failed. */
  readonly firstAttempt: Promise<unknown>

  constructor(
    place: ValkeyPlace,
    events: LinkEvents,
    times: Partial<Record<keyof typeof linkTimes, number>> | undefined,
    observe: Observe,
  ) {
    this.#observe = observe
    this.#place = place
    this.#events = events
    this.#times = { ...linkTimes, ...times }
    this.firstAttempt = this.#connect()
  }

  get isUp(): boolean {
    return this.#connection !== undefined
  }

  /** Runs a script, once. If it throws, the script may have run nevertheless. */
  readonly run: Runner = async (script, keys, args) =>
    await this.#ask(script.work, (connection) => connection.run(script, keys, args))

  /** Sends any other command for upkeep, once. Texts of the answer are `Buffer`. */
  readonly send = async (args: readonly string[]): Promise<unknown> =>
    await this.#ask('upkeep', (connection) => connection.send(args))

  close(): void {
    this.#isClosed = true
    clearTimeout(this.#timer)
    this.#connection?.close()
    this.#connection = undefined
  }

  async #ask(
    work: CounterWork,
    ask: (connection: Connection) => Promise<unknown>,
  ): Promise<unknown> {
    const connection = this.#connection
    if (connection === undefined) throw new Error('The counters cannot be reached.')
    const start = performance.now()
    try {
      const answer = await inTime(ask(connection), this.#times.deadline)
      this.#failures = 0
      this.#observe({ kind: 'counters_call', work, milliseconds: performance.now() - start })
      return answer
    } catch (error) {
      this.#failures += 1
      this.#observe({ kind: 'counters_failed', reason: reasonOf(error) })
      if (this.#failures >= maxFailures) this.#lose(connection, error)
      throw error
    }
  }

  /** @returns why it failed, or undefined */
  async #connect(): Promise<unknown> {
    let connection: Connection | undefined
    try {
      connection = await connect(this.#place)
      await bounded(this.#events.onConnect(connection))
      // An engine that is too slow stays down.
      await inTime(connection.send(['PING']), this.#times.deadline)
    } catch (error) {
      connection?.close()
      this.#observe({ kind: 'counters_failed', reason: reasonOf(error) })
      this.#fail(error)
      return error
    }
    if (this.#isClosed) {
      connection.close()
      return undefined
    }
    const opened = connection
    void opened.lost.then((reason) => this.#lose(opened, reason))
    this.#connection = opened
    this.#failures = 0
    this.#isDown = false
    this.#events.onUp()
    return undefined
  }

  #lose(connection: Connection, reason: unknown): void {
    if (this.#connection !== connection) return
    this.#connection = undefined
    connection.close()
    this.#fail(reason)
  }

  #fail(reason: unknown): void {
    if (this.#isClosed) return
    if (!this.#isDown) this.#events.onDown(reason)
    this.#isDown = true
    this.#timer = setTimeout(() => void this.#connect(), this.#times.retry).unref()
  }
}

/** An answer that refuses begins with a word in capitals, like `ERR` or `NOREPLICAS` (RESP, "Simple errors"). */
const refusal = /^[A-Z]{3,} /

const reasonOf = (error: unknown): CounterFailure => {
  if (error instanceof LateAnswer) return 'timeout'
  return refusal.test(messageOf(error)) ? 'refused' : 'connection'
}
