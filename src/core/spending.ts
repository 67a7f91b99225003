/** Whose requests are counted. */
export const subjectKinds = ['key', 'address'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** What became of one request that was counted. `banned` is a request that met a standing ban. */
export const outcomes = ['allowed', 'minute_used_up', 'day_used_up', 'banned'] as const
export type Outcome = (typeof outcomes)[number]
