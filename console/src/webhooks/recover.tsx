import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import { timeText } from '../core/time.ts'
import { Dialog } from '../parts/dialog.tsx'
import { Form } from '../parts/form.tsx'
import { Field } from '../parts/field.tsx'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { toast } from '../parts/toast.tsx'
import { ask } from '../requests/ask.ts'
import { callOf, newIdempotencyKey } from '../requests/call.ts'

const day = 24 * 3_600_000

/** A time in the format of a `datetime-local` field, in the visitor's time zone and without seconds. */
const fieldTime = (time: number): string =>
  new Date(time - new Date(time).getTimezoneOffset() * 60_000).toISOString().slice(0, 16)

/** Asks from what time on everything is to be sent again. */
export const RecoverDialog = ({
  id,
  onClose,
}: {
  readonly id: bigint
  readonly onClose: () => void
}) => {
  const [typed, setTyped] = useState(fieldTime(Date.now() - day))
  const [idempotencyKey, setKey] = useState(newIdempotencyKey)
  const saving = useSaving(t('The endpoint'))
  const submit = (): void => {
    // The browser gives an empty value for an incomplete time. The time is in the visitor's time zone.
    if (typed === '') return
    saving.run(async (signal) => {
      await ask(
        callOf('webhooks', 'recover', id, { since: new Date(typed) }, { idempotencyKey }),
        signal,
      )
      toast({ text: t('Everything since {time} is sent again.', { time: timeText(typed) }) })
    }, onClose)
  }
  return (
    <Dialog title={t('Send everything since…')} onClose={onClose}>
      <Form onSubmit={submit}>
        <Field
          label={t('Since')}
          type="datetime-local"
          autofocus
          value={typed}
          fault={typed === '' ? t('Enter a day and a time.') : undefined}
          onInput={(text) => {
            setTyped(text)
            setKey(newIdempotencyKey())
          }}
        />
        <p>{t('What happened since then is sent again. Your program may see some of it twice.')}</p>
        <SaveBar saving={saving} label={t('Send them')} onCancel={onClose} />
      </Form>
    </Dialog>
  )
}
