/** Keys of PostgreSQL's advisory locks. Each database has its own. */
export const locks = {
  /** Whoever writes holds it until the commit. */
  store: 7_365_001,
  /** Whoever makes or changes the schema holds it. */
  schema: 7_365_002,
  /** Whoever imports holds it. */
  importing: 7_365_003,
} as const
