import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { checkHistory, type Model, type Operation } from '../torture/linearizability.ts'
import { holdModel, onceModel, petModel, quotaModel } from '../torture/models.ts'

/** An operation with an answer; without one, its end is left out. */
const op = <Input, Output>(
  start: number,
  end: number | undefined,
  input: Input,
  output?: Output,
): Operation<Input, Output> => ({ input, output, start, end: end ?? Infinity })

const outcome = <State, Input, Output>(
  model: Model<State, Input, Output>,
  history: ReadonlyArray<Operation<Input, Output>>,
) => checkHistory(model, history).outcome

const pet = (status: string): string => JSON.stringify({ id: 1, status })
const create = op(0, 1, { kind: 'create' as const }, pet('available'))
const change = { kind: 'change', status: 'sold' } as const
const read = { kind: 'read' } as const

test('a read that overlaps with a change may show either state', () => {
  for (const status of ['available', 'sold']) {
    const history = [create, op(2, 5, change, pet('sold')), op(3, 4, read, `[${pet(status)}]`)]
    assert.equal(outcome(petModel, history), 'linearizable', status)
  }
})

test('a stale read is refuted: an older state after a newer one was answered', () => {
  const changed = op(2, 3, change, pet('sold'))
  const stale = op(4, 5, read, `[${pet('available')}]`)
  assert.equal(outcome(petModel, [create, changed, stale]), 'refuted')
  // Two reads during the change: the second shows the older state.
  const during = [op(3, 4, read, `[${pet('sold')}]`), op(5, 6, read, `[${pet('available')}]`)]
  assert.equal(outcome(petModel, [create, op(2, 9, change, pet('sold')), ...during]), 'refuted')
})

test('a lost write is refuted: what was acknowledged is not there', () => {
  assert.equal(outcome(petModel, [create, op(2, 3, read, '[]')]), 'refuted')
})

test('a double hold is refuted: two orders of one animal, with none between', () => {
  const place = (start: number, order: string) =>
    op(start, start + 2, { kind: 'place', order } as const, 'placed')
  assert.equal(outcome(holdModel, [place(0, 'a'), place(1, 'b')]), 'refuted')
  const cancelled = op(3, 4, { kind: 'move', order: 'a', to: 'cancelled' } as const, 'moved')
  assert.equal(outcome(holdModel, [place(0, 'a'), cancelled, place(5, 'b')]), 'linearizable')
})

test('a hold that the clock may end frees its animal at any time, and one that it may not never', () => {
  const place = (start: number, order: string, mayExpire?: true) =>
    op(
      start,
      start + 1,
      { kind: 'place', order, ...(mayExpire && { mayExpire }) } as const,
      'placed',
    )
  assert.equal(outcome(holdModel, [place(0, 'a', true), place(2, 'b')]), 'linearizable')
  assert.equal(outcome(holdModel, [place(0, 'a'), place(2, 'b')]), 'refuted')
  const refused = op(2, 3, { kind: 'place', order: 'b' } as const, 'refused')
  assert.equal(outcome(holdModel, [refused]), 'refuted')
})

test('a write without an answer may happen late, or never', () => {
  const place = (start: number, end: number | undefined, order: string, output?: string) =>
    op(start, end, { kind: 'place', order } as const, output)
  const unknown = place(0, undefined, 'a')
  const shown = (status: string) => op(5, 6, read, status)
  assert.equal(outcome(holdModel, [unknown, shown('available')]), 'linearizable')
  assert.equal(outcome(holdModel, [unknown, shown('pending')]), 'linearizable')
  const back = [op(5, 6, read, 'pending'), op(7, 8, read, 'available')]
  assert.equal(outcome(holdModel, [unknown, ...back]), 'refuted')
})

test('an idempotency key that makes two things is refuted', () => {
  const unanswered = op<null, string>(0, undefined, null)
  assert.equal(
    outcome(onceModel, [unanswered, op(1, 2, null, 'a'), op(3, 4, null, 'a')]),
    'linearizable',
  )
  assert.equal(outcome(onceModel, [op(1, 2, null, 'a'), op(3, 4, null, 'b')]), 'refuted')
})

test('a quota of one too many is refuted, and so is one too few', () => {
  const limit = 3
  const admit = (remaining: number) => op(0, 9, null, { isAdmitted: true, remaining })
  const refuse = op(0, 9, null, { isAdmitted: false, remaining: 0 })
  const model = quotaModel(limit)
  assert.equal(outcome(model, [admit(0), admit(2), refuse, admit(1)]), 'linearizable')
  assert.equal(outcome(model, [admit(0), admit(2), admit(1), admit(0)]), 'refuted')
  assert.equal(outcome(model, [admit(2), admit(1), refuse]), 'refuted')
})

/** A register, as concurrent clients see it: each operation takes effect at one instant between start and end. */
const registerModel: Model<number, { readonly write?: number }, number> = {
  name: 'register',
  initial: 0,
  isRead: ({ write }) => write === undefined,
  step: (state, { write }, output) => {
    if (write !== undefined) return output === undefined ? [state, write] : [write]
    return output === undefined || output === state ? [state] : []
  },
}

/** All orders of a history that its times allow, tried one after the other. */
const isLinearizable = (
  history: ReadonlyArray<Operation<{ readonly write?: number }, number>>,
  state = 0,
): boolean => {
  if (history.every(({ end }) => end === Infinity)) return true
  const firstEnd = Math.min(...history.map(({ end }) => end))
  return history.some(
    (each) =>
      each.start <= firstEnd &&
      registerModel.step(state, each.input, each.output).some((after) =>
        isLinearizable(
          history.filter((other) => other !== each),
          after,
        ),
      ),
  )
}

test('the checker says what a search through all orders says', () => {
  const drawn = fc.record({
    start: fc.integer({ min: 0, max: 12 }),
    length: fc.integer({ min: 1, max: 6 }),
    write: fc.option(fc.integer({ min: 1, max: 2 }), { nil: undefined }),
    output: fc.option(fc.integer({ min: 0, max: 2 }), { nil: undefined, freq: 6 }),
  })
  const verdicts = new Set<string>()
  fc.assert(
    fc.property(fc.array(drawn, { maxLength: 6 }), (operations) => {
      const history = operations.map(({ start, length, write, output }) => ({
        input: write === undefined ? {} : { write },
        output,
        start,
        end: output === undefined ? Infinity : start + length,
      }))
      const verdict = outcome(registerModel, history)
      verdicts.add(verdict)
      assert.equal(verdict, isLinearizable(history) ? 'linearizable' : 'refuted')
    }),
    { numRuns: 2_000 },
  )
  assert.deepEqual(verdicts, new Set(['linearizable', 'refuted']))
})
