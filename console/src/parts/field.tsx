import type { ComponentChildren, TargetedInputEvent } from 'preact'
import { useId, useLayoutEffect, useRef } from 'preact/hooks'

/** What fields of the console need of an `input`. */
type InputOptions = {
  readonly type?: 'text' | 'password' | 'datetime-local'
  readonly value: string
  readonly dir?: 'auto' | 'ltr'
  readonly autocomplete?: 'off' | 'current-password'
  readonly autofocus?: boolean
  readonly inputmode?: 'numeric' | 'text'
  readonly spellcheck?: boolean
  readonly list?: string
  readonly onInput: (event: TargetedInputEvent<HTMLInputElement>) => void
}

/** A field with its label, its hint, and what is wrong with it. */
export const Field = ({
  label,
  hint,
  fault,
  children,
  type = 'text',
  dir = 'auto',
  autocomplete = 'off',
  autofocus = false,
  ...input
}: {
  readonly label: string
  readonly hint?: string | undefined
  readonly fault?: string | undefined
  readonly children?: ComponentChildren
} & InputOptions) => {
  const id = useId()
  const element = useRef<HTMLInputElement>(null)
  useLayoutEffect(() => {
    if (autofocus) element.current?.focus()
  }, [autofocus])
  const notes = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`]
  return (
    <div class="field">
      <label for={id}>{label}</label>
      <input
        ref={element}
        id={id}
        dir={dir}
        autocomplete={autocomplete}
        // Preact ties the attributes to each type of input; `InputOptions` has checked them already.
        {...({ type, ...input } as object)}
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
        <span id={`${id}-fault`} class="fault">
          {fault}
        </span>
      )}
    </div>
  )
}
