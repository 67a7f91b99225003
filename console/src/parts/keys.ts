import { signal } from '../core/signal.ts'

/** Whether keys act everywhere on the page. Somebody who speaks to the machine may switch them off. */
export const shortcutsAreOn = signal(localStorage.getItem('petstore:shortcuts') !== 'off')

/** Switches the keys that act everywhere on or off, also for later visits. */
export const setShortcuts = (on: boolean): void => {
  shortcutsAreOn.value = on
  localStorage.setItem('petstore:shortcuts', on ? 'on' : 'off')
}

/**
 * Follows the keys that act everywhere, outside of fields, menus and dialogs.
 *
 * @param find gives what a key does now, or two keys one after the other (`g a`), or undefined
 * @returns stops following
 */
export const followKeys = (find: (keys: string) => (() => void) | undefined): (() => void) => {
  let first = ''
  const onKey = (event: KeyboardEvent): void => {
    const { key, target } = event
    const isOurs =
      shortcutsAreOn.value &&
      !event.defaultPrevented &&
      !(event.ctrlKey || event.metaKey || event.altKey) &&
      !(target instanceof Element && target.closest('input, textarea, select, dialog, [role=menu]'))
    if (!isOurs) return
    const act = find(first + key.toLowerCase())
    first = first === '' && key.toLowerCase() === 'g' ? 'g ' : ''
    if (act === undefined) return
    event.preventDefault()
    act()
  }
  addEventListener('keydown', onKey)
  return () => removeEventListener('keydown', onKey)
}
