import type { Observation, Observe } from '../core/observation.ts'
import type { Outcome } from '../core/spending.ts'
import type { Counters, Subject } from '../quotas/counters.ts'
import type { Verdict } from '../quotas/verdict.ts'

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
  const tell = (subject: Subject, verdict: Verdict): Verdict => {
    observe(decisions[subject.kind][verdict.outcome])
    if (verdict.banBegan) {
      observe({ kind: 'ban_began', keyId: subject.id, seconds: verdict.minuteResetAfter })
    }
    return verdict
  }
  return {
    spend: (subject, limits, now) => {
      const verdict = counters.spend(subject, limits, now)
      return verdict instanceof Promise
        ? verdict.then((decided) => tell(subject, decided))
        : tell(subject, verdict)
    },
    peek: (subject, limits, now) => counters.peek(subject, limits, now),
  }
}
