import { t } from '../core/language.ts'
import type { Webhook } from '../../../client/src/index.ts'
import { readInt64 } from '../core/int64.ts'
import { go, hrefOf, route } from '../core/route.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { focusRowOf, onRowKey, useFirstRow } from '../parts/rows.ts'
import { AsOf, Empty, Loadable } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { readUndelivered, StateChip } from './deliveries.tsx'
import { WebhookForm } from './form.tsx'
import { SecretDialog } from './secret.tsx'
import { WebhookScreen } from './webhook.tsx'
import { byNeed, reasonText } from './words.ts'

/** The endpoints of the key, or one of them. */
export const Screen = () => {
  const [, id = ''] = route.value.path
  const openId = readInt64(id)
  return (
    <>
      {openId === undefined ? (
        <Endpoints isAdding={id === 'new'} />
      ) : (
        <WebhookScreen key={id} id={openId} />
      )}
      <SecretDialog />
    </>
  )
}

const listCall = callOf('webhooks', 'list', { limit: 100 })

const Endpoints = ({ isAdding }: { readonly isAdding: boolean }) => {
  const loaded = useLoad('webhooks', async (signal) => {
    const { data } = await ask(listCall, signal)
    for (const { id, state } of data.items) {
      if (state === 'enabled') readUndelivered(id, signal).catch(() => undefined)
    }
    return { data }
  })
  useFirstRow(loaded.data !== undefined)
  return (
    <ListScreen
      title={t('Webhooks')}
      head={
        <a class="button primary" href={hrefOf(['webhooks', 'new'])}>
          {t('Add an endpoint')}
        </a>
      }
      panel={
        isAdding && (
          <WebhookForm
            webhook={undefined}
            onClose={() => {
              go(hrefOf(['webhooks']))
              focusRowOf('')
            }}
            onSaved={({ id }) => go(hrefOf(['webhooks', id]), { replace: true })}
          />
        )
      }
    >
      <Loadable loaded={loaded} what={t('endpoints')}>
        {({ items: webhooks }) =>
          webhooks.length === 0 ? (
            <Empty>
              <p>
                {t(
                  'No endpoints. A webhook tells your program when something changes. You see only those made with this key.',
                )}
              </p>
            </Empty>
          ) : (
            <EndpointTable webhooks={byNeed(webhooks)} />
          )
        }
      </Loadable>
      <AsOf loaded={loaded} />
      <CopyAs calls={[[t('List the endpoints'), listCall]]} />
    </ListScreen>
  )
}

/** The endpoints. The table is one tab stop: arrows move, Enter opens. */
const EndpointTable = ({ webhooks }: { readonly webhooks: readonly Webhook[] }) => (
  <Table
    look="rows webhooks"
    caption={t('Endpoints')}
    columns={[t('State'), t('URL'), t('Kinds'), t('Why')]}
    onKeyDown={onRowKey(() => false)}
  >
    {webhooks.map((webhook, row) => (
      <tr key={webhook.id}>
        <td>
          <StateChip webhook={webhook} />
        </td>
        <th scope="row" class="name">
          <a
            data-row={webhook.id}
            href={hrefOf(['webhooks', webhook.id])}
            tabIndex={row === 0 ? 0 : -1}
          >
            {webhook.url}
          </a>
          {webhook.description !== undefined && (
            <small>
              <bdi>{webhook.description}</bdi>
            </small>
          )}
        </th>
        <td>{webhook.types?.length ?? t('All')}</td>
        <td class="why">{reasonText(webhook)}</td>
      </tr>
    ))}
  </Table>
)
