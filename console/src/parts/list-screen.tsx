import type { ComponentChildren } from 'preact'
import { Heading } from './heading.tsx'

/** A screen with a list and an optional panel beside it. */
export const ListScreen = ({
  title,
  said,
  back,
  head,
  panel,
  children,
}: {
  readonly title: string
  /** The text for screen readers and the window title, if `title` is too short for them. */
  readonly said?: string
  /** A link back to the list that this is part of. */
  readonly back?: ComponentChildren
  /** The actions for the whole list. */
  readonly head?: ComponentChildren
  /** False or undefined if the list fills the screen. */
  readonly panel?: ComponentChildren
  readonly children: ComponentChildren
}) => (
  <main id="main" class={panel ? 'with-panel' : ''}>
    <div class="list">
      {back !== undefined && <p class="back">{back}</p>}
      <header class="screen-head">
        <Heading title={title} {...(said !== undefined && { said })} />
        {head}
      </header>
      {children}
    </div>
    {panel}
  </main>
)
