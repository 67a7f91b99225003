import { useEffect } from 'preact/hooks'
import { isAbout } from '../events/read.ts'
import { WhenBy } from '../events/when-by.tsx'
import { historyText } from '../events/words.ts'
import { hrefOf } from '../core/route.ts'
import { withoutEchoes } from '../model/animals.ts'
import { Loadable } from '../parts/states.tsx'
import { useLoad } from '../parts/use-load.ts'
import { ask } from '../requests/ask.ts'
import { storeCall } from '../requests/call.ts'
import { onNews } from '../requests/live.ts'

const pageSize = 20

/** The call that reads the newest events of an animal, of its orders too. */
export const historyCall = (petId: bigint) =>
  storeCall('events', { petId, sort: '-id', limit: pageSize })

/** What happened to an animal, in sentences, the newest first. It grows by itself. */
export const History = ({ id }: { readonly id: bigint }) => {
  const loaded = useLoad(`history ${id}`, async (signal) => ({
    data: (await ask(historyCall(id), signal)).data.items,
  }))
  const { show } = loaded
  useEffect(
    () =>
      onNews((events = []) => {
        const its = events.filter(({ data }) => isAbout(id, data)).toReversed()
        show((before) => [...its.filter((event) => event.id > (before[0]?.id ?? 0n)), ...before])
      }),
    [id],
  )
  return (
    <section>
      <h3>History</h3>
      <Loadable loaded={loaded} what="the history" subject="">
        {(events) => (
          <>
            {events.length === 0 && <p class="hint">Nothing has changed lately.</p>}
            <ol class="history">
              {withoutEchoes(events).map((event) => (
                <li key={event.id}>
                  <bdi>{historyText(event)}</bdi>
                  <WhenBy event={event} />
                </li>
              ))}
            </ol>
            {events.length >= pageSize && (
              <a href={hrefOf(['events'], { animal: id })}>See all events of this animal</a>
            )}
          </>
        )}
      </Loadable>
    </section>
  )
}
