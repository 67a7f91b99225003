import type { ComponentChildren } from 'preact'
import { Heading } from './heading.tsx'

/** A screen with a list, and what stands beside it. */
export const ListScreen = ({
  title,
  said,
  back,
  head,
  panel,
  children,
}: {
  readonly title: string
  /** What a screen reader is told, and the window is called, if the title is too short for it. */
  readonly said?: string
  /** The way to the list of which this is a part. */
  readonly back?: ComponentChildren
  /** What one can do with the whole list. */
  readonly head?: ComponentChildren
  /** False or undefined if the list has all of the screen. */
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
