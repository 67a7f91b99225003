import { useState } from 'preact/hooks'
import { readItem, writeItem } from '../core/tab-storage.ts'
import { newIdempotencyKey } from '../requests/call.ts'

/** The typed values of a form. Changed values are another creation, so each change gets a new idempotency key. */
type Typed<T> = T & { readonly idempotencyKey: string }

/** The draft of a form. */
export type Draft<T> = {
  readonly typed: Typed<T>
  /** Whether it was typed before this form was opened. */
  readonly isOld: boolean
  readonly change: (part: Partial<T>) => void
  /** Deletes the draft, after a save or a cancel. */
  readonly drop: () => void
}

/** Whether there is a draft under a name. */
export const hasDraft = (name: string): boolean => readItem(`draft:${name}`) !== undefined

/**
 * Keeps the typed values of a form, for this tab, until they are dropped.
 *
 * @param name identifies the draft
 * @param begin makes the initial values, if there is no draft
 */
export const useDraft = <T extends object>(name: string, begin: () => T): Draft<T> => {
  const draft = `draft:${name}`
  const [{ typed, isOld }, setTyped] = useState(() => {
    const found = readItem<Typed<T>>(draft)
    return found
      ? { typed: found, isOld: true }
      : { typed: { ...begin(), idempotencyKey: newIdempotencyKey() }, isOld: false }
  })
  return {
    typed,
    isOld,
    change: (part) => {
      const next = { ...typed, ...part, idempotencyKey: newIdempotencyKey() }
      setTyped({ typed: next, isOld })
      writeItem(draft, next)
    },
    drop: () => writeItem(draft, undefined),
  }
}
