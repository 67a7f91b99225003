/** The kinds of subject whose requests are counted. */
export const subjectKinds = ['key', 'address'] as const
export type SubjectKind = (typeof subjectKinds)[number]

/** The outcome of counting one request. `banned` is a request during a ban that began earlier. */
export const outcomes = ['allowed', 'minute_used_up', 'day_used_up', 'banned'] as const
export type Outcome = (typeof outcomes)[number]
