import { useRef, useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { go } from '../core/route.ts'
import { spanText } from '../core/time.ts'
import { gate } from '../requests/ask.ts'
import { refusalText } from '../words.ts'
import { useSaid } from './say.ts'
import { Refused } from './refused.tsx'
import { toast } from './toast.tsx'
import { useClock } from './use-clock.ts'
import { useLeaving } from './use-load.ts'

/** A save of a form: whether it runs, and why the last one was refused. */
export type Saving = {
  readonly isRunning: boolean
  readonly fault: string
  /** When the save will be tried again, in milliseconds since the epoch, if the store cannot take it now. */
  readonly waitsUntil: number | undefined
  /**
   * Runs a save, which may return why it was refused. Does nothing while one is running, so that a double press saves once.
   * Calls `then` if it was saved. If somebody has left the form since, `then` is not called, and only a refusal is shown.
   */
  readonly run: (save: (signal: AbortSignal) => Promise<string | void>, then?: () => void) => void
  /** Withdraws a save that is still waiting, and clears the last refusal. */
  readonly stop: () => void
}

/** @param name names what is saved, at the beginning of a refusal's sentence */
export const useSaving = (name?: string): Saving => {
  const [state, setState] = useState({ isRunning: false, fault: '' })
  const running = useRef<AbortController | undefined>(undefined)
  const leaving = useLeaving()
  const run: Saving['run'] = (save, then) => {
    if (running.current !== undefined) return
    const controller = new AbortController()
    running.current = controller
    setState({ isRunning: true, fault: '' })
    const { hash } = location
    const runNow = async (): Promise<void> => {
      let fault: string | void
      try {
        fault = await save(controller.signal)
        if (!fault && !leaving.aborted) then?.()
      } catch (error) {
        fault = controller.signal.aborted ? '' : refusalText(error, name)
      }
      running.current = undefined
      setState({ isRunning: false, fault: fault ?? '' })
      if (fault && leaving.aborted) toast({ text: fault, label: t('Open'), act: () => go(hash) })
    }
    void runNow()
  }
  const trouble = gate.trouble.value
  const waits = state.isRunning && trouble && trouble.kind !== 'revoked'
  return {
    ...state,
    waitsUntil: waits ? trouble.until : undefined,
    run,
    stop: () => {
      running.current?.abort()
      setState((before) => ({ ...before, fault: '' }))
    },
  }
}

/** The foot of a form: the save button, and the outcome. */
export const SaveBar = ({
  saving,
  label,
  onCancel,
}: {
  readonly saving: Saving
  readonly label: string
  /** Undefined for no cancel button. */
  readonly onCancel?: (() => void) | undefined
}) => {
  useClock()
  const { waitsUntil } = saving
  // The countdown is only visual.
  useSaid(waitsUntil ? t('It is saved once the store accepts it. You can keep working.') : '')
  return (
    <>
      {saving.fault !== '' && <Refused text={saving.fault} />}
      {waitsUntil && (
        <p class="hint">
          {t('Saves by itself in {span}. You can keep working.', {
            span: spanText(waitsUntil - Date.now()),
          })}{' '}
          <button type="button" onClick={saving.stop}>
            {t('Don’t save')}
          </button>
        </p>
      )}
      <p class="actions">
        <button type="submit" class="primary" aria-disabled={saving.isRunning}>
          {saving.isRunning ? t('Saving…') : label}
        </button>
        {onCancel !== undefined && (
          <button type="button" onClick={onCancel}>
            {t('Cancel')}
          </button>
        )}
      </p>
    </>
  )
}
