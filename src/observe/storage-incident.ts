import { ApiError, serviceUnavailable } from '../base/errors/api-error.ts'
import type { Storage } from '../store/port.ts'
import { StorageUnavailable, type UnavailableReason } from '../base/errors/storage-errors.ts'
import type { BackgroundWork } from '../base/background.ts'
import { monotonic } from '../base/clock.ts'
import type { Observation, Observe } from '../base/observation.ts'

/** What the log says, once for each reason in an incident, while the store is unavailable. */
const explanations: Readonly<Record<UnavailableReason, string>> = {
  locked:
    'Another program holds the lock of the database for longer than requests can wait. Nothing can be written; reads continue. End that program (fuser shows which have the file open); the service then recovers by itself.',
  full: 'The disk of the database is full. Nothing can be written; reads continue, and quotas are counted in memory. Free some space; the service then recovers by itself.',
  read_only:
    'The database may not be written: its file or its file system is read-only. Reads continue, and quotas are counted in memory. Make it writable; the service then recovers by itself, unless it must be restarted to open the file.',
  damaged:
    'The database file is damaged. Nothing more is written to it; what is still readable is served. Stop the service, keep the file and those beside it, and restore a backup.',
  moved:
    'A file of the database was deleted, moved or replaced under the service (the error says which). Nothing is written any more, because it would be lost; reads continue, from the file that was opened. Stop the service, put the files back or restore a backup, and start it. If the very same files come back, the service recovers by itself.',
  unreachable:
    'The database server does not answer, or takes no writes (the error says more). What is cached is served; everything else is refused. Check the server and the network to it; the service then recovers by itself.',
  failing:
    'The disk of the database is failing, or does not let its file be opened (the error says more). Check the disk and the system log; once the cause is gone the service recovers by itself.',
}

/** Reasons with which reads may be wrong too. */
const worst: readonly UnavailableReason[] = ['damaged', 'moved']

/**
 * Aggregates the failures of the store in an incident: each reason is observed once, and the end of the incident once.
 * @param isEnding whether the service is stopping, so that a load balancer should send it no more requests
 */
export const storageIncident = (
  storage: Pick<Storage, 'ping' | 'tryWriting'>,
  observeAll: Observe,
  isEnding: () => boolean,
) => {
  const reasons = new Set<UnavailableReason>()
  /** When the incident began, in milliseconds of `monotonic`. */
  let since = 0
  let hasFailed = false
  /** Names of the background work that fails because of the store. */
  const work = new Set<string>()

  const fail = ({ reason, cause }: StorageUnavailable): void => {
    hasFailed = true
    if (reasons.has(reason)) return
    if (reasons.size === 0) since = monotonic()
    reasons.add(reason)
    const explanation = explanations[reason]
    observeAll({ kind: 'storage_unavailable', reason, explanation, error: cause })
  }

  return {
    /** Aggregates failures of the store, and passes on other observations. */
    observe: (observation: Observation): void => {
      switch (observation.kind) {
        case 'request_failed': {
          const { error } = observation
          if (error instanceof StorageUnavailable) fail(error)
          // A deliberate refusal is not a failure. The observation of the request covers it.
          else if (!(error instanceof ApiError)) observeAll(observation)
          return
        }
        case 'background_failed': {
          const { error } = observation
          if (!(error instanceof StorageUnavailable)) break
          fail(error)
          work.add(observation.work)
          observeAll({ ...observation, again: true })
          return
        }
        case 'background_recovered':
          if (work.delete(observation.work)) return
      }
      observeAll(observation)
    },
    recoveryWork: {
      name: 'check the database',
      every: 1_000,
      run: async () => {
        if (reasons.size === 0) return
        const failed = hasFailed
        hasFailed = false
        await storage.tryWriting()
        // If a small write succeeds but writes of requests still fail, the incident is not over.
        if (failed) return
        const seconds = Math.round((monotonic() - since) / 1_000)
        observeAll({ kind: 'storage_recovered', reasons: [...reasons], seconds })
        reasons.clear()
      },
    } satisfies BackgroundWork,
    /**
     * Resolves if the database answers and the service is not stopping. A store that can only be read is ready. A damaged or
     * moved one is not, as its reads may be wrong. @throws ApiError `service_unavailable`, or what the store throws
     */
    ready: async (): Promise<{ readonly canWrite: boolean }> => {
      if (isEnding() || worst.some((reason) => reasons.has(reason))) throw serviceUnavailable()
      await storage.ping()
      return { canWrite: reasons.size === 0 }
    },
  }
}
