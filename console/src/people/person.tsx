import { t } from '../core/language.ts'
import { hrefOf } from '../core/route.ts'
import { timeText } from '../core/time.ts'
import { NotesOf } from '../notes/notes-of.tsx'
import { HoldEnd } from '../orders/card.tsx'
import { orderName } from '../orders/move.ts'
import { isOrderOld } from '../orders/news.ts'
import { petsOf } from '../orders/read.ts'
import { askFirst } from '../parts/attempt.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { Facts } from '../parts/facts.tsx'
import { Panel } from '../parts/heading.tsx'
import { CopyNumber } from '../parts/number.tsx'
import { Refused } from '../parts/refused.tsx'
import { AsOf, Loadable } from '../parts/states.tsx'
import { toast } from '../parts/toast.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { orderWords } from '../words.ts'
import { personWords } from '../contacts/fields.ts'
import { PersonForm, readSeen, seenOf } from './form.tsx'
import { noteErased, people, readPerson } from '../contacts/names.ts'

/** One person, beside the list: their contact details, their holds and adoptions, or the form. */
export const PersonPanel = ({
  id,
  isEdited,
  onOpen,
  onClose,
}: {
  readonly id: bigint
  readonly isEdited: boolean
  readonly onOpen: (step?: 'edit') => void
  readonly onClose: () => void
}) => {
  const loaded = useLoad(`person ${id}`, async (signal, _, isAgain) => {
    const kept = isAgain ? undefined : people.value.get(id)
    return { data: kept ? seenOf(kept) : await readSeen(id, signal) }
  })
  // From the signal, which has changes made here, and the new state after somebody else's change.
  const person = people.value.get(id)
  const isErased = people.value.has(id) && !person
  const name = person?.name ?? t('Person {id}', { id })
  const erase = (): Promise<void> =>
    askFirst(
      {
        title: t('Erase {name}?', { name }),
        text: t(
          'Name, phone, mail, address and all notes about {name} are erased at once and for good. The orders stay, but no longer say whom they were for. This cannot be undone. Older backups still have the person.',
          { name },
        ),
        yes: t('Erase {name}', { name }),
        isDanger: true,
      },
      name,
      async () => {
        await ask(
          callOf('contacts', 'delete', id, {
            ifMatch: loaded.data?.etag ?? (await readPerson(id)).etag,
          }),
        )
        onClose()
        noteErased(id)
        toast({ text: t('{name} is erased.', { name }) })
      },
    )
  return (
    <Panel title={isEdited ? t('Edit {name}', { name }) : name} onClose={onClose}>
      {isErased ? (
        <Refused
          text={t('There is no person {id}. What was known about them is erased.', { id })}
        />
      ) : (
        <Loadable loaded={loaded} what={t('person {id}', { id })} subject={isEdited ? '' : name}>
          {(seen) =>
            isEdited ? (
              <PersonForm
                id={id}
                seen={seen}
                onSaved={() => {
                  loaded.reload()
                  onOpen()
                }}
                onCancel={onOpen}
              />
            ) : (
              person && (
                <div class="details">
                  {may('contacts:write') && (
                    <p class="actions">
                      <button type="button" onClick={() => onOpen('edit')}>
                        {t('Edit')}
                      </button>
                    </p>
                  )}
                  <Facts
                    facts={[
                      person.phone && [
                        personWords.phone,
                        <a href={`tel:${person.phone.replaceAll(/[^\d+]/g, '')}`}>
                          {person.phone}
                        </a>,
                      ],
                      person.email && [
                        personWords.email,
                        <a href={`mailto:${encodeURIComponent(person.email).replace('%40', '@')}`}>
                          {person.email}
                        </a>,
                      ],
                      person.address && [personWords.address, <Lines text={person.address} />],
                      person.note && [t('Note'), <Lines text={person.note} />],
                      [t('Added'), timeText(person.createdAt)],
                      [t('Number'), <CopyNumber value={id} what={t('person {id}', { id })} />],
                    ]}
                  />
                  {may('orders:read') && <OrdersOf id={id} name={name} />}
                  {may('notes:read') && <NotesOf about={{ contactId: id }} />}
                  {may('contacts:write') && (
                    <p class="actions apart">
                      <button
                        type="button"
                        class="danger"
                        aria-label={t('Erase {name}', { name })}
                        onClick={() => void erase()}
                      >
                        {t('Erase')}
                      </button>
                    </p>
                  )}
                </div>
              )
            )
          }
        </Loadable>
      )}
      {!isEdited && (
        <>
          <AsOf loaded={loaded} />
          <CopyAs calls={[[t('Read this person'), callOf('contacts', 'get', id)]]} />
        </>
      )}
    </Panel>
  )
}

const Lines = ({ text }: { readonly text: string }) => (
  <span class="description">
    <bdi>{text}</bdi>
  </span>
)

/** A person's holds and adoptions, the newest first. */
const OrdersOf = ({ id, name }: { readonly id: bigint; readonly name: string }) => {
  const loaded = useLoad(
    `orders of person ${id}`,
    async (signal) => {
      const call = callOf('orders', 'list', { contactId: id, sort: '-id', limit: 50 })
      const orders = (await ask(call, signal)).data.items
      return { data: { orders, pets: await petsOf(orders, signal) } }
    },
    (events, { orders }) =>
      orders.some((order) => isOrderOld(events, order)) ||
      events.some(
        ({ data }) =>
          'order' in data &&
          data.order.contactId === id &&
          orders.every((order) => order.id !== data.order.id),
      ),
  )
  return (
    <section aria-label={t('Holds and adoptions')}>
      <h3>{t('Holds and adoptions')}</h3>
      <Loadable loaded={loaded} what={t('the orders')} subject={t('what {name} holds', { name })}>
        {({ orders, pets }) => (
          <>
            {orders.length === 0 && (
              <p class="hint">{t('No animal has been held for {name} yet.', { name })}</p>
            )}
            <ul class="orders-of">
              {orders.map((order) => (
                <li key={order.id}>
                  <a href={hrefOf(['animals', order.petId])}>
                    <bdi>{orderName(order, pets.get(order.petId))}</bdi>
                  </a>
                  : {orderWords[order.status]} <HoldEnd order={order} />{' '}
                  {order.closedAt && timeText(order.closedAt)} ·{' '}
                  <a href={hrefOf(['orders', order.id])}>{t('Order {id}', { id: order.id })}</a>
                </li>
              ))}
            </ul>
          </>
        )}
      </Loadable>
    </section>
  )
}
