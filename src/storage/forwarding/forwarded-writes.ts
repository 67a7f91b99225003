import type { MessagePort } from 'node:worker_threads'
import { messageOf } from '../../core/errors/message-of.ts'
import { OutcomeUnknown, StorageUnavailable } from '../../core/errors/storage-errors.ts'
import type { Act } from '../../data/act.ts'
import type { Change, Result } from '../../data/change.ts'
import type { Applied } from '../../data/store.ts'
import type { RequestSum } from '../../quotas/history/request-history.ts'
import type { ForwardedAnswer, ForwardedCall, ForwardedFailure, ForwardedWork } from './messages.ts'

/** A call, and the callbacks for its outcome. */
type Waiting = {
  readonly call: ForwardedCall
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
  /** When it was sent, in milliseconds of `performance.now`. */
  since: number
}

/**
 * Milliseconds that a call waits if there is no writer, and for its answer after it was sent. A new worker takes some
 * tenths of a second to start.
 */
const longestWaits = { writer: 5_000, answer: 30_000 } as const

/** Whether doing a call twice is the same as doing it once. */
const isRepeatable = (work: ForwardedWork): boolean =>
  work.kind === 'touch_keys' || (work.kind === 'apply' && work.act.once !== undefined)

/**
 * Sends writes to the writer: all of one turn of the event loop in one message. If the writer ends, its replacement
 * gets the calls that were not sent yet. It also gets those sent and unanswered, if doing them twice is the same as
 * doing them once. Every wait is bounded, whatever becomes of the writer.
 */
export class ForwardedWrites {
  readonly #longestWaits: Readonly<Record<keyof typeof longestWaits, number>>
  #writer: MessagePort | undefined
  #unsent: Waiting[] = []
  /** In the order of sending. */
  readonly #sent = new Map<number, Waiting>()
  #lastId = 0
  #isSending = false
  /** Runs while there is no writer; when it fires, waiting calls are refused. */
  #patience: NodeJS.Timeout | undefined
  /** Runs while an answer is awaited. */
  #watch: NodeJS.Timeout | undefined
  #isRefusing = false

  /** @param waits milliseconds that a call waits for a writer, and for its answer */
  constructor(waits: Partial<Record<keyof typeof longestWaits, number>> = {}) {
    this.#longestWaits = { ...longestWaits, ...waits }
    this.#beginToWait()
  }

  /** Sends a change. It rejects as `Store.apply` does, and with what the rule throws. */
  async apply<R extends Result>(change: Change<R>, act: Act): Promise<Applied<R>> {
    return await this.#call({ kind: 'apply', change, act })
  }

  /** Sends when keys were last used. It rejects as `KeyStore.touch` does. */
  async touchKeys(uses: ReadonlyMap<string, number>): Promise<void> {
    await this.#call({ kind: 'touch_keys', uses })
  }

  /** Sends sums of requests. It rejects as `RequestHistory.add` does. */
  async addRequests(sums: readonly RequestSum[]): Promise<void> {
    await this.#call({ kind: 'add_requests', sums })
  }

  /** Uses the thread behind this port as the writer. */
  connect(port: MessagePort): void {
    this.#writer = port
    this.#isRefusing = false
    clearTimeout(this.#patience)
    port.on('message', (answers: readonly ForwardedAnswer[]) => {
      for (const answer of answers) this.#settle(answer)
    })
    // Answers that the writer sent before it ended have arrived by now.
    port.once('close', () => {
      if (this.#writer === port) this.#lose()
    })
    this.#send()
  }

  /** Sends nothing any more: refuses the calls that wait, and all later ones. */
  close(): void {
    const writer = this.#writer
    this.#writer = undefined
    clearTimeout(this.#patience)
    clearInterval(this.#watch)
    writer?.close()
    this.#refuse()
    for (const { reject } of this.#sent.values()) reject(unanswered())
    this.#sent.clear()
  }

  async #call<T>(work: ForwardedWork): Promise<T> {
    return await new Promise<T>((resolve, reject) => {
      if (this.#isRefusing) {
        reject(noWriter())
        return
      }
      this.#lastId += 1
      this.#unsent.push({ call: { id: this.#lastId, ...work }, resolve, reject, since: 0 })
      if (this.#isSending) return
      this.#isSending = true
      setImmediate(() => this.#send())
    })
  }

  #send(): void {
    this.#isSending = false
    if (this.#writer === undefined || this.#unsent.length === 0) return
    this.#writer.postMessage(this.#unsent.map(({ call }) => call))
    const since = performance.now()
    for (const waiting of this.#unsent) {
      waiting.since = since
      this.#sent.set(waiting.call.id, waiting)
    }
    this.#unsent = []
    this.#watch ??= setInterval(() => this.#giveUp(), this.#longestWaits.answer / 4).unref()
  }

  /** Rejects the calls that have waited too long. */
  #giveUp(): void {
    const before = performance.now() - this.#longestWaits.answer
    for (const [id, { since, reject }] of this.#sent) {
      if (since > before) return
      this.#sent.delete(id)
      reject(new OutcomeUnknown('The writer thread did not answer in time.'))
    }
    if (this.#sent.size > 0) return
    clearInterval(this.#watch)
    this.#watch = undefined
  }

  #settle(answer: ForwardedAnswer): void {
    const waiting = this.#sent.get(answer.id)
    if (waiting === undefined) return
    this.#sent.delete(answer.id)
    // The value is what this same method returned in the other thread.
    if ('value' in answer) waiting.resolve(answer.value as never)
    else waiting.reject(errorOf(answer.failure))
  }

  #lose(): void {
    this.#writer = undefined
    for (const waiting of this.#sent.values()) {
      if (isRepeatable(waiting.call)) this.#unsent.push(waiting)
      else waiting.reject(unanswered())
    }
    this.#sent.clear()
    this.#beginToWait()
  }

  #beginToWait(): void {
    this.#patience = setTimeout(() => this.#refuse(), this.#longestWaits.writer)
    this.#patience.unref()
  }

  #refuse(): void {
    this.#isRefusing = true
    for (const { reject } of this.#unsent) reject(noWriter())
    this.#unsent = []
  }
}

const unanswered = (): OutcomeUnknown =>
  new OutcomeUnknown('The writer thread ended before it answered.')

const noWriter = (): StorageUnavailable =>
  new StorageUnavailable('no_writer', new Error('No writer thread took its place.'))

const errorOf = ({ isUnknown, reason, error, code }: ForwardedFailure): unknown => {
  if (isUnknown) return new OutcomeUnknown(messageOf(error), { cause: error })
  const told = code !== undefined && error instanceof Error ? Object.assign(error, { code }) : error
  return reason === undefined ? told : new StorageUnavailable(reason, told)
}
