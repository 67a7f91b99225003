/** How many requests a caller may make. Both are integers of at least 1. */
export type Limits = {
  /** Requests in one minute of the UTC clock. */
  readonly perMinute: number
  /** Requests in one day of the UTC clock. */
  readonly perDay: number
}

/** The limits of a plan. All are integers of at least 1. */
export type PlanLimits = Limits & {
  /** How many open orders an owner may have. */
  readonly openOrders: number
}

/** The plans with fixed limits (interface document, "Rate limits by plan"). */
export const fixedPlans = {
  free: { perMinute: 60, perDay: 1_000, openOrders: 5 },
  pro: { perMinute: 300, perDay: 10_000, openOrders: 50 },
  business: { perMinute: 1_000, perDay: 100_000, openOrders: 500 },
} as const satisfies Record<string, PlanLimits>

/** The limits of an Enterprise key: both quotas, and the open orders of Business unless others are agreed. */
export type AgreedLimits = Limits & Partial<PlanLimits>

/** A plan. The limits of `enterprise` are agreed for each key and stored with it. */
export type Plan = keyof typeof fixedPlans | 'enterprise'

export const plans: readonly Plan[] = ['free', 'pro', 'business', 'enterprise']

/** The largest limit that an Enterprise key can have. */
export const maxLimit = 1_000_000_000

/** The limits of callers without a valid key, for each network address. */
export const addressLimits: Limits = fixedPlans.free

/** The limits of operations that are free of charge, for each owner: one request a second. */
export const freeLimits: Limits = { perMinute: 60, perDay: 60 * 24 * 60 }

/**
 * The limits of each address outside `/v1`: 20 requests a second, more than people, browsers and crawlers ask for.
 * The limit of the day never applies: it is the sum of its minutes.
 */
export const pageLimits: Limits = { perMinute: 1_200, perDay: 1_200 * 24 * 60 }
