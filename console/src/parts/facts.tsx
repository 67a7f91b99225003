import { type ComponentChildren, Fragment } from 'preact'

/** What is known of a thing: a word, and what it is. What does not apply is empty. */
export const Facts = ({
  facts,
}: {
  readonly facts: ReadonlyArray<
    readonly [word: string, fact: ComponentChildren] | false | '' | undefined
  >
}) => (
  <dl>
    {facts.map(
      (each) =>
        each && (
          <Fragment key={each[0]}>
            <dt>{each[0]}</dt>
            <dd>{each[1]}</dd>
          </Fragment>
        ),
    )}
  </dl>
)
