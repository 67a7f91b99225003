import { signal } from '../core/signal.ts'
import type { Pet } from '../../../client/src/index.ts'

/** The animal that somebody wants to hold; `null` asks for its number; undefined for no question. */
export const askedHold = signal<Pet | null | undefined>(undefined)

/** Asks for whom and until when to hold an animal. */
export const openHoldDialog = (pet: Pet | null = null): void => {
  askedHold.value = pet
}
