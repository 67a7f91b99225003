import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useNewId } from './use-new-id.ts'

/** The attributes of an `input` that the console's fields use. */
type InputOptions = {
  readonly type?: 'text' | 'password' | 'date' | 'datetime-local'
  readonly value: string
  readonly dir?: 'auto' | 'ltr'
  readonly autocomplete?: 'off' | 'current-password'
  readonly autofocus?: boolean
  readonly inputmode?: 'numeric' | 'text'
  readonly spellcheck?: boolean
  readonly list?: string
  readonly placeholder?: string
  readonly maxLength?: number
  /** The number of visible lines; undefined for a single-line input. */
  readonly rows?: number
}

/** The properties of a field. */
export type FieldProps = {
  readonly label: string
  /** Whether the label is only for screen readers. */
  readonly isLabelUnseen?: boolean
  readonly hint?: string | undefined
  readonly fault?: string | undefined
  /** Whether the fault is announced at once. That would be too much if it changes while somebody types. */
  readonly isFaultSaid?: boolean
  readonly children?: ComponentChildren
  /** Further attributes of the input, like those of a combobox. */
  readonly more?: InputHTMLAttributes
  /** Called with the current text of the field. */
  readonly onInput: (text: string) => void
} & InputOptions

/** A field with its label, its hint, and what is wrong with it. */
export const Field = ({
  label,
  isLabelUnseen = false,
  hint,
  fault,
  isFaultSaid = false,
  children,
  type = 'text',
  dir = 'auto',
  autocomplete = 'off',
  autofocus = false,
  more,
  onInput,
  ...input
}: FieldProps) => {
  const id = useNewId()
  const element = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (autofocus) element.current?.focus()
  }, [autofocus])
  // Both elements take the same attributes here.
  const Input = input.rows ? ('textarea' as 'input') : 'input'
  const notes = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`]
  return (
    <div class="field">
      <label class={isLabelUnseen ? 'unseen' : ''} for={id}>
        {label}
      </label>
      <Input
        ref={element}
        id={id}
        dir={dir}
        autocomplete={autocomplete}
        // Preact's types tie the attributes to the type of input; `InputOptions` has already checked them.
        {...({ type, ...input, ...more } as object)}
        onInput={(event) => onInput(event.currentTarget.value)}
        aria-invalid={fault !== undefined}
        aria-describedby={notes.filter((note) => note !== false).join(' ') || undefined}
      />
      {children}
      {hint !== undefined && (
        <span id={`${id}-hint`} class="hint">
          {hint}
        </span>
      )}
      {fault !== undefined && (
        <span id={`${id}-fault`} class="fault" role={isFaultSaid ? 'alert' : undefined}>
          {fault}
        </span>
      )}
    </div>
  )
}
