import { rich, t } from '../core/language.ts'
import { categoryText, needCategories } from '../categories/names.ts'
import { go, hrefOf, route } from '../core/route.ts'
import {
  asLeft,
  holds,
  isChangedByOthers,
  isPetOld,
  lastOfPets,
  noteChange,
  noteHold,
  othersChanges,
} from '../model/animals.ts'
import { fieldWords, textFields, textOf } from '../model/fields.ts'
import { NotesOf } from '../notes/notes-of.tsx'
import { openHoldDialog } from '../orders/ask-hold.ts'
import { HoldEnd, OrderMoves } from '../orders/card.tsx'
import { askFirst } from '../parts/attempt.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { Facts } from '../parts/facts.tsx'
import { Panel } from '../parts/heading.tsx'
import { CopyNumber } from '../parts/number.tsx'
import { useSaid } from '../parts/say.ts'
import { Refused } from '../parts/refused.tsx'
import { AsOf, Loadable } from '../parts/states.tsx'
import { toast } from '../parts/toast.tsx'
import { useEffect, useState } from 'preact/hooks'
import type { StoreEvent } from '../../../client/src/index.ts'
import { checkedPets, knownPets, knownProfiles } from '../model/known.ts'
import { noteKnown } from '../model/read-known.ts'
import { useLoad } from '../parts/use-load.ts'
import { lastChanged } from '../orders/move.ts'
import { lastOfEach, openStates } from '../orders/read.ts'
import { needPeople, whomOf } from '../contacts/names.ts'
import { ask } from '../requests/ask.ts'
import { callOf } from '../requests/call.ts'
import { may } from '../session/session.ts'
import { orderWords } from '../words.ts'
import { readAnimal } from './change.ts'
import { AnimalForm, tellDraft } from './form.tsx'
import { statusOf } from './form-values.ts'
import { holdText } from './held.ts'
import { History, historyCall } from '../events/history.tsx'
import { MarkMenu } from './mark-menu.tsx'
import { placeHref, readPlace } from './places.ts'
import { ProfileOf } from './profile.tsx'

/** One animal, beside the list: its facts, or the form that changes it. */
export const AnimalPanel = ({
  id,
  isEdited,
  onClose,
}: {
  readonly id: bigint
  readonly isEdited: boolean
  readonly onClose: () => void
}) => {
  const loaded = useLoad(
    `animal ${id}`,
    async (signal, _, isAgain) => {
      // A form needs the ETag of its initial state, so it does not use the cache.
      const kept = isEdited || isAgain || !may('events:read') ? undefined : knownPets.get(id)
      const asOf = kept && knownPets.at(id)
      const [seen, orders] = await Promise.all([
        kept ? undefined : readAnimal(id, signal),
        may('orders:read') && !isEdited
          ? ask(callOf('orders', 'list', { petId: id, sort: '-id', limit: 5 }), signal)
          : undefined,
        // The form shows the name of the category.
        isEdited && needCategories(),
      ])
      const known = orders?.data.items
      const now = kept && (knownPets.get(id) ?? kept)
      if (known) {
        void needPeople(known)
        noteHold(
          id,
          known.find(({ status }) => openStates.includes(status)),
        )
      }
      return {
        data: { seen: now ? { pet: now, etag: undefined } : seen, orders: known ?? [] },
        asOf,
      }
    },
    (events, { seen }) => seen !== undefined && isPetOld(events, seen.pet),
  )
  const changed = lastChanged.value
  useEffect(() => {
    if (changed?.petId === id)
      loaded.show(({ seen, orders }) => ({
        seen,
        orders: lastOfEach([...orders, changed]).toSorted((one, other) =>
          one.id < other.id ? 1 : -1,
        ),
      }))
  }, [changed])
  const [round, setRound] = useState(0)
  // The event log shows whether the cached state is stale.
  const onLog = (events: readonly StoreEvent[]): void => {
    const wasKnown = knownProfiles.get(id)
    noteKnown(events)
    checkedPets.note(id, true)
    if (wasKnown && !knownProfiles.get(id)) setRound(round + 1)
    const last = lastOfPets(events)
    const pet = last.get(id)
    if (last.has(id))
      loaded.show((shown) =>
        shown.seen?.etag === undefined
          ? { ...shown, seen: pet && { pet, etag: undefined } }
          : shown,
      )
  }
  const read = loaded.data?.seen?.pet
  const left = read && asLeft(read)
  // Shows others' changes, so that an animal that is gone is not offered. A form checks when it is saved.
  const pet = left && !isEdited && isChangedByOthers(left) ? othersChanges.value.get(id) : left
  const what = t('animal {id}', { id })
  const holding = holds.value.get(id)
  const news =
    isEdited && loaded.hasNews
      ? t(
          'Somebody has changed {name}. What you typed is kept; if you both changed the same thing, you choose.',
          { name: pet?.name ?? what },
        )
      : ''
  useSaid(news)
  const show = (step: readonly string[] = []): void =>
    go(placeHref(readPlace(route.value), [id, ...step]))
  const leave = (): void => {
    if (!isEdited) return onClose()
    tellDraft(id)
    show()
  }
  const remove = async (): Promise<void> => {
    if (!pet) return
    const { name } = pet
    const here = route.value
    const question = {
      title: t('Delete {name}?', { name }),
      text: t('Delete {name} ({what}) for good? This cannot be undone.', { name, what }),
      yes: t('Delete {name}', { name }),
      isDanger: true,
    }
    await askFirst(question, name, async () => {
      const seen = await readAnimal(id)
      await ask(callOf('pets', 'delete', id, { ifMatch: seen?.etag }))
      noteChange(pet, undefined)
      toast({ text: t('{name} is deleted.', { name }) })
      if (route.value === here) onClose()
    })
  }
  return (
    <Panel
      title={
        isEdited
          ? t('Edit {name}', { name: pet?.name ?? what })
          : (pet?.name ?? t('Animal {id}', { id }))
      }
      onClose={leave}
    >
      <Loadable
        loaded={loaded}
        what={what}
        subject={isEdited ? '' : (left?.name ?? t('this animal'))}
      >
        {({ seen, orders }) =>
          !pet || !seen ? (
            <Refused text={t('There is no animal {id}. It may have been deleted.', { id })} />
          ) : isEdited ? (
            <>
              {news && (
                <p class="notice">
                  <span>{news}</span>
                </p>
              )}
              <AnimalForm seen={seen} onClose={show} onCancel={leave} />
            </>
          ) : (
            <div class="details">
              <div class="actions">
                <MarkMenu pet={pet} />
                {holding ? (
                  <OrderMoves order={holding} pet={pet} />
                ) : (
                  statusOf(pet) === 'available' &&
                  may('orders:write') && (
                    <button
                      type="button"
                      aria-label={t('Hold {name}', { name: pet.name })}
                      onClick={() => openHoldDialog(pet)}
                    >
                      {t('Hold')}
                    </button>
                  )
                )}
                {may('pets:write') && (
                  <button type="button" aria-keyshortcuts="E" onClick={() => show(['edit'])}>
                    {t('Edit')}
                  </button>
                )}
              </div>
              <Facts
                facts={[
                  holding
                    ? [t('Held'), <bdi>{holdText(holding)}</bdi>]
                    : statusOf(pet) === 'pending' && [t('Held'), t('set aside, for nobody')],
                  [t('Category'), <bdi>{categoryText(pet.categoryId)}</bdi>],
                  ...textFields.flatMap((field) => {
                    const text = textOf(pet, field)
                    return text === '' ? [] : [[fieldWords[field], <bdi>{text}</bdi>] as const]
                  }),
                  [t('Number'), <CopyNumber value={id} what={t('animal {id}', { id })} />],
                ]}
              />
              <ProfileOf key={round} id={id} name={pet.name} />
              {may('notes:read') && <NotesOf about={{ petId: id }} />}
              {may('orders:read') && (
                <section>
                  <h3>{t('Orders')}</h3>
                  {orders.length === 0 && (
                    <p class="hint">{t('Nobody has held {name} yet.', { name: pet.name })}</p>
                  )}
                  <ul class="orders-of">
                    {orders.map((order) => (
                      <li key={order.id}>
                        <a href={hrefOf(['orders', order.id])}>
                          {t('Order {id}', { id: order.id })}
                        </a>
                        : {orderWords[order.status]}{' '}
                        {whomOf(order) && (
                          <>{rich('for {whom}', { whom: <bdi>{whomOf(order)}</bdi> })} </>
                        )}
                        <HoldEnd order={order} />
                      </li>
                    ))}
                  </ul>
                </section>
              )}
            </div>
          )
        }
      </Loadable>
      {!isEdited && (
        <>
          {may('events:read') && <History of={{ petId: id }} onRead={onLog} />}
          {pet && (
            <p class="actions">
              <a class="button" href={hrefOf(['animals', id, 'card'])}>
                {t('Kennel card')}
              </a>
              <a class="button" href={hrefOf(['animals', id, 'hand-over'])}>
                {t('Hand-over sheet')}
              </a>
              <a class="button" href={hrefOf(['animals', id, 'agreement'])}>
                {t('Adoption agreement')}
              </a>
            </p>
          )}
          {pet && !holding && may('pets:write') && (
            <p class="actions apart">
              <button type="button" class="danger" onClick={() => void remove()}>
                {t('Delete')}
              </button>
            </p>
          )}
          <AsOf loaded={loaded} />
          <CopyAs
            calls={[
              [t('Find this animal'), callOf('pets', 'find', id)],
              may('events:read') && [t('Its history'), historyCall({ petId: id })],
            ]}
          />
        </>
      )}
    </Panel>
  )
}
