/** Something with answers that are still to be sent. */
export type Sender = {
  /** Sends them; where there are none, nothing happens. */
  flush(): void
}

/** Senders that wait for the end of a turn at most, for a turn can be long. */
const mostWaiting = 64

/**
 * Sends the answers of one turn of the event loop together, at its end. A client that has nothing else to do sleeps
 * until an answer comes: sent one by one, each answer would wake it again, which costs the kernel more than all else
 * about it. Sent together they find it awake after the first.
 */
export class Outbox {
  #waiting: Sender[] = []

  /** Has the sender flush at the end of this turn, or before. */
  add(sender: Sender): void {
    const waiting = this.#waiting
    waiting.push(sender)
    if (waiting.length === mostWaiting) this.#flush()
    else if (waiting.length === 1) setImmediate(this.#flush)
  }

  readonly #flush = (): void => {
    const waiting = this.#waiting
    this.#waiting = []
    for (const sender of waiting) sender.flush()
  }
}
