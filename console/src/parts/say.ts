import { signal } from '../core/signal.ts'
import { useEffect } from 'preact/hooks'

/**
 * What a screen reader announces next, without moving the focus. This is the page's only live region for it,
 * so that nothing is announced twice. Urgent messages and refusals are alerts in place.
 */
export const said = signal('')

/** Announces a sentence. The same sentence twice is announced twice. */
export const say = (text: string): void => {
  // Only a change of the text is announced, so a no-break space makes the same text differ.
  said.value = said.value === text ? `${text}\u00A0` : text
}

/** Clears the last announcement: a screen reader would repeat it when a dialog closes. */
export const hush = (): void => {
  said.value = ''
}

/** Announces a sentence when it appears on a screen; nothing while it is empty. */
export const useSaid = (text: string): void =>
  useEffect(() => {
    if (text !== '') say(text)
  }, [text])
