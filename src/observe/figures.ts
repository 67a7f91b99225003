import type { Latest } from './metric-group.ts'
import type { Family } from './metrics-text.ts'
import type { RecentRequests } from './recent-requests.ts'

/** What a worker reports of itself, as plain data. */
export type Figures = {
  readonly metrics: readonly Family[]
  readonly latest: Latest
  readonly requests: RecentRequests
}

/** The worker of an environment, as the pages for operators show it. */
export type WorkerState = {
  /** Whether it listens now. */
  readonly isServing: boolean
  /** How often it was replaced. */
  readonly replacedCount: number
  /** Undefined if it has reported none yet. */
  readonly figures: Figures | undefined
}

/** Whoever can tell the present state of a worker. */
export type Supervised = { state(): Promise<WorkerState> }
