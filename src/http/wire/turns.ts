import { performance } from 'node:perf_hooks'

/** What `Turns` needs of a connection. */
export type Schedulable = {
  /** Sends the waiting answers. */
  flush(): void
  /** Goes on reading. */
  resume(): void
  /** The last turn in which it did anything, and its steps in that turn. */
  turn: number
  steps: number
}

/**
 * The most steps in one turn of the event loop, of one connection and of all together. A step reads one request, or a
 * part of one, and starts its answer. So a turn takes some milliseconds, however many clients send however much.
 */
export const maxSteps = { perConnection: 16, total: 256 } as const

/**
 * Milliseconds after which waiting connections are left to the next turn: an answer can be a few bytes or a whole
 * document.
 */
const maxTurnMilliseconds = 5

/** The most connections whose answers wait for the end of a turn, for a turn can be long. */
const maxSenders = 64

/**
 * Shares the time of the thread among the connections. In each turn of the event loop, every connection may take at
 * least one step when its bytes arrive. So a client that sends one request at a time never waits for those that send
 * many. Connections with more to do wait in a queue for the next turn.
 *
 * The answers of one turn are sent together, at its end. Sent one by one, each would wake a sleeping client again. That
 * costs the kernel more than the rest of the answer.
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

  /**
   * Records a new connection. Node accepts one in each turn, so turns stay short while more may wait.
   */
  onConnect(): void {
    this.#isGreeting = true
    this.#await()
  }

  /** Lets the connection go on in a later turn. It must not be waiting already. */
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
    // Connections that had no turn yet come before those that wait again.
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
