import { dateTimeText } from '../core/date-time.ts'
import type { Stored } from '../data/table.ts'
import type { Storage } from '../storage/port.ts'
import { isSent } from '../webhooks/standing.ts'
import { deliveries, type DeliveryRow } from '../webhooks/table.ts'
import { type Endpoint, endpointBounds } from './endpoint.ts'

/** After every time that a delivery can be due. */
const farAhead = dateTimeText(Date.UTC(9999, 11, 31))

/**
 * Looks up which deliveries of a webhook are due: all if it is sent events, else only the ping that decides.
 *
 * @param now milliseconds since the Unix epoch
 */
export const lookUpDue = async (
  { data, whole }: Pick<Storage, 'data' | 'whole'>,
  endpoint: Endpoint,
  now: number,
): Promise<void> => {
  const { id, pingId } = endpoint
  const isOpen = isSent(endpoint.webhook.state)
  const ids = isOpen
    ? await data.due(deliveries, farAhead, endpointBounds.pending, id)
    : pingId === undefined
      ? []
      : [pingId]
  if (isOpen) endpoint.pending = ids.length
  if (ids.length === 0) endpoint.pendingSince = undefined
  const due: Array<Stored<DeliveryRow>> = []
  for (const deliveryId of ids) {
    if (endpoint.isBusy(deliveryId)) continue
    const found = await whole.find(deliveries, deliveryId)
    const at = found?.row.status === 'pending' ? found.row.nextAttemptAt : undefined
    if (found === undefined || at === undefined) continue
    const since = Date.parse(found.row.createdAt)
    endpoint.pendingSince = Math.min(endpoint.pendingSince ?? since, since)
    if (Date.parse(at) > now) {
      endpoint.addDue(due, Date.parse(at))
      return
    }
    due.push(found)
    if (due.length === endpointBounds.inFlight) {
      endpoint.addDue(due, now)
      return
    }
  }
  endpoint.addDue(due, Number.POSITIVE_INFINITY)
}
