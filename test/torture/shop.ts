import { Agent } from 'node:http'
import { type Answer, call, linkOf } from '../helpers/http.ts'
import { bodyOf, type Ledger, type Order } from './ledger.ts'

/** A client of one API key that records every request, to know how many the service must have counted. */
export class Shop {
  readonly #agent = new Agent({ keepAlive: true })
  readonly #key: string
  #base: string
  #sent = 0
  #answeredAt: number[] = []

  constructor(base: string, key: string) {
    this.#base = base
    this.#key = key
  }

  /** Sets the new address of the restarted service. */
  move(base: string): void {
    this.#base = base
  }

  async get(path: string): Promise<Answer> {
    return await this.#call(path)
  }

  /** Sends a request once, and records its outcome. Rejects if there was no answer. */
  async send(order: Order, ledger: Ledger): Promise<Answer> {
    ledger.sending(order)
    const answer = await this.#call('/pets', order)
    if (answer.status === 201) ledger.acknowledged(order, answer.text)
    if (answer.status === 503) ledger.refused(order)
    return answer
  }

  /**
   * Reads the list from a page on, to its end.
   *
   * @returns the path of the last page, from which a later reading can go on
   */
  async read(path: string, ledger: Ledger): Promise<string> {
    let last = path
    for (;;) {
      const answer = await this.#call(last)
      if (answer.status !== 200) throw new Error(`The list answered ${answer.text}`)
      for (const [text] of answer.text.matchAll(/\{[^{}]*\}/g)) ledger.shown(text)
      const next = linkOf(answer, 'next')
      if (next === undefined) return last
      last = next.slice(next.indexOf('/pets'))
    }
  }

  /** Starts a new count. */
  startCount(): void {
    this.#sent = 0
    this.#answeredAt = []
  }

  /**
   * How many requests since `startCount` must, and how many can, have been counted.
   *
   * @param until on the clock of `performance.now`
   */
  count(until: number): { readonly least: number; readonly most: number } {
    return { least: this.#answeredAt.filter((time) => time <= until).length, most: this.#sent }
  }

  close(): void {
    this.#agent.destroy()
  }

  async #call(path: string, order?: Order): Promise<Answer> {
    this.#sent += 1
    const answer = await call(this.#base + path, {
      key: this.#key,
      agent: this.#agent,
      ...(order && {
        method: 'POST',
        body: bodyOf(order),
        headers: {
          'content-type': 'application/json',
          ...(order.idempotencyKey && { 'idempotency-key': order.idempotencyKey }),
        },
      }),
    })
    this.#answeredAt.push(performance.now())
    return answer
  }
}

/** The requests of the day that an answer says are used, of the plan's. */
export const usedOfDay = (answer: Answer, perDay: number): number => {
  const remaining = /"day";r=(\d+)/.exec(String(answer.headers['ratelimit']))?.[1]
  return perDay - Number(remaining)
}
