import { type ComponentChildren, Fragment } from 'preact'

/** A list of facts: a label and a value each. Empty values are left out. */
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
