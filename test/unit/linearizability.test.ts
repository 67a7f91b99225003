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
const change = (end: number) => op(2, end, { kind: 'change', status: 'sold' } as const, pet('sold'))
const sees = (start: number, output: string) =>
  op(start, start + 1, { kind: 'read' } as const, output)
const shows = (start: number, status: string) => sees(start, `[${pet(status)}]`)

for (const [what, history, expected] of [
  ['a read beside a change may show the old state', [change(5), shows(3, 'available')], true],
  ['a read beside a change may show the new state', [change(5), shows(3, 'sold')], true],
  ['an old state after the change was answered', [change(3), shows(4, 'available')], false],
  [
    'an old state after a new one was shown',
    [change(9), shows(3, 'sold'), shows(5, 'available')],
    false,
  ],
  ['an animal that was acknowledged is not there', [sees(2, '[]')], false],
] as const) {
  test(`${expected ? 'taken' : 'refuted'}: ${what}`, () => {
    assert.equal(outcome(petModel, [create, ...history]), expected ? 'linearizable' : 'refuted')
  })
}

const place = (start: number, order: string, mayExpire?: true) =>
  op(start, start + 1, { kind: 'place', order, ...(mayExpire && { mayExpire }) } as const, 'placed')
const unknown = op<{ kind: 'place'; order: string }, string>(0, undefined, {
  kind: 'place',
  order: 'a',
})
const refusal = op(2, 3, { kind: 'place', order: 'b' } as const, 'refused')
const cancelled = op(2, 3, { kind: 'move', order: 'a', to: 'cancelled' } as const, 'moved')

for (const [what, history, expected] of [
  ['two orders of one animal with none between', [place(0, 'a'), place(2, 'b')], false],
  ['two orders of which the first was cancelled', [place(0, 'a'), cancelled, place(4, 'b')], true],
  ['an order after a hold that the clock may end', [place(0, 'a', true), place(2, 'b')], true],
  ['an order of a free animal is refused', [refusal], false],
  ['a write without an answer never happened', [unknown, sees(5, 'available')], true],
  ['a write without an answer happened late', [unknown, sees(5, 'pending')], true],
  ['what happened is undone', [unknown, sees(5, 'pending'), sees(7, 'available')], false],
] as const) {
  test(`${expected ? 'taken' : 'refuted'}: ${what}`, () => {
    assert.equal(outcome(holdModel, history), expected ? 'linearizable' : 'refuted')
  })
}

test('an idempotency key that makes two things is refuted', () => {
  const unanswered = op<null, string>(0, undefined, null)
  const made = (thing: string) =>
    outcome(onceModel, [unanswered, op(1, 2, null, 'a'), op(3, 4, null, thing)])
  assert.deepEqual([made('a'), made('b')], ['linearizable', 'refuted'])
})

test('a quota of one too many is refuted, and so is one too few', () => {
  const admit = (remaining: number) => op(0, 9, null, { isAdmitted: true, remaining })
  const refuse = op(0, 9, null, { isAdmitted: false, remaining: 0 })
  const model = quotaModel(3)
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
