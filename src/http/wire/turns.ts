/** A connection, as far as its turns go. */
export type Worker = {
  /** Sends the answers that wait to be sent. */
  flush(): void
  /** Goes on reading. */
  goOn(): void
  /** The turn in which it last did anything, and how many steps it took in it. */
  turn: number
  steps: number
}

/**
 * Steps of work in one turn of the event loop, of one connection and of all together. A step reads one request,
 * or a part of one, and has it answered. So a turn takes some milliseconds, however many clients ask for however much.
 */
export const mostInTurn = { each: 16, together: 256 } as const

/** Milliseconds after which those that wait are left to the next turn: an answer can be a few bytes or a whole document. */
const longestTurn = 5

/** Connections with answers that wait for the end of a turn at most, for a turn can be long. */
const mostSenders = 64

/**
 * Shares the thread out among the connections. In each turn of the event loop every connection may take one step at
 * least when its bytes come, so a client that asks for one thing at a time never waits for those that ask for
 * many. Who has more to do waits in a queue, from which the next turn serves one after the other.
 *
 * The answers of one turn are sent together, at its end. A client that has nothing else to do sleeps until an answer
 * comes: sent one by one, each answer would wake it again, which costs the kernel more than all else about it.
 */
export class Turns {
  #turn = 1
  #steps = 0
  #senders: Worker[] = []
  #waiting: Worker[] = []
  #isAwaited = false
  #isGreeting = false

  /** Takes a step, if the worker may take another one in this turn. */
  take(worker: Worker): boolean {
    if (worker.turn !== this.#turn) {
      worker.turn = this.#turn
      worker.steps = 0
    } else if (worker.steps >= mostInTurn.each || this.#steps >= mostInTurn.together) {
      return false
    }
    worker.steps += 1
    this.#steps += 1
    this.#await()
    return true
  }

  /**
   * Takes note of a new connection. Node accepts one in each turn, so while more may wait behind it, turns are kept short.
   */
  greet(): void {
    this.#isGreeting = true
    this.#await()
  }

  /** Has the worker go on in a later turn. It must not wait already. */
  wait(worker: Worker): void {
    this.#waiting.push(worker)
    this.#await()
  }

  /** Has the worker flush at the end of this turn, or before. */
  send(worker: Worker): void {
    this.#senders.push(worker)
    if (this.#senders.length === mostSenders) this.#flush()
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
    const end = this.#isGreeting ? 0 : performance.now() + longestTurn
    this.#isGreeting = false
    let served = 0
    do {
      waiting[served]?.goOn()
      served += 1
    } while (
      served < waiting.length &&
      this.#steps < mostInTurn.together &&
      performance.now() < end
    )
    // Those that had no turn yet come before those that wait again.
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
