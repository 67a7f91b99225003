import { type Decision, defineChange, remove, update } from '../../base/data/change.ts'
import { maxSwept, type Sweep } from '../../base/data/sweep.ts'
import { dateTimeText } from '../../base/date-time.ts'
import { rowOf } from '../../base/data/table.ts'
import { contacts } from '../contacts/table.ts'
import { orders } from './table.ts'

/** Erases a contact who has had no order since a time, in milliseconds since the Unix epoch. One with an open order stays. */
export const contactExpire = defineChange({
  kind: 'contact.expire',
  parts: (id: bigint, before: number, now: number) => ({ id, before, now }),
  rows: ({ id }) => [{ table: contacts, id }],
  counts: ({ id: contactId }) =>
    ['placed', 'approved'].map((status) => ({
      table: orders,
      where: { contactId, status },
      max: 1,
    })),
  decide: (
    { id, before, now },
    [found],
    counts,
  ): Decision<{ readonly outcome: 'erased' | 'has_order' | 'not_due' }> => {
    // Another change may have come first.
    const contact = rowOf(contacts, found)
    if (contact === undefined || contact.activeAt > dateTimeText(before))
      return { refused: { outcome: 'not_due' } }
    if (counts.every((count) => count === 0))
      return { writes: [remove(contacts, id)], result: () => ({ outcome: 'erased' }) }
    const active = update(contacts, id, { activeAt: dateTimeText(now) })
    return { writes: [active], result: () => ({ outcome: 'has_order' }) }
  },
})

/** Erases contacts who have had no order for the time that the operator configured. */
export const contactSweep: Sweep = {
  name: 'contacts without orders',
  start:
    (store) =>
    async ({ contactsBefore: before, now }) => {
      if (before === -Infinity) return false
      const ids = await store.due(contacts, dateTimeText(before), maxSwept)
      for (const id of ids) await store.apply(contactExpire(id, before, now), { at: now })
      return ids.length === maxSwept
    },
}
