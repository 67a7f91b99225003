import { useEffect, useState } from 'preact/hooks'
import type { StoreEvent } from '../../../client/src/index.ts'
import { needCategories } from '../categories/names.ts'
import { exactJson } from '../core/exact-text.ts'
import { readInt64 } from '../core/int64.ts'
import { go, hrefOf, route } from '../core/route.ts'
import { t } from '../core/language.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { copy } from '../parts/copy.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { Older } from '../parts/older.tsx'
import { focusRowOf, useFirstRow } from '../parts/rows.ts'
import { say } from '../parts/say.ts'
import { AsOf, Empty, Loadable } from '../parts/states.tsx'
import { type ReadResult, useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { EventPanel } from './event.tsx'
import { EventTable } from './list.tsx'
import { Filters } from './filters.tsx'
import { needPets } from './pets.ts'
import { admits, eventsCall, type EventLog, maxShown, readFilter } from './read.ts'

/** Whether somebody is reading the list, so that nothing may move. */
const isReading = (): boolean => scrollY > 0 || document.querySelector('.rows a:focus') !== null

/** The event log of the store, which grows while it is shown. */
export const Screen = () => {
  const {
    path: [, id = ''],
    query,
  } = route.value
  const openId = readInt64(id)
  const filter = readFilter(route.value)
  const name = hrefOf(['events'], query)
  const [recent, setRecent] = useState<readonly StoreEvent[]>([])
  const [isPaused, setPaused] = useState(false)
  // The names of categories are optional, and need a separate scope.
  useEffect(() => void needCategories(), [])
  const read = async (signal: AbortSignal, cursor?: string): Promise<ReadResult<EventLog>> => {
    const { items, nextCursor } = (await ask(eventsCall(filter, cursor), signal)).data
    return { data: { events: items, cursor: nextCursor } }
  }
  const loaded = useLoad(
    name,
    (signal) => read(signal),
    (events) => {
      setRecent((before) => [...events.toReversed(), ...before].slice(0, maxShown))
      // Known events wait below. Only events too many to read count as news.
      return false
    },
  )
  const { data, show } = loaded
  const events = data?.events ?? []
  // Events from just before the list was read are already in it.
  const waiting = recent.filter(
    (event) => event.id > (events[0]?.id ?? 0n) && admits(filter, event),
  )
  const count = waiting.length
  const text = t('{count} new event.|{count} new events.', { count })
  const showWaiting = (): void =>
    show((before) => ({ ...before, events: [...waiting, ...before.events].slice(0, maxShown) }))
  useEffect(() => {
    if (count === 0) return
    if (isPaused || isReading()) say(text)
    else showWaiting()
  }, [recent])
  useEffect(() => {
    const left = new AbortController()
    void needPets(events, left.signal)
    return () => left.abort()
  }, [events[0]?.id, events.length])
  useFirstRow(data !== undefined)
  const hasFilter = Object.keys(query).length > 0
  return (
    <ListScreen
      title={t('Events')}
      head={
        <button
          type="button"
          aria-pressed={isPaused}
          aria-keyshortcuts="P"
          onClick={() => setPaused(!isPaused)}
        >
          {t('Pause')}
        </button>
      }
      panel={
        openId !== undefined && (
          <EventPanel
            key={id}
            id={openId}
            listed={events.find((event) => event.id === openId)}
            onClose={() => {
              go(name)
              focusRowOf(id)
            }}
          />
        )
      }
    >
      <Filters filter={filter} />
      {count > 0 && (
        <p class="notice">
          <span>
            {isPaused && `${t('Paused.')} `}
            {text}
          </span>
          <button type="button" onClick={showWaiting}>
            {t('Show')}
          </button>
        </p>
      )}
      <Loadable loaded={loaded} what={t('events')}>
        {() =>
          events.length === 0 ? (
            <Empty>
              <p>{hasFilter ? t('No such events.') : t('Nothing has happened lately.')}</p>
              {hasFilter && (
                <a class="button" href={hrefOf(['events'])}>
                  {t('Clear filters')}
                </a>
              )}
            </Empty>
          ) : (
            <EventTable
              events={events}
              openId={openId}
              onKey={(key, row) => {
                const event = events.find((one) => String(one.id) === row)
                if (key === 'c' && event) copy(exactJson(event))
                else if (key === 'p') setPaused(!isPaused)
                else return false
                return true
              }}
            />
          )
        }
      </Loadable>
      {events.length >= maxShown ? (
        <p class="pager hint">
          {t('The newest {count} are shown. Filter them to see further back.', { count: maxShown })}
        </p>
      ) : (
        data?.cursor && (
          <Older
            of={t('events')}
            read={async (signal) => {
              const older = (await read(signal, data.cursor)).data
              show((before) => ({ ...older, events: [...before.events, ...older.events] }))
            }}
          />
        )
      )}
      <AsOf loaded={loaded} />
      <CopyAs calls={[[t('List these events'), eventsCall(filter)]]} />
    </ListScreen>
  )
}
