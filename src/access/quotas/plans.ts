/** How many requests a caller may make in a minute and in a day of the UTC clock. Integers of at least 1. */
export type Limits = { readonly perMinute: number; readonly perDay: number }

/** The limits of a plan, with how many open orders an owner may have. Integers of at least 1. */
export type PlanLimits = Limits & { readonly openOrders: number }

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

/** The limits of each network address for requests without a valid key. */
export const addressLimits: Limits = fixedPlans.free

/** The limits of each owner for operations that spend no quota: one request a second. */
export const freeLimits: Limits = { perMinute: 60, perDay: 60 * 24 * 60 }

/** The limits of each address outside `/v1`: 20 requests a second, more than people, browsers and crawlers send. */
export const pageLimits: Limits = { perMinute: 1_200, perDay: 1_200 * 24 * 60 }
