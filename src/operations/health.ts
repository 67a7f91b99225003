import { serviceUnavailable } from '../errors/api-error.ts'
import type { Storage } from '../storage/port.ts'

/** Whether the service can serve. */
export class Health {
  readonly #storage: Pick<Storage, 'ping'>
  #stopping = false

  constructor(storage: Pick<Storage, 'ping'>) {
    this.#storage = storage
  }

  /** From now on the service is not ready, so that no balancer sends it more. */
  stop(): void {
    this.#stopping = true
  }

  /**
   * Resolves where the database answers and the service is not shutting down.
   *
   * @throws ApiError `service_unavailable`, or what the store throws
   */
  async ready(): Promise<void> {
    if (this.#stopping) throw serviceUnavailable()
    await this.#storage.ping()
  }
}
