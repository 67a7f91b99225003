import { attemptResults } from '../core/attempt-results.ts'
import { outcomes, subjectKinds } from '../core/spending.ts'
import { requestOutcomes } from './metrics-families.ts'
import { engineRecorder } from './engine-recorder.ts'
import { indexOf } from './index-of.ts'
import type { Family } from './metrics-layout.ts'
import type { MetricsMemory } from './metrics-memory.ts'
import { Slots } from './metrics-slots.ts'
import type {
  Observe,
  QuotaDecision,
  RequestObservation,
  StorageObservation,
  VitalSigns,
} from '../core/observation.ts'

/** Counts observations. For a request it adds to cells whose places it looks up, and creates no objects. */
export const metricsObserver = (memory: MetricsMemory): Observe => {
  const { cells, metrics } = memory
  const { families, requestOperations } = metrics
  const operationIndex = indexOf(requestOperations)
  const outcomeIndex = indexOf(requestOutcomes)
  const otherOperation = requestOperations.length - 1
  const otherOutcome = requestOutcomes.length - 1
  const attemptIndex = indexOf(attemptResults)
  const decisionIndex = {
    key: indexOf(outcomes),
    address: indexOf(outcomes, subjectKinds.indexOf('address') * outcomes.length),
  }
  const callers = new Slots(memory, families.deprecated, ['operation', 'key'])
  const storageSeconds = new Slots(memory, families.storageSeconds, ['operation'])
  const storageFailures = new Slots(memory, families.storageFailures, ['operation'])
  const backgroundFailures = new Slots(memory, families.backgroundFailures, ['work'])

  // A replacement of a worker goes on counting from its predecessor's values.
  const before = {
    loopActive: cells[families.loopActive.offset] ?? 0,
    logLinesDropped: cells[families.logLinesDropped.offset] ?? 0,
  }

  // In a file of its own it would be one more file that every request executes.
  const add = (offset: number, by = 1): void => {
    cells[offset] = (cells[offset] ?? 0) + by
  }

  const addTime = ({ bounds }: Family, offset: number, seconds: number): void => {
    let bucket = 0
    while (bucket < bounds.length && seconds > (bounds[bucket] ?? 0)) bucket += 1
    add(offset + bucket)
    add(offset + bounds.length + 1, seconds)
  }

  const countEngine = engineRecorder(memory, { add, addTime })

  const countOutcome = (operation: number, outcome: number | string): void => {
    const index = outcomeIndex.get(outcome) ?? otherOutcome
    add(families.requests.offset + operation * requestOutcomes.length + index)
  }

  const countDecision = ({ subject, outcome }: QuotaDecision): void =>
    add(families.quota.offset + (decisionIndex[subject].get(outcome) ?? 0))

  /** The latest caller of a deprecated operation often comes again; else its name is joined and looked for. */
  let latest = { operation: '', keyId: undefined as string | undefined, offset: -1 }
  const callerOffset = ({ operation, keyId }: RequestObservation): number => {
    if (latest.operation !== operation || latest.keyId !== keyId) {
      latest = { operation, keyId, offset: callers.offset(`${operation}/${keyId ?? 'none'}`) }
    }
    return latest.offset
  }

  const countRequest = (request: RequestObservation): void => {
    const operation = operationIndex.get(request.operation) ?? otherOperation
    if (request.decision !== undefined) countDecision(request.decision)
    if (request.aborted) {
      add(families.aborted.offset + operation)
      return
    }
    countOutcome(operation, request.code ?? request.status)
    const { requestSeconds } = families
    addTime(
      requestSeconds,
      requestSeconds.offset + operation * requestSeconds.width,
      request.milliseconds / 1_000,
    )
    if (request.deprecated) add(callerOffset(request))
  }

  const countStorage = ({ operation, milliseconds, failed }: StorageObservation): void => {
    addTime(families.storageSeconds, storageSeconds.offset(operation), milliseconds / 1_000)
    // From the first call on: a rate does not see the failure that a series begins with.
    const failures = storageFailures.offset(operation)
    if (failed) add(failures)
  }

  const takeVitalSigns = (signs: VitalSigns): void => {
    cells[families.connections.offset] = signs.connections
    cells[families.databaseUp.offset] = signs.databaseUp ? 1 : 0
    cells[families.lagP99.offset] = signs.lagP99 / 1_000
    cells[families.lagMost.offset] = signs.lagMost / 1_000
    cells[families.loopActive.offset] = before.loopActive + signs.loopActive / 1_000
    cells[families.heap.offset] = signs.heapBytes
    cells[families.logLinesDropped.offset] = before.logLinesDropped + signs.logLinesDropped
    cells[families.heartbeat.offset] = signs.at / 1_000
  }

  return (observation) => {
    switch (observation.kind) {
      case 'request':
        countRequest(observation)
        break
      case 'bad_request_bytes':
        countOutcome(otherOperation, observation.code)
        break
      case 'quota':
        countDecision(observation)
        break
      case 'storage':
        countStorage(observation)
        break
      case 'log_lines_suppressed':
        add(families.logLinesSuppressed.offset, observation.lines)
        break
      case 'ban_began':
        add(families.bans.offset)
        break
      case 'background_failed':
        add(backgroundFailures.offset(observation.work))
        break
      case 'delivery_attempt':
        add(families.deliveryAttempts.offset + (attemptIndex.get(observation.result) ?? 0))
        addTime(
          families.deliverySeconds,
          families.deliverySeconds.offset,
          observation.milliseconds / 1_000,
        )
        break
      case 'deliveries_waiting':
        cells[families.deliveriesWaiting.offset] = observation.count
        cells[families.deliveriesAge.offset] = observation.age
        break
      case 'connection_dropped':
        add(families.connectionsDropped.offset)
        break
      case 'store_facts':
        cells[families.lastBackup.offset] = (observation.lastBackupAt ?? 0) / 1_000
        cells[families.keysExpiring.offset] = observation.keysExpiring
        cells[families.databaseBytes.offset] = observation.bytes ?? 0
        break
      case 'vital_signs':
        takeVitalSigns(observation)
        break
      default:
        countEngine(observation)
    }
  }
}
