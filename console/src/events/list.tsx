import { t } from '../core/language.ts'
import type { StoreEvent } from '../../../client/src/index.ts'
import { hrefOf, route } from '../core/route.ts'
import { dateText, secondText } from '../core/time.ts'
import { onRowKey } from '../parts/rows.ts'
import { Table } from '../parts/table.tsx'
import { aboutText, eventWord } from './words.ts'

/** Events, the newest first. The table is one tab stop: arrows move, Enter opens. */
export const EventTable = ({
  events,
  openId,
  onKey,
}: {
  readonly events: readonly StoreEvent[]
  readonly openId: bigint | undefined
  readonly onKey: (key: string, row: string) => boolean
}) => (
  <Table
    look="rows events"
    caption={t('Events')}
    columns={[t('Time'), t('What'), t('About what'), t('By'), [t('Number'), 'right']]}
    onKeyDown={onRowKey(onKey)}
  >
    {events.map((event, row) => {
      const { id, type, timestamp, by } = event
      const day = dateText(timestamp)
      const before = events[row - 1]
      const isNewDay = day !== (before && dateText(before.timestamp))
      return (
        <tr key={id} aria-current={id === openId}>
          <td class="time">
            {isNewDay && <small>{day} </small>}
            {secondText(timestamp)}
          </td>
          <td class="name">
            <a
              data-row={id}
              href={hrefOf(['events', id], route.value.query)}
              tabIndex={row === 0 ? 0 : -1}
              aria-keyshortcuts="C P"
            >
              {eventWord(type)}
            </a>
          </td>
          <td class="about">
            <bdi>{aboutText(event)}</bdi>
          </td>
          <td class="by">
            <bdi>{by}</bdi>
          </td>
          <td class="number right">{id}</td>
        </tr>
      )
    })}
  </Table>
)
