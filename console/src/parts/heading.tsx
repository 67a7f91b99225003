import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../core/language.ts'
import { showTitle } from '../core/page.ts'
import { say } from './say.ts'

/**
 * The heading of a screen, which is also the window title. It takes the focus when the screen opens, so that a screen
 * reader says where the user is. It also takes the focus if a step within the screen removes the focused element.
 */
export const Heading = ({
  title,
  said = title,
}: {
  readonly title: string
  readonly said?: string
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    // A screen that loads late does not take the focus from somebody who has begun a search.
    if (!document.activeElement?.matches('.top input')) heading.current?.focus()
  }, [])
  const isFirst = useRef(true)
  useEffect(() => {
    showTitle(said)
    if (!isFirst.current) {
      say(said)
      if (document.activeElement === document.body) heading.current?.focus()
    }
    isFirst.current = false
  }, [said])
  return (
    <h1 ref={heading} tabIndex={-1}>
      {title}
    </h1>
  )
}

/**
 * A panel beside a list, with one item of it or a form. It is not modal. In a narrow window it fills the
 * screen. Esc closes it.
 */
export const Panel = ({
  title,
  onClose,
  children,
}: {
  readonly title: string
  readonly onClose: () => void
  readonly children: ComponentChildren
}) => {
  const heading = useRef<HTMLHeadingElement>(null)
  useLayoutEffect(() => {
    // A form has already focused its first field.
    const hasFocus = heading.current?.closest('aside')?.contains(document.activeElement)
    if (!hasFocus) heading.current?.focus()
  }, [])
  return (
    <aside
      class="panel"
      aria-label={title}
      onKeyDown={(event) => {
        const { key, defaultPrevented, target } = event
        const isOfDialog = (target as Element).closest('dialog') !== null
        if (key === 'Escape' && !defaultPrevented && !isOfDialog) onClose()
      }}
    >
      <header>
        <h2 ref={heading} tabIndex={-1}>
          <bdi>{title}</bdi>
        </h2>
        <button type="button" class="quiet" aria-label={t('Close')} onClick={onClose}>
          ×
        </button>
      </header>
      {children}
    </aside>
  )
}
