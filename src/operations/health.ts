import { serviceUnavailable } from '../errors/api-error.ts'
import type { Storage } from '../storage/port.ts'

/** Whether the service can serve. */
export class Health {
  readonly #storage: Pick<Storage, 'ping'>
  readonly #isEnding: () => boolean

  /** @param isEnding whether the service was told to stop, so that no balancer is to send it more */
  constructor(storage: Pick<Storage, 'ping'>, isEnding: () => boolean) {
    this.#storage = storage
    this.#isEnding = isEnding
  }

  /**
   * Resolves where the database answers and the service is not shutting down.
   *
   * @throws ApiError `service_unavailable`, or what the store throws
   */
  async ready(): Promise<void> {
    if (this.#isEnding()) throw serviceUnavailable()
    await this.#storage.ping()
  }
}
