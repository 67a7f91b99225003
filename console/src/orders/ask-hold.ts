import { signal } from '../core/signal.ts'
import type { Pet } from '../../../client/src/index.ts'

/** The question for whom to hold an animal, or which one if it is not known; undefined for no question. */
export const holdQuestion = signal<{ readonly pet?: Pet | undefined } | undefined>(undefined)

/** Asks for whom and until when to hold an animal. */
export const openHoldDialog = (pet?: Pet): void => {
  holdQuestion.value = { pet }
}
