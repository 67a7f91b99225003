import { categoryName } from '../categories/names.ts'
import { go, hrefOf, route } from '../core/route.ts'
import { serviceNow, spanText, timeText } from '../core/time.ts'
import { asLeft, isPetOld, noteChange } from '../known/animals.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { confirm } from '../parts/dialog.tsx'
import { Facts } from '../parts/facts.tsx'
import { Panel } from '../parts/heading.tsx'
import { CopyNumber } from '../parts/number.tsx'
import { AsOf, Refused, Shown } from '../parts/states.tsx'
import { toast } from '../parts/toast.tsx'
import { useLoad } from '../parts/use-load.ts'
import { lastChanged } from '../orders/move.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { orderWords } from '../words.ts'
import { History, historyCall } from './history.tsx'
import { MarkMenu } from './mark-menu.tsx'
import { tellRefusal } from './mark.ts'
import { placeHref, readPlace } from './places.ts'
import { readAnimal } from './save.ts'

/** One animal, beside the list. */
export const AnimalPanel = ({
  id,
  onClose,
}: {
  readonly id: bigint
  readonly onClose: () => void
}) => {
  // What somebody did here changes the order too, so both are read again.
  const changed = lastChanged.value?.petId === id ? lastChanged.value.status : ''
  const loaded = useLoad(
    `${id} ${changed}`,
    async () => {
      const [seen, orders] = await Promise.all([
        readAnimal(id),
        may('orders:read')
          ? ask(callOf('orders', 'list', { petId: id, sort: '-id', limit: 5 }))
          : undefined,
      ])
      return { data: { seen, orders: orders?.data.items ?? [] } }
    },
    (events, { seen }) => seen !== undefined && isPetOld(events, seen.pet),
  )
  const known = loaded.data?.seen?.pet
  const pet = known && asLeft(known)
  const remove = async (): Promise<void> => {
    if (pet === undefined) return
    const isSure = await confirm({
      title: `Delete ${pet.name}?`,
      text: `Delete ${pet.name} (animal ${id}) for good? It cannot be undone.`,
      yes: `Delete ${pet.name}`,
      isDanger: true,
    })
    if (!isSure) return
    try {
      const seen = await readAnimal(id)
      await ask(callOf('pets', 'delete', id, { ifMatch: seen?.etag }))
      noteChange(pet, undefined)
      toast({ text: `${pet.name} is deleted.` })
      onClose()
    } catch (error) {
      tellRefusal(error, pet.name)
    }
  }
  return (
    <Panel title={pet?.name ?? `Animal ${id}`} onClose={onClose}>
      <Shown loaded={loaded} what={`animal ${id}`}>
        {({ orders }) =>
          pet === undefined ? (
            <Refused text={`There is no animal ${id}. It may have been deleted.`} />
          ) : (
            <div class="details">
              <p>
                <MarkMenu pet={pet} />
              </p>
              <Facts
                facts={[
                  ['Category', <bdi>{categoryName(pet.categoryId) ?? String(pet.categoryId)}</bdi>],
                  ['Number', <CopyNumber value={id} what="animal" />],
                ]}
              />
              {may('pets:write') && (
                <p class="actions">
                  <button
                    type="button"
                    aria-keyshortcuts="E"
                    onClick={() => go(placeHref(readPlace(route.value), [id, 'edit']))}
                  >
                    Edit
                  </button>
                  <button type="button" class="danger" onClick={() => void remove()}>
                    Delete
                  </button>
                </p>
              )}
              {may('orders:read') && (
                <section>
                  <h3>Orders</h3>
                  {orders.length === 0 && <p class="hint">Nobody has held {pet.name} yet.</p>}
                  <ul class="orders-of">
                    {orders.map((order) => (
                      <li key={order.id}>
                        <a href={hrefOf(['orders', order.id])}>Order {order.id}</a>:{' '}
                        {orderWords[order.status]}
                        {order.reference !== undefined && (
                          <>
                            {' '}
                            for <bdi>{order.reference}</bdi>
                          </>
                        )}
                        {order.status === 'placed' && order.expiresAt !== undefined && (
                          <>
                            {' '}
                            until {timeText(order.expiresAt)} (
                            {spanText(Date.parse(order.expiresAt) - serviceNow())} left)
                          </>
                        )}
                      </li>
                    ))}
                  </ul>
                </section>
              )}
            </div>
          )
        }
      </Shown>
      {may('events:read') && <History id={id} />}
      <AsOf loaded={loaded} what={pet?.name ?? 'this animal'} />
      <CopyAs
        calls={[
          ['Find this animal', callOf('pets', 'find', id)],
          may('events:read') && ['Its history', historyCall(id)],
        ]}
      />
    </Panel>
  )
}
