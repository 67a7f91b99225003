import { serviceUnavailable } from '../core/errors/api-error.ts'
import type { StorageTrouble } from './storage-trouble.ts'
import type { Storage } from '../storage/port.ts'

/** Whether the service can answer requests. */
export class Health {
  readonly #storage: Pick<Storage, 'ping'>
  readonly #trouble: Pick<StorageTrouble, 'reason'>
  readonly #isEnding: () => boolean

  /** @param isEnding whether the service was told to stop, so that a balancer should send it no more */
  constructor(
    storage: Pick<Storage, 'ping'>,
    trouble: Pick<StorageTrouble, 'reason'>,
    isEnding: () => boolean,
  ) {
    this.#storage = storage
    this.#trouble = trouble
    this.#isEnding = isEnding
  }

  /**
   * Resolves if the database answers and the service is not shutting down. A service that can read but not write is
   * ready: taking it out of a balancer would end the reads too, and repair nothing. A service whose database is
   * damaged, deleted or moved is not ready, as its reads may be wrong.
   *
   * @returns whether anything can be written
   * @throws ApiError `service_unavailable`, or what the store throws
   */
  async ready(): Promise<{ readonly canWrite: boolean }> {
    const { reason } = this.#trouble
    if (this.#isEnding() || reason === 'damaged' || reason === 'moved') throw serviceUnavailable()
    await this.#storage.ping()
    return { canWrite: this.#trouble.reason === undefined }
  }
}
