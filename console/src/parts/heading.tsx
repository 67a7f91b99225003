import type { ComponentChildren } from 'preact'
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import { t } from '../core/language.ts'
import { showTitle } from '../core/page.ts'
import { say } from './say.ts'

/**
 * The heading of a screen, which is the title of the window too. It takes the focus when somebody
 * arrives, so that a screen reader says where they are. If a step within the screen takes away what
 * had the focus, the heading takes that too.
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
    // A screen that was loaded late takes nothing from somebody who began to look for something.
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
 * What stands beside a list: one thing of it, or a form. It is not modal. Where there is no room, it
 * is the whole screen. Esc closes it.
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
    // A form has put the focus into its first field already.
    const hasFocus = heading.current?.closest('aside')?.contains(document.activeElement)
    if (hasFocus !== true) heading.current?.focus()
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
