import { Agent } from 'node:http'
import { type Answer, call, errorOf } from '../helpers/http.ts'
import type { OrderLedger } from './order-ledger.ts'

/** Answers that a request may get. Any other is a fault. */
const expected: ReadonlySet<string> = new Set([
  '200',
  '201',
  '204',
  'pet_not_found',
  'order_not_found',
  'pet_not_available',
  'pet_has_order',
  'transition_not_allowed',
  'order_limit_reached',
  'order_not_deletable',
  // The clock may have moved since the request named the end of its hold.
  'invalid_body',
])

export type ShopParts = {
  readonly ledger: OrderLedger
  readonly random: () => number
  /** API keys; some requests use another than the first. */
  readonly keys: readonly string[]
  /** The time of the service, in milliseconds since the Unix epoch. */
  readonly now: () => number
  readonly connections: number
}

/** What many callers do in a store at random, and what they know of it. */
export class OrderShop {
  readonly #parts: ShopParts
  readonly #agent: Agent
  readonly #petIds: number[] = []
  readonly #orderIds: number[] = []
  /** Requests to place an order that had no answer yet, by their reference. */
  readonly #unanswered = new Map<string, () => Promise<void>>()
  readonly answers: Record<string, number> = {}
  sent = 0
  #serial = 0
  #base: string

  constructor(base: string, parts: ShopParts) {
    this.#base = base
    this.#parts = parts
    this.#agent = new Agent({ keepAlive: true, maxSockets: parts.connections })
  }

  /** The service came back at another address. */
  move(base: string): void {
    this.#base = base
  }

  close(): void {
    this.#agent.destroy()
  }

  /** Does something at random. Rejects if there is no answer. */
  async step(): Promise<void> {
    const { random } = this.#parts
    const chance = random()
    // Few enough for everybody to come across the others.
    const petId = this.#oneOf(this.#petIds, 40)
    const orderId = this.#oneOf(this.#orderIds, 60)
    if (petId === undefined || chance < 0.06) await this.#create()
    else if (orderId === undefined || chance < 0.45) await this.#place(petId)
    else if (chance < 0.53) await this.#change(orderId, { status: 'approved' })
    else if (chance < 0.63) await this.#change(orderId, { status: 'delivered' })
    else if (chance < 0.71) await this.#change(orderId, { status: 'cancelled' })
    else if (chance < 0.81) await this.#change(orderId, { status: 'returned' })
    else if (chance < 0.87) await this.#change(orderId, { expiresAt: this.#holdEnd() })
    else if (chance < 0.94) await this.#removeOrder(orderId)
    else if (chance < 0.97) await this.#touchPet(petId)
    else await this.send('DELETE', `/pets/${petId}`)
  }

  /** Sends what had no answer again, as a client does that sends its `Idempotency-Key` with it. */
  async sendAgain(): Promise<void> {
    await Promise.all([...this.#unanswered.values()].map((attempt) => attempt()))
  }

  async send(
    method: string,
    path: string,
    body?: object,
    headers: Readonly<Record<string, string>> = {},
    key = this.#anyKey(),
  ): Promise<Answer> {
    this.sent += 1
    const answer = await call(this.#base + path, {
      method,
      key,
      agent: this.#agent,
      headers,
      ...(body && { body }),
    })
    const outcome = answer.status < 400 ? String(answer.status) : errorOf(answer).code
    this.answers[outcome] = (this.answers[outcome] ?? 0) + 1
    if (!expected.has(outcome)) this.#parts.ledger.faults.unexpected += 1
    return answer
  }

  async #create(): Promise<void> {
    const answer = await this.send('POST', '/pets', { name: 'Rex', categoryId: 3 })
    this.#petIds.push(JSON.parse(answer.text).id)
  }

  async #place(petId: number): Promise<void> {
    this.#serial += 1
    const reference = `order ${this.#serial}`
    const body = { petId, reference, expiresAt: this.#holdEnd() }
    const headers = { 'idempotency-key': reference.replace(' ', '-') }
    const key = this.#anyKey()
    const attempt = async (): Promise<void> => {
      const answer = await this.send('POST', '/store/orders', body, headers, key)
      this.#unanswered.delete(reference)
      if (answer.status === 201) this.#orderIds.push(this.#parts.ledger.told(answer))
    }
    this.#unanswered.set(reference, attempt)
    await attempt()
  }

  async #change(id: number, body: object): Promise<void> {
    const answer = await this.send('PATCH', `/store/orders/${id}`, body)
    if (answer.status === 200) this.#parts.ledger.told(answer)
  }

  async #removeOrder(id: number): Promise<void> {
    const { ledger } = this.#parts
    ledger.deleting(id)
    const answer = await this.send('DELETE', `/store/orders/${id}`)
    if (answer.status === 204) ledger.deleted(id)
  }

  async #touchPet(id: number): Promise<void> {
    this.#parts.ledger.touching(id)
    const status = this.#oneOf(['available', 'available', 'pending', 'sold'], 4)
    await this.send('PATCH', `/pets/${id}`, { status })
  }

  #anyKey(): string | undefined {
    const { keys, random } = this.#parts
    return random() < 0.25 ? keys.at(-1) : keys[0]
  }

  /** Most holds are so short that they expire during the run. */
  #holdEnd(): string {
    const { now, random } = this.#parts
    return new Date(now() + 85_000 + random() * 200_000).toISOString()
  }

  /** One of the newest of some values. */
  #oneOf<T>(values: readonly T[], newest: number): T | undefined {
    const among = values.slice(-newest)
    return among[Math.floor(this.#parts.random() * among.length)]
  }
}
