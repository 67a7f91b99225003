/** Why a store cannot do something now. */
export const unavailableReasons = [
  'locked', // another process holds its lock
  'full', // its disk is full
  'read_only', // its file or file system is read-only
  'damaged', // its file is corrupt
  'failing', // its disk fails in another way
  'moved', // its files are not in the place from which they were opened
  'unreachable', // its server does not answer, or is not the one that takes writes
] as const
export type UnavailableReason = (typeof unavailableReasons)[number]

/** The store cannot do this now. Nothing was changed. */
export class StorageUnavailable extends Error {
  override readonly name = 'StorageUnavailable'
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, cause: unknown) {
    super('The database cannot do this now.', { cause })
    this.reason = reason
  }
}

/** It is unknown whether the store has done this. */
export class OutcomeUnknown extends Error {
  override readonly name = 'OutcomeUnknown'
}
