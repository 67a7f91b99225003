import { useState } from 'preact/hooks'
import { t } from '../core/language.ts'
import type { ApiKey, IssuedApiKey } from '../../../client/src/index.ts'
import { go, hrefOf, route } from '../core/route.ts'
import { serviceNow, timeText } from '../core/time.ts'
import { askFirst } from '../parts/attempt.ts'
import { Copy } from '../parts/copy.tsx'
import { CopyAs } from '../parts/copy-as.tsx'
import { Dialog } from '../parts/dialog.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { QrCode } from '../parts/qr.tsx'
import { AsOf, Loadable } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { toast } from '../parts/toast.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { newIdempotencyKey, requestOf } from '../requests/call.ts'
import { keyFacts } from '../session/session.ts'
import { scopeWords } from '../words.ts'
import { KeyForm } from './form.tsx'
import { roleOf, roles, scopesOf } from './roles.ts'

// A team has at most a hundred keys that are in use.
const listCall = requestOf<readonly ApiKey[]>('GET /keys', { query: { limit: 100 } })

/** The keys of the team, one for each colleague, with the actions to add, change and end them. */
export const Screen = () => {
  const [, id] = route.value.path
  const loaded = useLoad('team', (signal) => ask(listCall, signal))
  const [issued, setIssued] = useState<IssuedApiKey | undefined>()
  const close = (): void => go(hrefOf(['team']))
  const opened = loaded.data?.find((each) => each.id === id)
  return (
    <>
      <ListScreen
        title={t('Team')}
        head={
          <a class="button primary" href={hrefOf(['team', 'new'])}>
            {t('Add a colleague')}
          </a>
        }
        panel={
          (id === 'new' || opened !== undefined) && (
            <KeyForm
              key={id ?? ''}
              existing={opened}
              onClose={close}
              onIssued={setIssued}
              onSaved={loaded.reload}
            />
          )
        }
      >
        <Loadable loaded={loaded} what={t('the team')} subject="">
          {(keys) => <Keys keys={keys} onChange={loaded.reload} onIssued={setIssued} />}
        </Loadable>
        <AsOf loaded={loaded} />
        <CopyAs calls={[[t('List the keys'), listCall]]} />
      </ListScreen>
      {issued && <Issued issued={issued} onClose={() => setIssued(undefined)} />}
    </>
  )
}

/** Whether a key is in use. */
const isLive = ({ revokedAt, expiresAt }: ApiKey): boolean =>
  revokedAt === undefined && (expiresAt === undefined || Date.parse(expiresAt) > serviceNow())

const Keys = ({
  keys,
  onChange,
  onIssued,
}: {
  readonly keys: readonly ApiKey[]
  readonly onChange: () => void
  readonly onIssued: (key: IssuedApiKey) => void
}) => (
  <Table
    look="rows team"
    caption={t('The keys of the team')}
    columns={[t('Name'), t('What they do'), t('Use'), [t('What you can do'), 'unseen']]}
  >
    {keys.filter(isLive).map((key) => (
      <tr key={key.id}>
        <th scope="row" class="name">
          <bdi>{key.name}</bdi>
          {key.id === keyFacts.value?.id && <small> ({t('you')})</small>}
        </th>
        <td>{roleText(key)}</td>
        <td>
          {key.lastUsedAt === undefined
            ? t('not used yet')
            : t('last used {time}', { time: timeText(key.lastUsedAt) })}
          {key.expiresAt !== undefined &&
            `, ${t('ends {time}', { time: timeText(key.expiresAt) })}`}
        </td>
        <td class="row-actions">
          {/* Only the operator changes keys that the operator created. */}
          {key.makerId !== undefined && key.id !== keyFacts.value?.id && (
            <Acts apiKey={key} onChange={onChange} onIssued={onIssued} />
          )}
        </td>
      </tr>
    ))}
  </Table>
)

const roleText = ({ scopes }: ApiKey): string => {
  const role = roleOf(scopes)
  if (role) return roles[role].word
  return scopesOf('manager').every((scope) => scopes.includes(scope))
    ? t('Manager, and more')
    : t('May {what}', { what: scopes.map((scope) => scopeWords[scope]).join(', ') })
}

const Acts = ({
  apiKey: { id, name },
  onChange,
  onIssued,
}: {
  readonly apiKey: ApiKey
  readonly onChange: () => void
  readonly onIssued: (key: IssuedApiKey) => void
}) => {
  const switchOff = (): void =>
    void askFirst(
      {
        title: t('Switch off {name}?', { name }),
        text: t(
          'Whoever uses the key of {name} is signed out within a second, on every device. It cannot be switched on again.',
          { name },
        ),
        yes: t('Switch off {name}', { name }),
        isDanger: true,
      },
      t('The key of {name}', { name }),
      async () => {
        await ask(requestOf('DELETE /keys/{keyId}', { id }))
        toast({ text: t('{name} is switched off.', { name }) })
        onChange()
      },
    )
  const renew = (): void =>
    void askFirst(
      {
        title: t('Make a new link for {name}?', { name }),
        text: t('The link and the key that {name} has end within a second.', { name }),
        yes: t('Make a new link'),
      },
      t('The key of {name}', { name }),
      async () => {
        const options = { id, idempotencyKey: newIdempotencyKey() }
        const { data } = await ask(requestOf<IssuedApiKey>('POST /keys/{keyId}/rotate', options))
        onIssued(data)
      },
    )
  return (
    <>
      <a class="button" href={hrefOf(['team', id])} aria-label={t('Change {name}', { name })}>
        {t('Change')}
      </a>
      <button type="button" aria-label={t('New link for {name}', { name })} onClick={renew}>
        {t('New link')}
      </button>
      <button
        type="button"
        class="danger"
        aria-label={t('Switch off {name}', { name })}
        onClick={switchOff}
      >
        {t('Switch off')}
      </button>
    </>
  )
}

/** The sign-in link, as text and as a QR code. It is shown only once, so Esc does not close the dialog. */
const Issued = ({
  issued: { name, key, signInUrl },
  onClose,
}: {
  readonly issued: IssuedApiKey
  readonly onClose: () => void
}) => {
  const link = signInUrl === undefined ? undefined : new URL(signInUrl, location.href).href
  return (
    <Dialog title={t('Sign in {name}', { name })}>
      {key === undefined ? (
        <p>
          {t('The link was shown before, and is not shown again. Make a new one if it is lost.')}
        </p>
      ) : (
        <>
          <p>
            {t(
              'Let {name} scan this code with a phone, or send them the link. It is not shown again, and whoever has it can sign in.',
              { name },
            )}
          </p>
          {link && <QrCode text={link} label={t('A code that signs in {name}', { name })} />}
          <p class="secret">
            <code>{link ?? key}</code>
            <Copy text={link ?? key} what={link ? t('the link') : t('the key')} class="primary" />
          </p>
        </>
      )}
      <p class="actions">
        <button type="button" onClick={onClose}>
          {t('Done')}
        </button>
      </p>
    </Dialog>
  )
}
