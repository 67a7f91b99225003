import { signal } from '../core/signal.ts'
import type { Pet } from '../../../client/src/index.ts'

/** The open question for whom to hold an animal, and which one if `pet` is undefined; undefined while none is open. */
export const holdQuestion = signal<{ readonly pet?: Pet | undefined } | undefined>(undefined)

/** Asks for whom and until when to hold an animal. */
export const openHoldDialog = (pet?: Pet): void => {
  holdQuestion.value = { pet }
}
