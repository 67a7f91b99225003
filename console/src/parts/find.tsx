import { useLayoutEffect, useState } from 'preact/hooks'
import { readInt64 } from '../core/int64.ts'
import { Form } from './form.tsx'

/** A field that finds a thing by its number, or things by a word, which stays in it. */
export const Find = ({
  id,
  label,
  placeholder,
  keys,
  found = '',
  onFind,
}: {
  readonly id: string
  /** What it is called, for screen readers alone. */
  readonly label: string
  readonly placeholder: string
  /** The key that goes to it. */
  readonly keys?: string
  /** The word by which the things that are shown were found. */
  readonly found?: string | undefined
  /** Gets the number, if somebody typed one, and what they typed. */
  readonly onFind: (number: bigint | undefined, word: string) => void
}) => {
  const [text, setText] = useState(found)
  // With the drawing, so that what somebody types right after it stays.
  useLayoutEffect(() => setText(found), [found])
  return (
    <search>
      <Form
        class="find"
        onSubmit={() => {
          const word = text.trim()
          setText(found)
          // People write #114 for number 114.
          if (word !== '') onFind(readInt64(word.replace(/^#/, '')), word)
        }}
      >
        <label class="unseen" for={id}>
          {label}
        </label>
        <input
          id={id}
          type="search"
          autocomplete="off"
          placeholder={placeholder}
          aria-keyshortcuts={keys}
          value={text}
          onInput={(event) => setText(event.currentTarget.value)}
        />
      </Form>
    </search>
  )
}
