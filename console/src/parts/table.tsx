import type { ComponentChildren } from 'preact'

/** The head of a column: its words, and whether they stand on the right, or for screen readers alone. */
type Column = string | readonly [words: string, place: 'right' | 'unseen']

/** A table with a head. */
export const Table = ({
  look,
  caption,
  columns,
  onKeyDown,
  children,
}: {
  /** Its classes. */
  readonly look: string
  /** What it is called, for screen readers alone. */
  readonly caption: string
  readonly columns: readonly Column[]
  readonly onKeyDown?: (event: KeyboardEvent) => void
  readonly children: ComponentChildren
}) => (
  <table class={look}>
    <caption class="unseen">{caption}</caption>
    <thead>
      <tr>
        {columns.map((column) => {
          const [words, place] = [column].flat()
          return (
            <th key={words} scope="col" class={place === 'right' ? place : ''}>
              {place === 'unseen' ? <span class={place}>{words}</span> : words}
            </th>
          )
        })}
      </tr>
    </thead>
    <tbody {...(onKeyDown && { onKeyDown })}>{children}</tbody>
  </table>
)
