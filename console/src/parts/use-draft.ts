import { useState } from 'preact/hooks'
import { readItem, writeItem } from '../core/tab-storage.ts'
import { newIdempotencyKey } from '../requests/call.ts'

/** What somebody typed into a form. Another form is another creation, so each change has another key. */
type Typed<T> = T & { readonly idempotencyKey: string }

/** What is typed into a form. */
export type Draft<T> = {
  readonly typed: Typed<T>
  /** Whether it was typed before this form was opened. */
  readonly isOld: boolean
  readonly change: (part: Partial<T>) => void
  /** Forgets it: it is saved, or somebody gave it up. */
  readonly drop: () => void
}

/** Whether something is kept that was typed into a form. */
export const hasDraft = (name: string): boolean => readItem(`draft:${name}`) !== undefined

/**
 * Keeps what somebody types into a form, for the tab, until it is dropped.
 *
 * @param name tells drafts apart
 * @param begin fills the form in, if nothing is kept
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
