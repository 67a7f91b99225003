import { t } from '../core/language.ts'
import { signal } from '../core/signal.ts'
import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef } from 'preact/hooks'
import { hush } from './say.ts'

/** A modal dialog. The browser keeps the focus inside and restores it when the dialog closes. */
export const Dialog = ({
  title,
  onClose,
  children,
}: {
  readonly title: string
  /** Called for Esc. Without it, Esc does not close the dialog. */
  readonly onClose?: (() => void) | undefined
  readonly children: ComponentChildren
}) => {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    hush()
    element?.showModal()
    // The browser focuses the first button, which may be at the end of a long text.
    element?.scrollTo(0, 0)
    // Closing restores the focus. Only removing the element would not.
    return () => element?.close()
  }, [])
  return (
    <dialog
      ref={dialog}
      aria-label={title}
      onCancel={(event) => {
        event.preventDefault()
        onClose?.()
      }}
    >
      <h2>{title}</h2>
      {children}
    </dialog>
  )
}

/** A question before something that cannot be undone. */
export type Question = {
  readonly title: string
  readonly text: string
  readonly yes: string
  readonly no?: string
  readonly isDanger?: boolean
}

type OpenQuestion = Question & { readonly answer: (yes: boolean) => void }

const openQuestion = signal<OpenQuestion | undefined>(undefined)

/** Asks for confirmation of something that cannot be undone. */
export const confirm = (question: Question): Promise<boolean> =>
  new Promise((resolve) => {
    openQuestion.value = {
      ...question,
      answer: (yes) => {
        openQuestion.value = undefined
        resolve(yes)
      },
    }
  })

/** Shows the open question. */
export const Questions = () => {
  const question = openQuestion.value
  if (!question) return null
  const { title, text, yes, no = t('Keep'), isDanger = false, answer } = question
  return (
    <Dialog title={title} onClose={() => answer(false)}>
      <p>{text}</p>
      <p class="actions">
        <button type="button" class={isDanger ? 'danger' : 'primary'} onClick={() => answer(true)}>
          {yes}
        </button>
        <button type="button" onClick={() => answer(false)}>
          {no}
        </button>
      </p>
    </Dialog>
  )
}
