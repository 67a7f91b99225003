import { useEffect, useState } from 'preact/hooks'
import type { StoreEvent } from '../../../client/src/index.ts'
import { needCategories } from '../categories/names.ts'
import { exactJson } from '../core/exact-text.ts'
import { readInt64 } from '../core/int64.ts'
import { go, hrefOf, route } from '../core/route.ts'
import { countText } from '../core/time.ts'
import { CopyAs } from '../parts/copy-as.tsx'
import { ListScreen } from '../parts/list-screen.tsx'
import { Older } from '../parts/older.tsx'
import { focusRowOf, useFirstRow } from '../parts/rows.ts'
import { say } from '../parts/say.ts'
import { AsOf, Empty, Shown } from '../parts/states.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { onNews } from '../requests/live.ts'
import { may } from '../session/session.ts'
import { EventPanel } from './event.tsx'
import { EventTable } from './list.tsx'
import { Filters } from './filters.tsx'
import { admits, eventsCall, mostShown, pageSize, readFilter } from './read.ts'

/** What is shown of the log, the newest first. */
type Listed = { readonly events: readonly StoreEvent[]; readonly isEnd: boolean }

/** Whether somebody reads in the list, so that nothing may move under their eyes. */
const isReading = (): boolean => scrollY > 0 || document.activeElement?.matches('.rows a') === true

/** What happened in the store: a log that grows. */
export const Screen = () => {
  const [, id = ''] = route.value.path
  const openId = readInt64(id)
  const { query } = route.value
  const filter = readFilter(route.value)
  const name = hrefOf(['events'], query)
  const [told, setTold] = useState<readonly StoreEvent[]>([])
  const [isPaused, setPaused] = useState(false)
  useEffect(() => {
    // Names of categories are a help, and need a scope of their own.
    if (may('pets:read')) needCategories()
  }, [])
  const loaded = useLoad(
    name,
    async () => {
      const { items } = (await ask(eventsCall(filter))).data
      setTold([])
      return { data: { events: items, isEnd: items.length < pageSize } satisfies Listed }
    },
    // What is known comes below; this is for what is too much at once.
    () => false,
  )
  const { data, show } = loaded
  const newest = data?.events[0]?.id ?? 0n
  // What happened just before the list was read is in it already.
  const waiting = told.filter((event) => event.id > newest)
  const showWaiting = (): void => {
    setTold([])
    show((before) => {
      const all = [...waiting, ...before.events]
      return { events: all.slice(0, mostShown), isEnd: before.isEnd && all.length <= mostShown }
    })
  }
  useEffect(
    () =>
      onNews((events = []) => {
        const fitting = events.filter((event) => admits(filter, event)).toReversed()
        if (fitting.length > 0) setTold((before) => [...fitting, ...before])
      }),
    [name],
  )
  const isHeld = isPaused || isReading()
  useEffect(() => {
    if (waiting.length === 0) return
    if (isHeld) say(newText(waiting.length))
    else showWaiting()
  }, [told])
  useFirstRow(data !== undefined)

  const older = async (): Promise<void> => {
    const last = data?.events.at(-1)
    if (last === undefined) return
    const { items } = (await ask(eventsCall(filter, last.id))).data
    show(({ events }) => ({ events: [...events, ...items], isEnd: items.length < pageSize }))
  }
  const close = (): void => {
    go(name)
    focusRowOf(id)
  }
  const events = data?.events ?? []
  return (
    <ListScreen
      title="Events"
      head={
        <button
          type="button"
          aria-pressed={isPaused}
          aria-keyshortcuts="P"
          onClick={() => setPaused(!isPaused)}
        >
          Pause
        </button>
      }
      panel={
        openId === undefined ? undefined : (
          <EventPanel
            key={id}
            id={openId}
            known={events.find((event) => event.id === openId)}
            onClose={close}
          />
        )
      }
    >
      <Filters filter={filter} />
      {waiting.length > 0 && (
        <p class="notice">
          <span>
            {isPaused ? 'Paused. ' : ''}
            {newText(waiting.length)}
          </span>
          <button type="button" onClick={showWaiting}>
            Show
          </button>
        </p>
      )}
      <Shown loaded={loaded} what="events">
        {() =>
          events.length === 0 ? (
            <Empty>
              <p>
                {Object.keys(query).length === 0
                  ? 'Nothing has happened lately.'
                  : 'No such events.'}
              </p>
              {Object.keys(query).length > 0 && (
                <a class="button" href={hrefOf(['events'])}>
                  Clear filters
                </a>
              )}
            </Empty>
          ) : (
            <EventTable
              events={events}
              openId={openId}
              onKey={(key, row) => {
                const event = events.find((one) => String(one.id) === row)
                if (key === 'c' && event !== undefined) {
                  void navigator.clipboard?.writeText(exactJson(event)).then(() => say('Copied.'))
                } else if (key === 'p') setPaused(!isPaused)
                else return false
                return true
              }}
            />
          )
        }
      </Shown>
      {data !== undefined &&
        !data.isEnd &&
        (events.length < mostShown ? (
          <Older of="events" read={older} />
        ) : (
          <p class="pager hint">
            The newest {countText(mostShown)} are shown. Filter them to see further back.
          </p>
        ))}
      <AsOf loaded={loaded} />
      <CopyAs calls={[['List these events', eventsCall(filter)]]} />
    </ListScreen>
  )
}

const newText = (count: number): string =>
  count === 1 ? '1 new event.' : `${countText(count)} new events.`
