/**
 * Why a store cannot do something now: another process holds its lock, its disk is full, it may not be
 * written, it was seen to be damaged, its disk fails it in another way, the thread that writes it
 * ended and has no successor yet, or its files are not where they were opened.
 */
export const unavailableReasons = [
  'locked',
  'full',
  'read_only',
  'damaged',
  'failing',
  'no_writer',
  'moved',
] as const
export type UnavailableReason = (typeof unavailableReasons)[number]

/** The store cannot do this now, and nothing was changed. */
export class StorageUnavailable extends Error {
  readonly reason: UnavailableReason

  constructor(reason: UnavailableReason, cause: unknown) {
    super('The database cannot do this now.', { cause })
    this.name = 'StorageUnavailable'
    this.reason = reason
  }
}

/** The store may have done this or not, and nobody can say which. */
export class OutcomeUnknown extends Error {
  constructor(message: string) {
    super(message)
    this.name = 'OutcomeUnknown'
  }
}
