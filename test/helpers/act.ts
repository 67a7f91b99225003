import type { Act } from '../../src/data/act.ts'

/** The act of a change that a test makes, when nobody asks who made it or when. */
export const act: Act = { at: Date.parse('2026-11-20T12:00:00Z') }
