import type { databaseServersHealth, sharedCountersHealth } from './engine-groups.ts'
import type { Family } from './metrics-text.ts'
import type { RecentRequests } from './recent-requests.ts'

/** What a worker tells of itself, as plain data. */
export type Figures = {
  readonly metrics: readonly Family[]
  readonly health: WorkerHealth
}

/** What a worker tells in `/health.json`. */
export type WorkerHealth = {
  readonly databaseUp: boolean
  readonly databaseBytes: number | null
  readonly openConnections: number
  readonly requests: RecentRequests
  /** Milliseconds since the Unix epoch; null if nobody knows of any. */
  readonly lastBackupAt: number | null
  readonly keysExpiring: number
  readonly deliveriesWaiting: number
  readonly databaseServers: ReturnType<typeof databaseServersHealth>
  readonly sharedCounters: ReturnType<typeof sharedCountersHealth>
}

/** The worker of an environment, for who shows its figures. */
export type Supervised = {
  /** Whether it listens now. */
  readonly isServing: boolean
  /** How often it was replaced. */
  readonly replacedCount: number
  /** Undefined if it has told none yet. */
  figures(): Promise<Figures | undefined>
}
