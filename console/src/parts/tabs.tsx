/** A tab: what tells it apart, its word, where it leads, and how many things are there, if that is known. */
type Tab = readonly [name: string, word: string, href: string, count?: string | undefined]

/** Links to parts of a list, or to ways of seeing it. */
export const Tabs = ({
  label,
  tabs,
  current,
}: {
  /** What they are called, for screen readers alone. */
  readonly label: string
  readonly tabs: readonly Tab[]
  readonly current: string
}) => (
  <nav class="tabs" aria-label={label}>
    {tabs.map(([name, word, href, count]) => (
      <a key={name} href={href} aria-current={name === current ? 'page' : undefined}>
        {word}
        {count !== undefined && <span class="count"> {count}</span>}
      </a>
    ))}
  </nav>
)
