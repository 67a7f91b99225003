import type { Stored } from './table.ts'

/** Versions of a row; `any` stands for all that there are. */
export type Versions = readonly bigint[] | 'any'

/** What must be true of a row for a change of it to be done: plain data, which travels in the change. */
export type Precondition = {
  /** The row exists, in one of these versions. */
  readonly match: Versions | undefined
  /** The row does not exist, or is in none of these versions. */
  readonly noneMatch: Versions | undefined
}

/** Any row will do, and none too. */
export const unconditional: Precondition = { match: undefined, noneMatch: undefined }

/** Whether a row is as a precondition wants it (RFC 9110, 13.1.1 and 13.1.2). */
export const isMet = ({ match, noneMatch }: Precondition, stored: Stored | undefined): boolean =>
  (match === undefined || includes(match, stored)) &&
  (noneMatch === undefined || !includes(noneMatch, stored))

const includes = (versions: Versions, stored: Stored | undefined): boolean =>
  stored !== undefined && (versions === 'any' || versions.includes(stored.version))
