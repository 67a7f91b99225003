import type { Server } from 'node:net'
import { MessageChannel, type MessagePort, receiveMessageOnPort } from 'node:worker_threads'

/**
 * Holds a listening socket in the queue of a port. No event loop accepts its connections there, so the system queues them,
 * and nobody who connects is refused while a worker is replaced.
 */
export const holdListener = (server: Server): MessagePort => {
  const { port1, port2 } = new MessageChannel()
  port1.postMessage(server, [server])
  return port2
}

/** The listening socket of a worker, from a predecessor that failed and to a successor if it fails itself. */
export class InheritedListener {
  readonly #held: MessagePort | undefined
  #server: Server | undefined

  /**
   * @param held the queue that has the socket of the predecessor
   * @param leave gets what listens when the thread ends. It is not called if the heap overflows, for then nothing of the
   * thread runs any more.
   */
  constructor(held: MessagePort | undefined, leave: (server: Server) => void) {
    this.#held = held
    process.once('exit', () => {
      // If this worker never listened, it leaves what it did not take.
      const server = this.#server ?? this.take()
      if (server?.listening === true) leave(server)
    })
  }

  /** What the predecessor left. The caller must adopt it in this turn of the event loop. */
  take(): Server | undefined {
    const received: { readonly message: Server } | undefined =
      this.#held && receiveMessageOnPort(this.#held)
    return received?.message
  }

  /** @param server what listens now */
  adopt(server: Server): void {
    this.#server = server
  }
}
