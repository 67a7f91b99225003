import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import type { EventType, Webhook } from '../../../client/src/index.ts'
import { type EventGroup, eventGroups, eventGroupWords } from '../events/words.ts'
import { Choices } from '../parts/choices.tsx'
import { CopyAs } from '../parts/copy-as.tsx'
import { Form } from '../parts/form.tsx'
import { Field } from '../parts/field.tsx'
import { Panel } from '../parts/heading.tsx'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { toast } from '../parts/toast.tsx'
import { useDraft } from '../parts/use-draft.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { showSecret } from './secret.tsx'

/** The values of the fields; `types` is undefined for all events that the key may see. */
type Typed = {
  readonly url: string
  readonly description: string
  readonly types: readonly EventType[] | undefined
}

/** The form to add or change an endpoint. What is typed is kept as a draft until it is saved. */
export const WebhookForm = ({
  webhook,
  etag,
  onClose,
  onSaved,
}: {
  /** Undefined to add an endpoint. */
  readonly webhook: Webhook | undefined
  readonly etag?: string | undefined
  readonly onClose: () => void
  readonly onSaved: (saved: Webhook) => void
}) => {
  const { typed, change, drop } = useDraft<Typed>(`webhook:${webhook?.id ?? 'new'}`, () => ({
    url: webhook?.url ?? 'https://',
    description: webhook?.description ?? '',
    // An event type that only a newer service knows is sent back unchanged.
    types: webhook?.types as Typed['types'],
  }))
  const [isJudged, setJudged] = useState(false)
  const saving = useSaving(t('The endpoint'))
  const faults = {
    url: URL.canParse(typed.url)
      ? undefined
      : t('Enter a full address, like https://shop.example/hooks.'),
    types: typed.types?.length === 0 ? t('Choose at least one kind, or everything.') : undefined,
  }
  const callFor = () => {
    const { types, idempotencyKey } = typed
    const [url, description] = [typed.url.trim(), typed.description.trim()]
    if (webhook === undefined) {
      const fields = { url, ...(description && { description }), ...(types && { types }) }
      return callOf('webhooks', 'create', fields, { idempotencyKey })
    }
    // Fields left out of a patch stay as they are, so null removes the description, and an empty list the choice of types.
    const patch = { url, description: description || null, types: types ?? [] }
    return callOf('webhooks', 'update', webhook.id, patch, { ifMatch: etag })
  }
  const submit = (): void => {
    setJudged(true)
    if (faults.url ?? faults.types) return
    let saved: Webhook
    const save = async (signal: AbortSignal): Promise<void> => {
      const { data } = await ask<Webhook & { readonly secret?: string }>(callFor(), signal)
      drop()
      if (webhook) toast({ text: t('The endpoint is saved.') })
      else showSecret(data.secret)
      saved = data
    }
    saving.run(save, () => onSaved(saved))
  }
  const close = (): void => {
    drop()
    onClose()
  }
  return (
    <Panel title={webhook ? t('Edit the endpoint') : t('Add an endpoint')} onClose={close}>
      <Form onSubmit={submit}>
        <Field
          label={t('URL')}
          dir="ltr"
          autofocus
          spellcheck={false}
          hint={t('Where your program listens. It is sent a ping at once.')}
          value={typed.url}
          fault={isJudged ? faults.url : undefined}
          onInput={(url) => change({ url })}
        />
        <Kinds types={typed.types} onChange={(types) => change({ types })} />
        {isJudged && faults.types && (
          <p class="fault" role="alert">
            {faults.types}
          </p>
        )}
        <Field
          label={t('Note')}
          hint={t('What it is for. Only you see it.')}
          value={typed.description}
          onInput={(description) => change({ description })}
        />
        <SaveBar
          saving={saving}
          label={webhook ? t('Save') : t('Add the endpoint')}
          onCancel={close}
        />
      </Form>
      <CopyAs calls={[[webhook ? t('Save it') : t('Add it'), callFor()]]} />
    </Panel>
  )
}

/** Which types of events are sent: all, or the ticked ones. */
const Kinds = ({
  types,
  onChange,
}: {
  readonly types: readonly EventType[] | undefined
  readonly onChange: (types: readonly EventType[] | undefined) => void
}) => (
  <Choices
    legend={t('What is sent')}
    look="kinds"
    options={[
      [false, t('Everything')],
      [true, t('Only some kinds')],
    ]}
    chosen={types !== undefined}
    onChoose={(areSome) => onChange(areSome ? [] : undefined)}
  >
    {types !== undefined &&
      Object.entries(eventGroups).map(([group, words]) => (
        <fieldset key={group}>
          <legend>{eventGroupWords[group as EventGroup]}</legend>
          {(Object.entries(words) as ReadonlyArray<[EventType, string]>).map(([kind, word]) => (
            <label key={kind}>
              <input
                type="checkbox"
                checked={types.includes(kind)}
                onChange={({ currentTarget }) =>
                  onChange(
                    currentTarget.checked
                      ? [...types, kind]
                      : types.filter((other) => other !== kind),
                  )
                }
              />
              {word}
            </label>
          ))}
        </fieldset>
      ))}
  </Choices>
)
