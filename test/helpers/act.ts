import type { ChangeContext } from '../../src/base/data/change.ts'

/** The act of a change that a test makes, when nobody asks who made it or when. */
export const act: ChangeContext = { at: Date.parse('2026-11-20T12:00:00Z') }
