import { parentPort, workerData } from 'node:worker_threads'
import type { Subject } from '../../src/quotas/counters.ts'
import type { Limits } from '../../src/quotas/plans.ts'
import { CountersMemory, type SharedCounts } from '../../src/quotas/shared/counters-memory.ts'
import { SharedCounters } from '../../src/quotas/shared/shared-counters.ts'

/** The input of a thread that only counts: it spends from each subject in turn. */
export type CountingOrder = {
  readonly shared: SharedCounts
  readonly thread: number
  readonly subjects: readonly Subject[]
  readonly limits: Limits
  readonly now: number
  /** How many rounds over the subjects it makes. */
  readonly rounds: number
  /** The barrier at which threads wait, so that they run at once: the number of those that are missing. */
  readonly gate: SharedArrayBuffer
  /** How many requests of each subject have passed; written after each request. */
  readonly passed: SharedArrayBuffer
}

/** How often each outcome occurred, `bans` among them. */
export type CountingReport = Record<string, number>

// The input of this thread.
const order = workerData as CountingOrder
const counters = new SharedCounters(new CountersMemory(order.shared), order.thread)
const passed = new Int32Array(order.passed)
const report: CountingReport = { bans: 0 }

const gate = new Int32Array(order.gate)
if (Atomics.sub(gate, 0, 1) === 1) Atomics.notify(gate, 0)
for (let left = Atomics.load(gate, 0); left > 0; left = Atomics.load(gate, 0)) {
  Atomics.wait(gate, 0, left, 1_000)
}

for (let round = 0; round < order.rounds; round += 1) {
  for (const [index, subject] of order.subjects.entries()) {
    const { outcome, banBegan } = counters.spend(subject, order.limits, order.now).verdict
    if (outcome === 'allowed') Atomics.add(passed, index, 1)
    report[outcome] = (report[outcome] ?? 0) + 1
    if (banBegan) report['bans'] = (report['bans'] ?? 0) + 1
  }
}
parentPort?.postMessage(report)
