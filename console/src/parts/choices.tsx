import type { ComponentChildren } from 'preact'

/** A group of radio buttons, each with its label. */
export const Choices = <T,>({
  legend,
  options,
  chosen,
  onChoose,
  look = '',
  children,
}: {
  readonly legend: string
  readonly options: ReadonlyArray<readonly [value: T, word: ComponentChildren]>
  readonly chosen: T
  readonly onChoose: (value: T) => void
  /** CSS classes. */
  readonly look?: string
  /** Content that depends on the choice. */
  readonly children?: ComponentChildren
}) => (
  <fieldset class={look}>
    <legend>{legend}</legend>
    <div class="choices">
      {options.map(([value, word], n) => (
        <label key={n}>
          <input
            type="radio"
            name={legend}
            checked={value === chosen}
            onChange={() => onChoose(value)}
          />
          {word}
        </label>
      ))}
    </div>
    {children}
  </fieldset>
)
