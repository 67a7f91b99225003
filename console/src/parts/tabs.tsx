import { useEffect, useRef } from 'preact/hooks'

/** A tab: what tells it apart, its word, where it leads, and how many things are there, if that is known. */
type Tab = readonly [name: string, word: string, href: string, count?: string | undefined]

/** Links to parts of a list, or to ways of seeing it. In a narrow window they scroll; the current one is in sight. */
export const Tabs = ({
  label,
  tabs,
  current,
}: {
  /** What they are called, for screen readers alone. */
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
