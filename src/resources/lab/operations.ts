import type { Static } from 'typebox'
import {
  type ChangeContext,
  type Decision,
  defineChange,
  insert,
  refuse,
  type Refused,
  update,
} from '../../base/data/change.ts'
import type { Store } from '../../base/data/store.ts'
import type { Table } from '../../base/data/table.ts'
import { dateTimeText } from '../../base/date-time.ts'
import { durationOf } from '../../base/duration.ts'
import { type Refusal, refusal } from '../../base/errors/api-error.ts'
import type { LabClock } from '../../base/lab-clock.ts'
import { Component, Type } from '../../base/schema/type.ts'
import { DateTime, Line, Natural } from '../../kit/fields.ts'
import { defineOperation, jsonBody, type Outcome, stagingOnly } from '../../kit/operation.ts'
import { applyOnce } from '../../kit/row-changes.ts'
import { defineResource } from '../../kit/resource.ts'
import type { Storage } from '../../store/port.ts'

/** The table of the clock. After the first move it has one row, with the milliseconds by which the clock is ahead. */
const labClocks = {
  name: 'lab_clocks',
  words: 'lab clocks',
  schema: Type.Object({ id: Natural('1.', 1n), ahead: Natural('Milliseconds.', 86_400_000n) }),
  id: 'chosen',
  filters: [],
} as const satisfies Table

const id = 1n

/** Returns the milliseconds by which the clock of a store was moved. */
export const aheadIn = async ({ whole }: Pick<Storage, 'whole'>): Promise<number> =>
  Number((await whole.find(labClocks, id))?.row.ahead ?? 0n)

/** The latest time to which a clock can move, so that all times derived from it have years of four digits. */
const latest = Date.UTC(2100, 0, 1)

type Move = { readonly ahead: number; readonly from: number; readonly to: number }
type Begun = { readonly outcome: 'moved'; readonly to: bigint }

/** Begins a move, or stores by how many milliseconds the clock is `ahead`. */
const clockMove = defineChange({
  kind: 'clock.move',
  parts: (move: Move) => move,
  rows: () => [{ table: labClocks, id }],
  decide: ({ ahead, from, to }, [found]): Decision<Begun | Refused> => {
    const no = to > latest ? 'goes no further than 2100-01-01' : to <= from && 'only goes forward'
    if (no)
      return refuse(refusal('invalid_body', `The clock says ${dateTimeText(from)}; it ${no}.`))
    const row = { ahead: BigInt(Math.ceil(ahead)) }
    return {
      writes: [found ? update(labClocks, id, row) : insert(labClocks, { id, ...row })],
      result: () => ({ outcome: 'moved', to: BigInt(to) }),
    }
  },
})

const now = DateTime('What the clock says.', '2030-12-05T00:00:00.000Z')
const ahead = Natural('Seconds by which it is ahead of real time.', 126_921_600n)
const about = { title: 'LabClock', description: 'The clock of staging.' }

const advance = Line('By how much: a duration of ISO 8601, without years and months.', 24, 'PT24H')
const until = DateTime('The time to move to.', '2030-12-05T00:00:00Z')
const ClockMove = Component(
  'ClockMove',
  'How far: one of the two.',
  { advance: Type.Optional(advance), to: Type.Optional(until) },
  { additionalProperties: false },
)

export const moveClock = defineOperation({
  method: 'POST',
  path: '/lab/clock',
  scope: 'lab',
  summary: 'Move the clock of staging',
  description:
    'Moves the clock of all of staging ahead, to the start of the year 2100 at most. What falls due on the way happens in its order, before the answer comes: holds and bans end, quotas start again, keys expire, webhooks are tried again. After 30 seconds the clock goes straight to the end. While it is ahead, every answer has `X-Lab-Clock`, and all times are of that clock.',
  createsOnce: true,
  body: jsonBody('How far.', ClockMove, { tomorrow: { value: { advance: 'PT24H' } } }),
  answers: {
    200: { description: 'The clock as it is now.', schema: Type.Object({ now, ahead }, about) },
  },
  handle: async ({ body, act }, { store, lab }) =>
    (await lab?.inTurn(async () => await move(lab, store, body, act))) ?? stagingOnly,
})

const move = async (
  lab: LabClock,
  store: Store,
  { advance: span, to: time }: Static<typeof ClockMove>,
  act: ChangeContext,
): Promise<Outcome | Refusal> => {
  const from = lab.now()
  const to = time === undefined ? from + durationOf(span ?? '') : Date.parse(time)
  if ((span === undefined) === (time === undefined))
    return refusal('invalid_body', 'Give either advance, like P5DT30M, or to, a time.')
  if (Number.isNaN(to))
    return refusal(
      'invalid_body',
      'advance must be days, hours, minutes and seconds, like P5DT30M.',
    )
  const begin = clockMove({ ahead: lab.ahead, from, to })
  // Retain the answer from the end of the move on: a move may be longer than answers are kept.
  const kept = { ...act, ...(act.once && { once: { ...act.once, answeredAt: to } }) }
  const begun = await applyOnce(store, begin, kept, (moved) => ({ status: 200, value: moved.to }))
  if ('code' in begun) return begun
  // A retry continues the first move.
  const end = Number(begun.value)
  await lab.moveTo(end, async () => {
    await store.apply(clockMove({ ahead: lab.ahead, from, to: end }), { at: lab.now() })
  })
  const seconds = BigInt(Math.ceil(lab.ahead / 1_000))
  return { ...begun, value: { now: dateTimeText(lab.now()), ahead: seconds } }
}

/** A laboratory in staging: a clock that can be moved. */
export const labResource = defineResource({
  name: 'lab',
  description: 'In staging, a clock that can be moved.',
  operations: { moveClock },
  tables: [labClocks],
  rules: [clockMove],
})
