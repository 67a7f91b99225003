import { signal } from '../core/signal.ts'
import { useEffect } from 'preact/hooks'

/**
 * What a screen reader says next, without taking the focus. The page has no other place for this, so
 * that nothing is said twice. What is urgent or was refused is an alert where it stands.
 */
export const said = signal('')

/** Says a sentence. The same sentence twice is said twice. */
export const say = (text: string): void => {
  // A change of the text is what is said, so an invisible mark makes the same text another one.
  said.value = said.value === text ? `${text}\u00A0` : text
}

/** Takes back what was said last: a screen reader would read it again once a dialog over the page ends. */
export const hush = (): void => {
  said.value = ''
}

/** Says a sentence that a screen shows, once it shows it. Says nothing while it is empty. */
export const useSaid = (text: string): void =>
  useEffect(() => {
    if (text !== '') say(text)
  }, [text])
