import { useEffect, useRef } from 'preact/hooks'

/** A tab: its key, its label, its URL, and the number of items there, if known. */
type Tab = readonly [name: string, word: string, href: string, count?: string | undefined]

/** Links to parts of a list, or to views of it. In a narrow window they scroll, with the current one in sight. */
export const Tabs = ({
  label,
  tabs,
  current,
}: {
  /** The label of the tabs, only for screen readers. */
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly current: string
}) => {
  const here = useRef<HTMLAnchorElement>(null)
  useEffect(() => here.current?.scrollIntoView({ block: 'nearest' }), [current, tabs.join()])
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(([name, word, href, count]) => (
        <a
          key={name}
          ref={name === current ? here : null}
          href={href}
          aria-current={name === current ? 'page' : undefined}
        >
          {word}
          {count !== undefined && <span class="count"> {count}</span>}
        </a>
      ))}
    </nav>
  )
}
