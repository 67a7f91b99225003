import { whenReady } from '../core/awaitable.ts'
import type { Observation, Observe } from '../core/observation.ts'
import type { Outcome } from '../core/spending.ts'
import type { Counters, Spent, Subject } from '../quotas/counters.ts'

type Decision = Extract<Observation, { readonly kind: 'quota' }>

const decisionsOf = (subject: Subject['kind']): Readonly<Record<Outcome, Decision>> => ({
  allowed: { kind: 'quota', subject, outcome: 'allowed' },
  minute_used_up: { kind: 'quota', subject, outcome: 'minute_used_up' },
  day_used_up: { kind: 'quota', subject, outcome: 'day_used_up' },
  banned: { kind: 'quota', subject, outcome: 'banned' },
})

/** Made once: each request observes one of these. */
const decisions = { key: decisionsOf('key'), address: decisionsOf('address') } as const

/** Counters of which every decision is observed, and every ban that begins. */
export const observedCounters = (counters: Counters, observe: Observe): Counters => {
  const tell = (subject: Subject, spent: Spent): Spent => {
    const { verdict } = spent
    observe(decisions[subject.kind][verdict.outcome])
    if (verdict.banBegan) {
      observe({ kind: 'ban_began', keyId: subject.id, seconds: verdict.minuteResetAfter })
    }
    return spent
  }
  return {
    spend: (subject, limits, now) =>
      whenReady(counters.spend(subject, limits, now), (spent) => tell(subject, spent)),
    peek: (subject, limits, now) => counters.peek(subject, limits, now),
  }
}
