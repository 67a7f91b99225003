import { signal } from '../core/signal.ts'

/** Whether global keyboard shortcuts are on. Users of speech input may switch them off. */
export const shortcutsAreOn = signal(localStorage.getItem('petstore:shortcuts') !== 'off')

/** Switches the global shortcuts on or off, also for later visits. */
export const setShortcuts = (on: boolean): void => {
  shortcutsAreOn.value = on
  localStorage.setItem('petstore:shortcuts', on ? 'on' : 'off')
}

/**
 * Listens for global shortcuts, outside of fields, menus and dialogs.
 *
 * @param find returns the action of a key, or of two keys in sequence (`g a`), or undefined
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
