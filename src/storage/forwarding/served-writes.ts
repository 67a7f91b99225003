import type { MessagePort } from 'node:worker_threads'
import type { Awaitable } from '../../core/awaitable.ts'
import type { Storage } from '../port.ts'
import { StorageUnavailable } from '../../core/errors/storage-errors.ts'
import type {
  ForwardedAnswer,
  ForwardedCall,
  ForwardedFailure,
  ForwardedMethods,
} from './messages.ts'

/** The parts of a store that other threads write through. */
type WrittenParts = {
  readonly pets: Pick<Storage['pets'], 'create' | 'createOnce'>
  readonly keys: Pick<Storage['keys'], 'touch'>
}

/**
 * Performs in the thread that writes what the others hand to it. Calls that come together share a commit with
 * its own, and each is answered after that.
 */
export class ServedWrites {
  readonly #methods: ForwardedMethods
  readonly #ports = new Set<MessagePort>()
  #onEnded: (() => void) | undefined

  constructor({ pets, keys }: WrittenParts) {
    this.#methods = {
      'pets.create': (pet) => pets.create(pet),
      'pets.createOnce': (pet, once, location) => pets.createOnce(pet, once, location),
      'keys.touch': (uses) => keys.touch(uses),
    }
  }

  /** Performs what comes over a port, until its thread closes it or ends. */
  serve(port: MessagePort): void {
    let answers: ForwardedAnswer[] = []
    const send = (): void => {
      port.postMessage(answers)
      answers = []
    }
    // The answers of one commit come in one turn of the event loop, and go in one message.
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

  /** Resolves once no other thread can hand anything over any more. */
  async ended(): Promise<void> {
    if (this.#ports.size === 0) return
    await new Promise<void>((resolve) => {
      this.#onEnded = resolve
    })
  }

  async #perform(
    { id, method, args }: ForwardedCall,
    answer: (answer: ForwardedAnswer) => void,
  ): Promise<void> {
    try {
      // The arguments are those that the other thread was given for this very method.
      const perform = this.#methods[method] as (...args: readonly unknown[]) => Awaitable<unknown>
      answer({ id, value: await perform(...args) })
    } catch (error) {
      answer({ id, failure: failureOf(error) })
    }
  }
}

const failureOf = (error: unknown): ForwardedFailure => {
  const isUnavailable = error instanceof StorageUnavailable
  const told = isUnavailable ? error.cause : error
  return {
    reason: isUnavailable ? error.reason : undefined,
    error: told,
    code: told instanceof Error && 'code' in told ? told.code : undefined,
  }
}
