import { parentPort, workerData } from 'node:worker_threads'
import type { Subject } from '../../src/quotas/counters.ts'
import type { Limits } from '../../src/quotas/plans.ts'
import { CountersMemory, type SharedCounts } from '../../src/quotas/shared/counters-memory.ts'
import { SharedCounters } from '../../src/quotas/shared/shared-counters.ts'

/** What a thread that only counts is to do: spend of each subject in turn. */
export type CountingOrder = {
  readonly shared: SharedCounts
  readonly thread: number
  readonly subjects: readonly Subject[]
  readonly limits: Limits
  readonly now: number
  /** How often to go round the subjects. */
  readonly rounds: number
  /** Where threads wait for one another, so that they run at once: how many are still to come. */
  readonly gate: SharedArrayBuffer
  /** How many requests have passed, of each subject; written after each. */
  readonly passed: SharedArrayBuffer
}

/** How often each outcome came, `bans` among them. */
export type CountingReport = Record<string, number>

// What this thread is started with.
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
