import { t } from '../core/language.ts'
import type { ApiKey, IssuedApiKey } from '../../../client/src/index.ts'
import { Choices } from '../parts/choices.tsx'
import { Field } from '../parts/field.tsx'
import { Form } from '../parts/form.tsx'
import { Panel } from '../parts/heading.tsx'
import { SaveBar, useSaving } from '../parts/saving.tsx'
import { toast } from '../parts/toast.tsx'
import { useDraft } from '../parts/use-draft.ts'
import { ask } from '../requests/ask.ts'
import { type Call, requestOf } from '../requests/call.ts'
import { scopeWords } from '../words.ts'
import { lackingOf, type Role, roleNames, roleOf, roles, scopesOf } from './roles.ts'

/** Adds a colleague, or changes the name and the role of one. */
export const KeyForm = ({
  existing,
  onClose,
  onIssued,
  onSaved,
}: {
  /** Undefined to add a key. */
  readonly existing: ApiKey | undefined
  readonly onClose: () => void
  readonly onIssued: (key: IssuedApiKey) => void
  readonly onSaved: () => void
}) => {
  const { typed, change, drop } = useDraft<{ name: string; role: Role | undefined }>(
    `key:${existing?.id ?? 'new'}`,
    () => ({
      name: existing?.name ?? '',
      role: existing === undefined ? 'desk' : roleOf(existing.scopes),
    }),
  )
  const saving = useSaving(t('The key'))
  const { name, role, idempotencyKey } = typed
  const callFor = (): Call<IssuedApiKey> => {
    const body = { name: name.trim(), ...(role && { scopes: scopesOf(role) }) }
    return existing === undefined
      ? requestOf('POST /keys', { body, idempotencyKey })
      : requestOf('PATCH /keys/{keyId}', { id: existing.id, body })
  }
  const save = async (signal: AbortSignal): Promise<string | undefined> => {
    if (name.trim() === '') return t('Enter a name.')
    const { data } = await ask(callFor(), signal)
    drop()
    onSaved()
    if (existing === undefined) onIssued(data)
    else toast({ text: t('{name} is saved.', { name: data.name }) })
    onClose()
    return undefined
  }
  const close = (): void => {
    drop()
    onClose()
  }
  const lacking = role ? lackingOf(role) : []
  return (
    <Panel
      title={existing ? t('Change {name}', { name: existing.name }) : t('Add a colleague')}
      onClose={close}
    >
      <Form onSubmit={() => saving.run(save)}>
        <Field
          label={t('Name')}
          hint={t('The history shows this name beside each change.')}
          autofocus
          value={name}
          onInput={(text) => change({ name: text })}
        />
        <Choices
          legend={t('What they do')}
          look="roles"
          options={[
            ...roleNames.map((each) => [each, <RoleWord role={each} />] as const),
            ...(existing && roleOf(existing.scopes) === undefined
              ? [[undefined, t('As it is now')] as const]
              : []),
          ]}
          chosen={role}
          onChoose={(next) => change({ role: next })}
        >
          {lacking.length > 0 && (
            <p class="hint">
              {t('Your key cannot give all these rights. It may not {what}.', {
                what: lacking.map((scope) => scopeWords[scope]).join(', '),
              })}
            </p>
          )}
        </Choices>
        <SaveBar
          saving={saving}
          label={existing ? t('Save') : t('Add the colleague')}
          onCancel={close}
        />
      </Form>
    </Panel>
  )
}

const RoleWord = ({ role }: { readonly role: Role }) => (
  <span>
    {roles[role].word} <small class="hint">{roles[role].hint}</small>
  </span>
)
