import { performance } from 'node:perf_hooks'

/** A connection as `Turns` schedules it. */
export type Schedulable = {
  flush(): void
  resume(): void
  /** The last turn in which it took a step, and its steps in that turn. */
  turn: number
  steps: number
}

/** The maximum number of steps in one turn of the event loop. A step reads a request, or a part, and starts its answer. */
export const maxSteps = { perConnection: 16, total: 256 } as const

/** Milliseconds after which waiting connections are left to the next turn, because an answer can be a large document. */
const maxTurnMilliseconds = 5

/** The maximum number of connections whose answers wait for the end of a turn. */
const maxSenders = 64

/**
 * Schedules the connections fairly. In each turn of the event loop, every connection may take at least one step when its
 * bytes arrive: who sends one request at a time never waits for who sends many. The others are queued for the next turn.
 *
 * The answers of a turn are sent together at its end. Sent one by one, each would wake a sleeping client, which costs the
 * kernel more than the rest of the answer.
 */
export class Turns {
  #turn = 1
  #steps = 0
  #senders: Schedulable[] = []
  #waiting: Schedulable[] = []
  #isAwaited = false
  #isGreeting = false

  /** Whether the connection may take another step in this turn; counts the step. */
  take(connection: Schedulable): boolean {
    if (connection.turn !== this.#turn) {
      connection.turn = this.#turn
      connection.steps = 0
    } else if (connection.steps >= maxSteps.perConnection || this.#steps >= maxSteps.total) {
      return false
    }
    connection.steps += 1
    this.#steps += 1
    this.#await()
    return true
  }

  /** Records a new connection. Node accepts one in each turn, so turns stay short while more may wait. */
  onConnect(): void {
    this.#isGreeting = true
    this.#await()
  }

  /** Queues the connection for a later turn. It must not be queued already. */
  wait(connection: Schedulable): void {
    this.#waiting.push(connection)
    this.#await()
  }

  /** Flushes the connection at the end of this turn, or earlier. */
  send(connection: Schedulable): void {
    this.#senders.push(connection)
    if (this.#senders.length === maxSenders) this.#flush()
    else this.#await()
  }

  #await(): void {
    if (this.#isAwaited) return
    this.#isAwaited = true
    setImmediate(this.#next)
  }

  readonly #next = (): void => {
    this.#isAwaited = false
    this.#flush()
    this.#turn += 1
    this.#steps = 0
    const waiting = this.#waiting
    if (waiting.length === 0) {
      this.#isGreeting = false
      return
    }
    this.#waiting = []
    const end = this.#isGreeting ? 0 : performance.now() + maxTurnMilliseconds
    this.#isGreeting = false
    let served = 0
    do {
      waiting[served]?.resume()
      served += 1
    } while (served < waiting.length && this.#steps < maxSteps.total && performance.now() < end)
    // Connections that had no turn yet come before those that are queued again.
    if (served < waiting.length) this.#waiting = [...waiting.slice(served), ...this.#waiting]
    this.#flush()
    if (this.#waiting.length > 0) this.#await()
  }

  #flush(): void {
    const senders = this.#senders
    if (senders.length === 0) return
    this.#senders = []
    for (const sender of senders) sender.flush()
  }
}
