/** How many requests a caller may make. Both are whole numbers from 1 on. */
export type Limits = {
  /** Requests in one minute of the UTC clock. */
  readonly perMinute: number
  /** Requests in one day of the UTC clock. */
  readonly perDay: number
}

/** The plans with figures of their own (interface document, "Rate limits by plan"). */
export const fixedPlans = {
  free: { perMinute: 60, perDay: 1_000 },
  pro: { perMinute: 300, perDay: 10_000 },
  business: { perMinute: 1_000, perDay: 100_000 },
} as const satisfies Record<string, Limits>

/** A plan. The figures of `enterprise` are agreed one by one and stand with the key. */
export type Plan = keyof typeof fixedPlans | 'enterprise'

export const plans: readonly Plan[] = ['free', 'pro', 'business', 'enterprise']

/** The largest figure that an Enterprise key can have. */
export const largestLimit = 1_000_000_000

/** What a caller without a valid key gets, by network address. */
export const addressLimits: Limits = fixedPlans.free

/**
 * What every address gets beside `/v1`: 100 requests a second, far more than people, browsers and crawlers ask for. The
 * day is as long as its minutes, so it stops nobody.
 */
export const pageLimits: Limits = { perMinute: 6_000, perDay: 6_000 * 24 * 60 }
