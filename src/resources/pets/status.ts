import type { PetStatus } from './pet.ts'

/** Which statuses may follow which. What stays as it is may always. */
const followers: Readonly<Record<PetStatus, readonly PetStatus[]>> = {
  available: ['pending', 'sold'],
  pending: ['available', 'sold'],
  // It came back.
  sold: ['available'],
}

export const mayBecome = (from: PetStatus, to: PetStatus): boolean =>
  from === to || followers[from].includes(to)

/** The status that an animal must take first to get from one status to another; undefined if there is none. */
export const statusBetween = (from: PetStatus, to: PetStatus): PetStatus | undefined =>
  followers[from].find((between) => mayBecome(between, to))
