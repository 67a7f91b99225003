import {
  counterFailures,
  counterWorks,
  databaseFailures,
  databaseWorks,
  type Follower,
} from '../core/engines.ts'
import type { Observation, Observe } from '../core/observation.ts'
import { indexOf } from './index-of.ts'
import type { Family } from './metrics-layout.ts'
import type { MetricsMemory } from './metrics-memory.ts'
import { PresentSlots } from './metrics-slots.ts'

/** How cells are changed. */
type Counting = {
  readonly add: (offset: number, by?: number) => void
  /** Adds seconds to the histogram whose first cell is at an offset. */
  readonly addTime: (family: Family, offset: number, seconds: number) => void
}

/** Counts what is observed of the engines outside of the process. */
export const engineRecorder = (memory: MetricsMemory, { add, addTime }: Counting): Observe => {
  const { cells, metrics } = memory
  const { families } = metrics
  const slotsOf = (family: 'databaseServerUp' | 'databasePrimary' | LagFamily, label: string) =>
    new PresentSlots(memory, families[family], label)
  const serverUp = slotsOf('databaseServerUp', 'server')
  const primary = slotsOf('databasePrimary', 'server')
  const standbyBytes = slotsOf('standbyLagBytes', 'standby')
  const standbySeconds = slotsOf('standbyLagSeconds', 'standby')
  const replicaBytes = slotsOf('replicaLagBytes', 'replica')
  const replicaSeconds = slotsOf('replicaLagSeconds', 'replica')
  const databaseWork = indexOf(databaseWorks)
  const databaseFailure = indexOf(databaseFailures)
  const counterWork = indexOf(counterWorks)
  const counterFailure = indexOf(counterFailures)

  const setLags = (
    followers: readonly Follower[],
    bytes: PresentSlots,
    seconds: PresentSlots,
  ): void => {
    bytes.set(followers.map(({ name, lagBytes }) => [name, lagBytes]))
    seconds.set(followers.map(({ name, lagSeconds }) => [name, lagSeconds]))
  }

  const takePool = ({ busy, idle, most, waiting }: Observed<'database_pool'>): void => {
    const { databaseConnections, databaseConnectionsMost, databaseWaiting } = families
    cells[databaseConnections.offset] = busy
    cells[databaseConnections.offset + 1] = idle
    cells[databaseConnectionsMost.offset] = most
    cells[databaseWaiting.offset] = waiting
  }

  const takeStandbys = ({ standbys }: Observed<'database_standbys'>): void => {
    const { followers = [], synchronous, isSynchronousWanted } = standbys ?? {}
    // What is not known is no number, and is not shown.
    cells[families.databaseStandbys.offset] = standbys === undefined ? Number.NaN : followers.length
    cells[families.synchronousStandbys.offset] = synchronous ?? Number.NaN
    cells[families.synchronousWanted.offset] = Number(isSynchronousWanted ?? Number.NaN)
    setLags(followers, standbyBytes, standbySeconds)
  }

  return (observation) => {
    switch (observation.kind) {
      case 'database_call': {
        const { databaseSeconds: family } = families
        const index = databaseWork.get(observation.work) ?? 0
        addTime(family, family.offset + index * family.width, observation.milliseconds / 1e3)
        break
      }
      case 'database_turn':
        addTime(families.databaseWait, families.databaseWait.offset, observation.milliseconds / 1e3)
        break
      case 'database_failed':
        add(families.databaseFailures.offset + (databaseFailure.get(observation.reason) ?? 0))
        break
      case 'database_reconnected':
        add(families.databaseReconnects.offset)
        break
      case 'database_pool':
        takePool(observation)
        break
      case 'database_servers': {
        const { servers } = observation
        serverUp.set(servers.map(({ name, role }) => [name, role === 'unreachable' ? 0 : 1]))
        primary.set(servers.map(({ name, role }) => [name, role === 'primary' ? 1 : 0]))
        break
      }
      case 'database_standbys':
        takeStandbys(observation)
        break
      case 'counters_opened':
        cells[families.countersDeadline.offset] = observation.deadline / 1e3
        break
      case 'counters_reached':
        cells[families.countersDown.offset] = observation.isReached ? 0 : 1
        if (!observation.isReached) add(families.countersOutages.offset)
        break
      case 'counters_call': {
        const { countersSeconds: family } = families
        const index = counterWork.get(observation.work) ?? 0
        addTime(family, family.offset + index * family.width, observation.milliseconds / 1e3)
        break
      }
      case 'counters_failed':
        add(families.countersFailures.offset + (counterFailure.get(observation.reason) ?? 0))
        break
      case 'counters_alone':
        add((observation.isRefused ? families.refusedAlone : families.countedAlone).offset)
        break
      case 'counters_replicas': {
        const { replicas, nodes } = observation
        cells[families.countersReplicas.offset] = replicas?.length ?? Number.NaN
        cells[families.countersNodes.offset] = nodes
        setLags(replicas ?? [], replicaBytes, replicaSeconds)
        break
      }
      default:
    }
  }
}

type Observed<K extends Observation['kind']> = Extract<Observation, { readonly kind: K }>

type LagFamily = 'standbyLagBytes' | 'standbyLagSeconds' | 'replicaLagBytes' | 'replicaLagSeconds'
