import { useEffect } from 'preact/hooks'
import { say } from './say.ts'

/** The links that open the rows of a list. The list is one tab stop. */
const selector = '[data-row]'

const rowsIn = (place: ParentNode): readonly HTMLElement[] => [
  ...place.querySelectorAll<HTMLElement>(selector),
]

/** Whether the screen has a list. */
export const hasRows = (): boolean => rowsIn(document).length > 0

/**
 * Moves the focus between rows by arrow keys or J and K, and passes other keys to `act`.
 *
 * @param act handles a key on the row with this value of `data-row` and this link; returns whether it did
 */
export const onRowKey =
  (act: (key: string, row: string, link: Element) => boolean) =>
  (event: KeyboardEvent): void => {
    const { key, target, currentTarget } = event
    const isPlain = !(event.ctrlKey || event.metaKey || event.altKey)
    if (!isPlain || !(target instanceof HTMLElement && target.matches(selector))) return
    const rows = rowsIn(currentTarget as Element)
    const at = rows.indexOf(target)
    const to = { ArrowDown: at + 1, j: at + 1, ArrowUp: at - 1, k: at - 1, Home: 0, End: -1 }[key]
    if (to !== undefined) {
      const next = rows.at(key === 'End' ? -1 : Math.max(0, Math.min(to, rows.length - 1)))
      for (const row of rows) row.tabIndex = row === next ? 0 : -1
      next?.focus()
      next?.scrollIntoView({ block: 'nearest' })
    } else if (!act(key, target.dataset['row'] ?? '', target)) return
    event.preventDefault()
  }

/** Moves the focus of a keyboard user from the title to the first row, once the rows are there, and announces the title. */
export const useFirstRow = (isThere: boolean): void =>
  useEffect(() => {
    const heading = document.activeElement
    const row = rowsIn(document)[0]
    if (!row || !heading?.matches('h1:focus-visible')) return
    say(heading.textContent)
    row.focus()
  }, [isThere])

/** Focuses the row with this value of `data-row`, or else the first. */
export const focusRowOf = (row: string): void => {
  const focus = (): void => {
    const rows = rowsIn(document)
    const stop = rows.find(({ tabIndex }) => tabIndex === 0)
    ;(rows.find(({ dataset }) => dataset['row'] === row) ?? stop ?? rows[0])?.focus()
  }
  // On a phone an open panel hides the list until the page has followed the URL.
  requestAnimationFrame(() => requestAnimationFrame(focus))
}
