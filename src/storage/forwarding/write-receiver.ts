import type { MessagePort } from 'node:worker_threads'
import { OutcomeUnknown, StorageUnavailable } from '../../core/errors/storage-errors.ts'
import type { Storage } from '../port.ts'
import type { ForwardedAnswer, ForwardedCall, ForwardedFailure, ForwardedWork } from './messages.ts'

/** The parts of a store that other workers write through. */
type WrittenParts = {
  readonly data: Pick<Storage['data'], 'apply'>
  readonly keys: Pick<Storage['keys'], 'touch'>
  readonly history: Pick<Storage['history'], 'add'>
}

/**
 * Performs, in the writer, the calls that other workers send. Calls that arrive together share a commit with the
 * writer's own, and are answered after it.
 */
export class WriteReceiver {
  readonly #written: WrittenParts
  readonly #ports = new Set<MessagePort>()
  #onEnded: (() => void) | undefined

  constructor(written: WrittenParts) {
    this.#written = written
  }

  /** Performs the calls from a port, until its worker closes it or ends. */
  serve(port: MessagePort): void {
    let answers: ForwardedAnswer[] = []
    const send = (): void => {
      port.postMessage(answers)
      answers = []
    }
    // The answers of one commit come in one turn of the event loop, and leave in one message.
    const answer = (one: ForwardedAnswer): void => {
      if (answers.length === 0) setImmediate(send)
      answers.push(one)
    }
    this.#ports.add(port)
    port.on('message', (calls: readonly ForwardedCall[]) => {
      for (const call of calls) void this.#perform(call, answer)
    })
    port.once('close', () => {
      this.#ports.delete(port)
      if (this.#ports.size === 0) this.#onEnded?.()
    })
  }

  /** Resolves once no other worker can send anything any more. */
  async ended(): Promise<void> {
    if (this.#ports.size === 0) return
    await new Promise<void>((resolve) => {
      this.#onEnded = resolve
    })
  }

  async #perform(call: ForwardedCall, answer: (answer: ForwardedAnswer) => void): Promise<void> {
    const { id } = call
    try {
      answer({ id, value: await this.#doWork(call) })
    } catch (error) {
      answer({ id, failure: failureOf(error) })
    }
  }

  async #doWork(work: ForwardedWork): Promise<unknown> {
    const { data, keys, history } = this.#written
    switch (work.kind) {
      case 'apply':
        return await data.apply(work.change, work.act)
      case 'touch_keys':
        return await keys.touch(work.uses)
      case 'add_requests':
        return await history.add(work.sums)
    }
  }
}

const failureOf = (error: unknown): ForwardedFailure => {
  const isUnavailable = error instanceof StorageUnavailable
  const told = isUnavailable ? error.cause : error
  return {
    isUnknown: error instanceof OutcomeUnknown,
    reason: isUnavailable ? error.reason : undefined,
    error: told,
    code: told instanceof Error && 'code' in told ? told.code : undefined,
  }
}
