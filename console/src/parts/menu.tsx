import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'

/** An entry of a menu, with the key that chooses it. */
export type Choice = {
  readonly key: string
  readonly text: string
  readonly act: () => void
}

/** Opens the menu of a row, as a click on its button does. */
export const openMenu = (row: Element | null): void =>
  row?.querySelector<HTMLElement>('.menu > button')?.click()

/** A button that opens a menu. In the menu, arrows move, letters choose, and Esc returns the focus to where it was. */
export const Menu = ({
  label,
  choices,
  buttonClass = '',
  isOneOfRow = false,
  children,
}: {
  /** The name of the button for screen readers. */
  readonly label: string
  readonly choices: readonly Choice[]
  readonly buttonClass?: string
  /** Whether the button is in a row that already has a tab stop. */
  readonly isOneOfRow?: boolean
  readonly children: ComponentChildren
}) => {
  const [isOpen, setOpen] = useState(false)
  const list = useRef<HTMLDivElement>(null)
  const before = useRef<HTMLElement>(null)
  // In a layout effect, before the next key press, so that A can follow M at once.
  useLayoutEffect(() => {
    const element = list.current
    if (element === null) return undefined
    before.current = document.activeElement as HTMLElement
    element.querySelector('button')?.focus()
    const room = document.documentElement.clientWidth
    element.classList.toggle('flipped', element.getBoundingClientRect().right > room)
    element.scrollIntoView({ block: 'nearest' })
    const onDown = ({ target }: Event): void => {
      if (element.parentElement?.contains(target as Node) === false) setOpen(false)
    }
    addEventListener('pointerdown', onDown)
    return () => removeEventListener('pointerdown', onDown)
  }, [isOpen])
  const end = (act?: () => void): void => {
    setOpen(false)
    before.current?.focus()
    act?.()
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    const buttons = [...(list.current?.querySelectorAll('button') ?? [])]
    const at = buttons.indexOf(document.activeElement as HTMLButtonElement)
    const choice = choices.find(({ key }) => key === event.key.toLowerCase())
    const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: -1 }[event.key]
    if (to !== undefined) buttons.at(to % buttons.length)?.focus()
    else if (event.key === 'Escape' || event.key === 'Tab') end()
    else if (choice && !event.ctrlKey && !event.metaKey) end(choice.act)
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <span class="menu">
      <button
        type="button"
        class={buttonClass}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        aria-label={label}
        tabIndex={isOneOfRow ? -1 : 0}
        onClick={() => setOpen(!isOpen)}
      >
        {children}
      </button>
      {isOpen && (
        <div ref={list} class="menu-list" role="menu" aria-label={label} onKeyDown={onKeyDown}>
          {choices.map(({ key, text, act }) => (
            <button
              key={key}
              type="button"
              role="menuitem"
              tabIndex={-1}
              aria-keyshortcuts={key.toUpperCase()}
              onClick={() => end(act)}
            >
              {text} <kbd aria-hidden="true">{key}</kbd>
            </button>
          ))}
        </div>
      )}
    </span>
  )
}
