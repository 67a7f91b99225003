import type { MessagePort } from 'node:worker_threads'
import { OutcomeUnknown, StorageUnavailable } from '../../core/errors/storage-errors.ts'
import type {
  ForwardedAnswer,
  ForwardedCall,
  ForwardedFailure,
  ForwardedMethods,
} from './messages.ts'

/** A call, and who waits for what becomes of it. */
type Waiting = {
  readonly call: ForwardedCall
  readonly resolve: (value: never) => void
  readonly reject: (error: unknown) => void
}

type Result<M extends keyof ForwardedMethods> = Awaited<ReturnType<ForwardedMethods[M]>>

/** Milliseconds for which a call waits where there is no thread that writes: a new one takes some tenths of a second. */
const longestWait = 5_000

/** Calls that do what they do once, however often they are made. */
const repeatable: ReadonlySet<keyof ForwardedMethods> = new Set(['pets.createOnce', 'keys.touch'])

/**
 * Hands writes to the thread that writes: all of one turn of the event loop in one message. That thread may
 * end and another take its place. What waits is then handed to the new one; what had been handed over and
 * was not answered too, where to do it twice is to do it once.
 */
export class ForwardedWrites {
  readonly #longestWait: number
  #writer: MessagePort | undefined
  #unsent: Waiting[] = []
  readonly #sent = new Map<number, Waiting>()
  #lastId = 0
  #isSending = false
  /** Runs while there is no thread that writes, and waiting for one is still worth it. */
  #patience: NodeJS.Timeout | undefined
  #isRefusing = false

  /** @param wait milliseconds for which a call waits for a thread that writes */
  constructor(wait = longestWait) {
    this.#longestWait = wait
    this.#beginToWait()
  }

  /**
   * Has a call performed by the thread that writes.
   *
   * @throws StorageUnavailable; OutcomeUnknown where that thread ended before it answered; what the call throws
   */
  async call<M extends keyof ForwardedMethods>(
    method: M,
    ...args: Parameters<ForwardedMethods[M]>
  ): Promise<Result<M>> {
    return await new Promise<Result<M>>((resolve, reject) => {
      if (this.#isRefusing) {
        reject(noWriter())
        return
      }
      this.#lastId += 1
      this.#unsent.push({ call: { id: this.#lastId, method, args }, resolve, reject })
      if (this.#isSending) return
      this.#isSending = true
      setImmediate(() => this.#send())
    })
  }

  /** Takes the thread behind a port for the one that writes. */
  connect(port: MessagePort): void {
    this.#writer = port
    this.#isRefusing = false
    clearTimeout(this.#patience)
    port.on('message', (answers: readonly ForwardedAnswer[]) => {
      for (const answer of answers) this.#settle(answer)
    })
    // What the thread had answered before it ended has come by then.
    port.once('close', () => {
      if (this.#writer === port) this.#lose()
    })
    this.#send()
  }

  /** Hands nothing over any more. */
  close(): void {
    const writer = this.#writer
    this.#writer = undefined
    clearTimeout(this.#patience)
    writer?.close()
  }

  #send(): void {
    this.#isSending = false
    if (this.#writer === undefined || this.#unsent.length === 0) return
    this.#writer.postMessage(this.#unsent.map(({ call }) => call))
    for (const waiting of this.#unsent) this.#sent.set(waiting.call.id, waiting)
    this.#unsent = []
  }

  #settle(answer: ForwardedAnswer): void {
    const waiting = this.#sent.get(answer.id)
    if (waiting === undefined) return
    this.#sent.delete(answer.id)
    // The value is what this very method returned in the other thread.
    if ('value' in answer) waiting.resolve(answer.value as never)
    else waiting.reject(errorOf(answer.failure))
  }

  #lose(): void {
    this.#writer = undefined
    for (const waiting of this.#sent.values()) {
      if (repeatable.has(waiting.call.method)) this.#unsent.push(waiting)
      else waiting.reject(new OutcomeUnknown('The thread that writes ended before it answered.'))
    }
    this.#sent.clear()
    this.#beginToWait()
  }

  #beginToWait(): void {
    this.#patience = setTimeout(() => {
      this.#isRefusing = true
      for (const { reject } of this.#unsent) reject(noWriter())
      this.#unsent = []
    }, this.#longestWait)
    this.#patience.unref()
  }
}

const noWriter = (): StorageUnavailable =>
  new StorageUnavailable('no_writer', new Error('No thread that writes took its place.'))

const errorOf = ({ reason, error, code }: ForwardedFailure): unknown => {
  const told = code !== undefined && error instanceof Error ? Object.assign(error, { code }) : error
  return reason === undefined ? told : new StorageUnavailable(reason, told)
}
