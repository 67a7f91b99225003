import { signal } from '@preact/signals'

/** What a screen reader says next, without taking the focus. */
export const said = signal('')

/** Says a sentence. The same sentence twice is said twice. */
export const say = (text: string): void => {
  // A change of the text is what is said, so an invisible mark makes the same text another one.
  said.value = said.value === text ? `${text}\u00A0` : text
}
