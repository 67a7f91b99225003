import { useState } from 'preact/hooks'
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

// A team has a hundred keys at most that are in use.
const listCall = requestOf<readonly ApiKey[]>('GET /keys', { query: { limit: 100 } })

/** The keys of the team, one for each colleague, and the ways to add, change and end them. */
export const Screen = () => {
  const [, id] = route.value.path
  const loaded = useLoad('team', (signal) => ask(listCall, signal))
  const [issued, setIssued] = useState<IssuedApiKey | undefined>()
  const close = (): void => go(hrefOf(['team']))
  const opened = loaded.data?.find((each) => each.id === id)
  return (
    <>
      <ListScreen
        title="Team"
        head={
          <a class="button primary" href={hrefOf(['team', 'new'])}>
            Add a colleague
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
        <Loadable loaded={loaded} what="the team" subject="">
          {(keys) => <Keys keys={keys} onChange={loaded.reload} onIssued={setIssued} />}
        </Loadable>
        <AsOf loaded={loaded} />
        <CopyAs calls={[['List the keys', listCall]]} />
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
    caption="The keys of the team"
    columns={['Name', 'What they do', 'Use', ['What you can do', 'unseen']]}
  >
    {keys.filter(isLive).map((key) => (
      <tr key={key.id}>
        <th scope="row" class="name">
          <bdi>{key.name}</bdi>
          {key.id === keyFacts.value?.id && <small> (you)</small>}
        </th>
        <td>{roleText(key)}</td>
        <td>
          {key.lastUsedAt === undefined ? 'not used yet' : `last used ${timeText(key.lastUsedAt)}`}
          {key.expiresAt !== undefined && `, ends ${timeText(key.expiresAt)}`}
        </td>
        <td class="row-actions">
          {/* What the operator made, the operator changes. */}
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
    ? 'Manager, and more'
    : `May ${scopes.map((scope) => scopeWords[scope]).join(', ')}`
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
        title: `Switch off ${name}?`,
        text: `Whoever uses the key of ${name} is signed out within a second, on every device. It cannot be switched on again.`,
        yes: `Switch off ${name}`,
        isDanger: true,
      },
      `The key of ${name}`,
      async () => {
        await ask(requestOf('DELETE /keys/{keyId}', { id }))
        toast({ text: `${name} is switched off.` })
        onChange()
      },
    )
  const renew = (): void =>
    void askFirst(
      {
        title: `Make a new link for ${name}?`,
        text: `The link and the key that ${name} has end within a second.`,
        yes: 'Make a new link',
      },
      `The key of ${name}`,
      async () => {
        const options = { id, idempotencyKey: newIdempotencyKey() }
        const { data } = await ask(requestOf<IssuedApiKey>('POST /keys/{keyId}/rotate', options))
        onIssued(data)
      },
    )
  return (
    <>
      <a class="button" href={hrefOf(['team', id])}>
        Change<span class="unseen"> {name}</span>
      </a>
      <button type="button" onClick={renew}>
        New link<span class="unseen"> for {name}</span>
      </button>
      <button type="button" class="danger" onClick={switchOff}>
        Switch off<span class="unseen"> {name}</span>
      </button>
    </>
  )
}

/** The link that signs somebody in, as text and as a QR code. It is shown this once, so Esc does not close it. */
const Issued = ({
  issued: { name, key, signInUrl },
  onClose,
}: {
  readonly issued: IssuedApiKey
  readonly onClose: () => void
}) => {
  const link = signInUrl === undefined ? undefined : new URL(signInUrl, location.href).href
  return (
    <Dialog title={`Sign in ${name}`}>
      {key === undefined ? (
        <p>The link was shown before, and is not shown again. Make a new one if it is lost.</p>
      ) : (
        <>
          <p>
            Let {name} scan this code with a phone, or send them the link. It is not shown again,
            and whoever has it can sign in.
          </p>
          {link && <QrCode text={link} label={`A code that signs in ${name}`} />}
          <p class="secret">
            <code>{link ?? key}</code>
            <Copy text={link ?? key} what={link ? 'the link' : 'the key'} class="primary" />
          </p>
        </>
      )}
      <p class="actions">
        <button type="button" onClick={onClose}>
          Done
        </button>
      </p>
    </Dialog>
  )
}
