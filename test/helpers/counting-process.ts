import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { Subject } from '../../src/access/quotas/counters.ts'
import type { Limits } from '../../src/access/quotas/plans.ts'
import type { ValkeyPlace } from '../../src/base/config/valkey-place.ts'
import { ValkeyCounters } from '../../src/access/quotas/valkey/valkey-counters.ts'
import type { Cleanup } from './cleanup.ts'
import { TestCountStore } from './count-store.ts'

/** What a process is asked: to spend so many requests at once. */
type Order = {
  readonly place: ValkeyPlace
  readonly subject: Subject
  readonly limits: Limits
  readonly now: number
}

/** Counters in a process of their own. */
export const countInProcess = async (
  t: Cleanup,
  place: ValkeyPlace,
  subject: Subject,
  limits: Limits,
  now: number,
): Promise<{ spend(count: number): Promise<readonly string[]> }> => {
  const child = fork(fileURLToPath(import.meta.url))
  t.after(() => child.kill('SIGKILL'))
  child.send({ place, subject, limits, now } satisfies Order)
  await once(child, 'message')
  return {
    spend: async (count) => {
      const answered = once(child, 'message')
      child.send(count)
      const [outcomes] = (await answered) as [readonly string[]]
      return outcomes
    },
  }
}

const serve = async ({ place, subject, limits, now }: Order): Promise<void> => {
  const times = { deadline: 10_000 }
  const counters = new ValkeyCounters({ place, usesCallersTime: true, times })
  await counters.load(new TestCountStore())
  process.on('message', (count: number) => {
    const spends = Array.from(
      { length: count },
      async () => await counters.spend(subject, limits, now),
    )
    void Promise.all(spends).then((spent) =>
      process.send?.(spent.map(({ verdict }) => verdict.outcome)),
    )
  })
  process.send?.('ready')
}

// This very file is what the process runs.
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  process.once('message', (order: Order) => void serve(order))
}
