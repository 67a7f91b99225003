import type { ComponentChildren, InputHTMLAttributes } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { useNewId } from './use-new-id.ts'

/** What fields of the console need of an `input`. */
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
  /** How many lines of text one sees; without it, it is a single line. */
  readonly rows?: number
}

/** What a field is given. */
export type FieldProps = {
  readonly label: string
  /** Whether the label is for screen readers alone. */
  readonly isLabelUnseen?: boolean
  readonly hint?: string | undefined
  readonly fault?: string | undefined
  /** Whether the fault is said at once. It is too much where it changes while somebody types. */
  readonly isFaultSaid?: boolean
  readonly children?: ComponentChildren
  /** What makes the input more than a field, like the attributes of a combobox. */
  readonly more?: InputHTMLAttributes
  /** Gets what is in the field now. */
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
  // What both need is the same.
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
        // Preact ties the attributes to each type of input; `InputOptions` has checked them already.
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
