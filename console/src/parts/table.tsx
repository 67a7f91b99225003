import type { ComponentChildren } from 'preact'

/** How a press on the header of a column sorts the table. */
type Sorting = {
  /** Undefined if the table is not sorted by this column. */
  readonly direction: 'ascending' | 'descending' | undefined
  readonly onSort: () => void
}

/** The header of a column: its label, its CSS classes, and how it sorts. */
type Column = string | readonly [words: string, look: string, sorting?: Sorting]

export const Table = ({
  look,
  caption,
  columns,
  onKeyDown,
  children,
}: {
  /** CSS classes. */
  readonly look: string
  /** The name of the table, only for screen readers. */
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
          const [words, place = '', sorting]: readonly [string, string?, Sorting?] =
            typeof column === 'string' ? [column] : column
          const isUnseen = place === 'unseen'
          return (
            <th
              key={words}
              scope="col"
              class={isUnseen ? '' : place}
              {...(sorting && { 'aria-sort': sorting.direction })}
            >
              {isUnseen ? (
                <span class={place}>{words}</span>
              ) : sorting ? (
                <button type="button" onClick={sorting.onSort}>
                  {words}
                </button>
              ) : (
                words
              )}
            </th>
          )
        })}
      </tr>
    </thead>
    <tbody {...(onKeyDown && { onKeyDown })}>{children}</tbody>
  </table>
)
