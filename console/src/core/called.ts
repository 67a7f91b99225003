import { signal } from './signal.ts'

/** The initial name of a form, from a search without results. It may be a person's, so it is not in the URL. */
export const called = signal('')
