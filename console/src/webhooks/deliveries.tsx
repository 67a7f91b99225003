import { useState } from 'preact/hooks'
import type { Delivery, Webhook } from '../../../client/src/index.ts'
import { hrefOf, route } from '../core/route.ts'
import { countText, t } from '../core/language.ts'
import { timeText } from '../core/time.ts'
import { eventWord } from '../events/words.ts'
import { LookChip } from '../parts/chip.tsx'
import { Older } from '../parts/older.tsx'
import { onRowKey, useFirstRow } from '../parts/rows.ts'
import { AsOf, Empty, Loadable } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { type Call, callOf } from '../requests/call.ts'
import { type DeliveryPage, undelivered, type Watched } from './watched.ts'
import { answerText, deliveryLooks, nextText, stateLooks } from './words.ts'

type States = ReadonlyArray<Delivery['status']>

const openStates: States = ['failed', 'pending']

/** The tabs of the deliveries: the name in the URL, the label, the states. */
const tabs: ReadonlyArray<readonly [tab: string, word: string, states?: States]> = [
  ['all', t('All')],
  ['open', t('Not delivered'), openStates],
  ['failed', t('Failed'), ['failed']],
  ['waiting', t('Waiting'), ['pending']],
  ['delivered', t('Delivered'), ['delivered']],
]

/** The call that reads the newest deliveries in some states, or in any. */
export const deliveriesCall = (id: bigint, status?: States, cursor?: string): Call<DeliveryPage> =>
  callOf('webhooks', 'deliveries', id, { status, sort: '-id', limit: 50, cursor })

/** A page of deliveries, and the newest undelivered ones, to count them. */
type DeliveryList = DeliveryPage & { readonly open: DeliveryPage }

const noteUndelivered = (id: bigint, page: DeliveryPage): DeliveryPage => {
  undelivered.value = new Map(undelivered.value).set(id, page)
  return page
}

/** Reads the undelivered messages of an endpoint. */
export const readUndelivered = async (id: bigint, signal: AbortSignal): Promise<DeliveryPage> =>
  noteUndelivered(id, (await ask(deliveriesCall(id, openStates), signal)).data)

/** The state of an endpoint. An enabled one turns amber at its first failed attempt. */
export const StateChip = ({ webhook: { id, state } }: { readonly webhook: Webhook }) => {
  const { items = [], nextCursor } = undelivered.value.get(id) ?? {}
  const failed = items.filter(
    ({ status, attempts }) => status !== 'delivered' && attempts.length > 0,
  ).length
  const [word, ...look] = stateLooks[state]
  return (
    <LookChip
      look={
        state === 'enabled' && failed > 0
          ? [
              t('{state}, {number} not delivered', {
                state: word,
                number: `${countText(failed)}${nextCursor ? '+' : ''}`,
              }),
              'warning',
              'amber',
            ]
          : [word, ...look]
      }
    />
  )
}

/** What was sent to an endpoint, the newest first. If the endpoint is failing, only what was not delivered. */
export const Deliveries = ({
  webhook: { id, state },
  watched,
  again,
}: {
  readonly webhook: Webhook
  readonly watched: Watched
  readonly again: (delivery: Delivery) => void
}) => {
  const [first] = useState(state === 'failing' || state === 'disabled' ? 'open' : 'all')
  const wanted = route.value.query['show'] ?? first
  const [show, , states] = tabs.find(([tab]) => tab === wanted) ?? ['all']
  const read = async (signal: AbortSignal, of?: States, from?: string): Promise<DeliveryPage> =>
    (await ask(deliveriesCall(id, of, from), signal)).data
  const loaded = useLoad<DeliveryList>(`deliveries ${id} ${show}`, async (signal) => {
    const page = await read(signal, states)
    const hasOpen = show === 'open' || (show === 'all' && page.nextCursor === undefined)
    const open = hasOpen ? noteUndelivered(id, page) : await readUndelivered(id, signal)
    return { data: { ...page, open } }
  })
  const { data } = loaded
  useFirstRow(data !== undefined)
  const cursor = data?.nextCursor
  return (
    <section aria-label={t('Deliveries')}>
      <Tabs
        label={t('Deliveries by state')}
        current={show}
        tabs={tabs.map(([tab, word, its]) => [
          tab,
          word,
          hrefOf(['webhooks', id], { show: tab }),
          data && its && countOf(data.open, watched, its),
        ])}
      />
      <Loadable loaded={loaded} what={t('deliveries')}>
        {({ items }) =>
          items.length === 0 ? (
            <Empty>
              <p>{show === 'all' ? t('Nothing has been sent yet.') : t('Nothing here.')}</p>
            </Empty>
          ) : (
            <DeliveryTable deliveries={items} watched={watched} again={again} />
          )
        }
      </Loadable>
      {cursor !== undefined && (
        <Older
          of={t('deliveries')}
          read={async (signal) => {
            const older = await read(signal, states, cursor)
            loaded.show((before) => ({
              ...before,
              ...older,
              items: [...before.items, ...older.items],
            }))
          }}
        />
      )}
      <AsOf loaded={loaded} />
    </section>
  )
}

/** How many were not delivered; of those that were, the service keeps only the newest. */
const countOf = (
  { items, nextCursor }: DeliveryPage,
  watched: Watched,
  states: States,
): string | undefined => {
  if (states[0] === 'delivered') return undefined
  const count = items.filter((read) =>
    states.includes((watched.get(read.id)?.delivery ?? read).status),
  ).length
  if (nextCursor === undefined) return countText(count)
  return count === 0 ? undefined : `${countText(count)}+`
}

/** Deliveries. The table is one tab stop: arrows move, Enter opens, R sends again. */
const DeliveryTable = ({
  deliveries,
  watched,
  again,
}: {
  readonly deliveries: readonly Delivery[]
  readonly watched: Watched
  readonly again: (delivery: Delivery) => void
}) => {
  const onKey = (key: string, row: string): boolean => {
    const delivery = key === 'r' && deliveries.find((one) => String(one.id) === row)
    if (delivery) again(delivery)
    return Boolean(delivery)
  }
  return (
    <Table
      look="rows deliveries"
      caption={t('Deliveries')}
      columns={[t('State'), t('What'), t('When'), t('Attempts'), [t('What you can do'), 'unseen']]}
      onKeyDown={onRowKey(onKey)}
    >
      {deliveries.map((read, row) => {
        const update = watched.get(read.id)
        const delivery = update?.delivery ?? read
        const { id, webhookId, eventId, type, status, attempts, createdAt, nextAttemptAt } =
          delivery
        const last = attempts.at(-1)
        const word = eventWord(type)
        const name = eventId === undefined ? word : t('{word}, event {id}', { word, id: eventId })
        return (
          <tr key={id} aria-current={route.value.path[3] === String(id)}>
            <td>
              <LookChip look={deliveryLooks[status]} />
            </td>
            <td class="name">
              <a
                data-row={id}
                href={hrefOf(['webhooks', webhookId, 'deliveries', id], route.value.query)}
                tabIndex={row === 0 ? 0 : -1}
                aria-keyshortcuts="R"
              >
                {name}
              </a>
            </td>
            <td>{timeText(createdAt)}</td>
            <td>
              {update?.text ?? (
                <>
                  {attempts.length}
                  {last &&
                    status !== 'delivered' &&
                    `, ${t('last: {answer}', { answer: answerText(last) })}`}
                  {nextAttemptAt && <small> {nextText(nextAttemptAt)}</small>}
                </>
              )}
            </td>
            <td class="row-actions">
              <button
                type="button"
                tabIndex={-1}
                aria-label={t('Send again {name}', { name })}
                onClick={() => again(delivery)}
              >
                {t('Send again')}
              </button>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}
