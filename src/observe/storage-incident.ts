import { ApiError, serviceUnavailable } from '../base/errors/api-error.ts'
import type { Storage } from '../store/port.ts'
import { StorageUnavailable, type UnavailableReason } from '../base/errors/storage-errors.ts'
import type { BackgroundWork } from '../base/background.ts'
import { monotonic } from '../base/clock.ts'
import type { Observe } from '../base/observation.ts'

/** What the log says, once, while the store cannot do its work. */
const explanations: Readonly<Record<UnavailableReason, string>> = {
  locked:
    'Another program holds the lock of the database for longer than requests can wait. Nothing can be written; reads go on. End that program (fuser shows which have the file open); the service then goes on by itself.',
  full: 'The disk of the database is full. Nothing can be written; reads go on, and quotas are counted in memory. Free some space; the service then goes on by itself.',
  read_only:
    'The database may not be written: its file or its file system is read-only. Reads go on, and quotas are counted in memory. Make it writable; the service then goes on by itself, unless it must be started anew to open the file.',
  damaged:
    'The database file is damaged. Nothing more is written to it; what can still be read is. Stop the service, keep the file and those beside it, and restore a backup.',
  moved:
    'A file of the database was deleted, moved or replaced under the service (the error says which). Nothing is written any more, for it would be lost; reads go on, from the file that was opened. Stop the service, put the files back or restore a backup, and start it. If the very same files come back, the service goes on by itself.',
  unreachable:
    'The database server does not answer, or takes no writes (the error says more). What is cached is served; everything else is refused. Look at the server and the network to it; the service goes on by itself.',
  failing:
    'The disk of the database fails, or does not let its file be opened (the error says more). Look at the disk and the system log; once the cause is gone the service goes on by itself.',
}

/** The reasons that come first if there are several. */
const worst = ['damaged', 'moved'] as const satisfies readonly UnavailableReason[]

/** Knows whether the store fails, however many requests and jobs do: observed once, in plain words, and once more when it is over. */
export class StorageIncident {
  readonly #observe: Observe
  readonly #reasons = new Set<UnavailableReason>()
  /** When the first of it failed, in milliseconds of `monotonic`. */
  #since = 0
  #hasFailed = false
  /** Names of the background work that fails because of the store. */
  readonly #work = new Set<string>()

  constructor(observe: Observe) {
    this.#observe = observe
  }

  /** Why nothing can be written at present; undefined if all is well. */
  get reason(): UnavailableReason | undefined {
    return worst.find((reason) => this.#reasons.has(reason)) ?? [...this.#reasons].at(-1)
  }

  /** Sums up failures of the store; passes other observations on. */
  readonly observe: Observe = (observation) => {
    switch (observation.kind) {
      case 'request_failed': {
        const { error } = observation
        if (error instanceof StorageUnavailable) this.#failed(error)
        // A deliberate refusal is no failure; the observation of the request covers it.
        else if (!(error instanceof ApiError)) this.#observe(observation)
        return
      }
      case 'background_failed': {
        const { error, work } = observation
        if (!(error instanceof StorageUnavailable)) break
        this.#failed(error)
        this.#work.add(work)
        this.#observe({ ...observation, again: true })
        return
      }
      case 'background_recovered':
        if (this.#work.delete(observation.work)) return
    }
    this.#observe(observation)
  }

  recoveryWork(storage: Pick<Storage, 'tryWriting'>): BackgroundWork {
    return {
      name: 'check the database',
      every: 1_000,
      run: async () => {
        if (this.#reasons.size === 0) return
        const failed = this.#hasFailed
        this.#hasFailed = false
        await storage.tryWriting()
        // If a small write succeeds but those of requests fail, the incident is not over.
        if (failed) return
        const seconds = Math.round((monotonic() - this.#since) / 1_000)
        this.#observe({ kind: 'storage_recovered', reasons: [...this.#reasons], seconds })
        this.#reasons.clear()
      },
    }
  }

  #failed({ reason, cause }: StorageUnavailable): void {
    this.#hasFailed = true
    if (this.#reasons.has(reason)) return
    if (this.#reasons.size === 0) this.#since = monotonic()
    this.#reasons.add(reason)
    const explanation = explanations[reason]
    this.#observe({ kind: 'storage_unavailable', reason, explanation, error: cause })
  }
}

export type Health = {
  /**
   * Resolves if the database answers and the service is not shutting down; throws ApiError `service_unavailable`, or what the store throws.
   * A store that only reads is ready; a damaged, deleted or moved one is not, as its reads may be wrong.
   */
  ready(): Promise<{ readonly canWrite: boolean }>
}

/** @param isEnding whether the service is stopping, so that a balancer should send it no more */
export const healthOf = (
  storage: Pick<Storage, 'ping'>,
  incident: Pick<StorageIncident, 'reason'>,
  isEnding: () => boolean,
): Health => ({
  ready: async () => {
    if (isEnding() || worst.some((reason) => reason === incident.reason)) throw serviceUnavailable()
    await storage.ping()
    return { canWrite: incident.reason === undefined }
  },
})
