import type { KeyRecord } from '../keys/key-store.ts'
import { limitsOf } from '../keys/life-cycle.ts'
import type { Plan, PlanLimits } from '../quotas/plans.ts'
import { UsageError } from './terminal.ts'

/** The limits of a key that the options of a command give. */
export type LimitOptions = Partial<PlanLimits>

/** The limits among the options of a command. */
export const givenLimits = ({ perMinute, perDay, openOrders }: LimitOptions): LimitOptions => ({
  ...(perMinute !== undefined && { perMinute }),
  ...(perDay !== undefined && { perDay }),
  ...(openOrders !== undefined && { openOrders }),
})

/**
 * The limits of a key on a plan. Those of an enterprise key are agreed; those of other plans are fixed.
 *
 * @param given what the options of the command give
 * @param old the key before the command; what was agreed for it stays, unless the options say otherwise
 * @throws UsageError
 */
export const readLimits = (plan: Plan, given: LimitOptions, old?: KeyRecord): PlanLimits => {
  if (plan !== 'enterprise') {
    if (Object.keys(given).length === 0) return limitsOf(plan, undefined)
    throw new UsageError(
      `The ${plan} plan has figures of its own; --per-minute, --per-day and --open-orders go with enterprise only.`,
    )
  }
  const agreed: LimitOptions = { ...(old?.plan === 'enterprise' && old.limits), ...given }
  const { perMinute, perDay } = agreed
  if (perMinute === undefined || perDay === undefined) {
    throw new UsageError('The enterprise plan needs both --per-minute and --per-day.')
  }
  return limitsOf(plan, { ...agreed, perMinute, perDay })
}
