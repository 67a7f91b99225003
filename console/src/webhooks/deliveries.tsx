import { useState } from 'preact/hooks'
import type { Delivery, Webhook } from '../../../client/src/index.ts'
import { hrefOf, route } from '../core/route.ts'
import { countText, timeText } from '../core/time.ts'
import { eventWord } from '../events/words.ts'
import { LookChip } from '../parts/chip.tsx'
import { Older } from '../parts/older.tsx'
import { onRowKey, useFirstRow } from '../parts/rows.ts'
import { AsOf, Empty, Shown } from '../parts/states.tsx'
import { Table } from '../parts/table.tsx'
import { Tabs } from '../parts/tabs.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { type Call, callOf } from '../requests/call.ts'
import type { Watched } from './webhook.tsx'
import { answerText, deliveryLooks, nextText } from './words.ts'

const openStates = ['failed', 'pending'] as const

/** Which deliveries there are to see: the word of the address, the word for people, the states. */
const tabs = [
  ['all', 'All', undefined],
  ['open', 'Not delivered', openStates],
  ['failed', 'Failed', 'failed'],
  ['waiting', 'Waiting', 'pending'],
  ['delivered', 'Delivered', 'delivered'],
] as const

type States = (typeof tabs)[number][2]

const pageSize = 50

/** The call that reads the newest deliveries in a state, or in any. */
export const deliveriesCall = (id: bigint, status: States, cursor?: string): Call<DeliveryPage> =>
  callOf('webhooks', 'deliveries', id, { status, sort: '-id', limit: pageSize, cursor })

/** A page of them, and the newest of those that did not arrive, to be counted. */
type Listed = DeliveryPage & { readonly open: DeliveryPage }

type DeliveryPage = {
  readonly items: readonly Delivery[]
  readonly nextCursor: string | undefined
}

/** What was sent to an endpoint, the newest first. If the endpoint fails, only what did not arrive. */
export const Deliveries = ({
  webhook: { id, state },
  watched,
  again,
}: {
  readonly webhook: Webhook
  readonly watched: Watched
  readonly again: (delivery: Delivery) => void
}) => {
  const needsHelp = state === 'failing' || state === 'disabled'
  const [first] = useState(needsHelp ? 'open' : 'all')
  const wanted = route.value.query['show'] ?? first
  const [show, , status] = tabs.find(([tab]) => tab === wanted) ?? tabs[0]
  const loaded = useLoad<Listed>(`${id} ${show}`, async () => {
    const { items, nextCursor } = (await ask(deliveriesCall(id, status))).data
    const page = { items, nextCursor }
    const hasOpen = show === 'open' || (show === 'all' && nextCursor === undefined)
    const open = hasOpen ? page : (await ask(deliveriesCall(id, openStates))).data
    return { data: { ...page, open } }
  })
  const { data } = loaded
  useFirstRow(data !== undefined)
  const cursor = data?.nextCursor
  const older = async (): Promise<void> => {
    const { items, nextCursor } = (await ask(deliveriesCall(id, status, cursor))).data
    loaded.show((before) => ({ ...before, items: [...before.items, ...items], nextCursor }))
  }
  return (
    <section aria-label="Deliveries">
      <Tabs
        label="Deliveries by state"
        current={show}
        tabs={tabs.map(([tab, word, states]) => [
          tab,
          word,
          hrefOf(['webhooks', id], { show: tab }),
          data && countOf(data.open, watched, states),
        ])}
      />
      <Shown loaded={loaded} what="deliveries">
        {({ items }) =>
          items.length === 0 ? (
            <Empty>
              <p>{show === 'all' ? 'Nothing was sent yet.' : 'Nothing here.'}</p>
            </Empty>
          ) : (
            <DeliveryTable deliveries={items} watched={watched} again={again} />
          )
        }
      </Shown>
      {cursor !== undefined && <Older of="deliveries" read={older} />}
      <AsOf loaded={loaded} />
    </section>
  )
}

/** How many did not arrive; of those that did, and of all, only the newest are kept. */
const countOf = ({ items, nextCursor }: DeliveryPage, watched: Watched, states: States): string => {
  const wanted = [states].flat()
  if (wanted[0] === undefined || wanted[0] === 'delivered') return ''
  const now = items.map((read) => watched.get(read.id)?.delivery ?? read)
  const count = now.filter(({ status }) => wanted.includes(status)).length
  if (nextCursor === undefined) return countText(count)
  return count === 0 ? '' : `${countText(count)}+`
}

/** Deliveries. It is one stop of the Tab key: arrows move, Enter opens, R sends again. */
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
    const delivery = deliveries.find((one) => String(one.id) === row)
    if (key !== 'r' || delivery === undefined) return false
    again(delivery)
    return true
  }
  return (
    <Table
      look="rows deliveries"
      caption="Deliveries"
      columns={['State', 'What', 'When', 'Attempts', ['What you can do', 'unseen']]}
      onKeyDown={onRowKey(onKey)}
    >
      {deliveries.map((read, row) => {
        const told = watched.get(read.id)
        const delivery = told?.delivery ?? read
        const { id, webhookId, eventId, type, status, attempts, createdAt } = delivery
        const name = `${eventWord(type)}${eventId === undefined ? '' : `, event ${eventId}`}`
        return (
          <tr key={id} aria-current={route.value.path[3] === String(id) ? 'true' : undefined}>
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
            <td>{told?.text ?? <Attempts delivery={{ ...delivery, attempts }} />}</td>
            <td class="row-actions">
              <button type="button" tabIndex={-1} onClick={() => again(delivery)}>
                Send again<span class="unseen"> {name}</span>
              </button>
            </td>
          </tr>
        )
      })}
    </Table>
  )
}

/** How often it was tried, what the last answer was, and when the next attempt is due. */
const Attempts = ({
  delivery: { attempts, nextAttemptAt, status },
}: {
  readonly delivery: Delivery
}) => {
  const last = attempts.at(-1)
  return (
    <>
      {attempts.length}
      {last !== undefined && status !== 'delivered' && `, last: ${answerText(last)}`}
      {nextAttemptAt !== undefined && <small> {nextText(nextAttemptAt)}</small>}
    </>
  )
}
