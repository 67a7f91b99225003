import assert from 'node:assert/strict'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { test } from 'node:test'
import { maxSteps, Turns, type Schedulable } from '../../src/http/wire/turns.ts'

/** A connection with a number of steps, which records when it took each. */
const workerWith = (turns: Turns, name: string, work: number, taken: string[]): Schedulable => {
  let left = work
  const worker: Schedulable = {
    turn: 0,
    steps: 0,
    flush: () => undefined,
    resume: () => {
      while (left > 0 && turns.take(worker)) {
        left -= 1
        taken.push(name)
      }
      if (left > 0) turns.wait(worker)
    },
  }
  return worker
}

const countOf = (taken: readonly string[], name: string): number =>
  taken.filter((each) => each === name).length

test('all together take no more than theirs, but for one step of each whose bytes have just come', () => {
  const turns = new Turns()
  const taken: string[] = []
  for (let n = 0; n < 100; n += 1) workerWith(turns, `${n}`, 1_000, taken).resume()
  const full = maxSteps.total / maxSteps.perConnection
  assert.equal(taken.length, maxSteps.total + 100 - full)
  assert.equal(countOf(taken, '99'), 1)
})

test('waiting connections go on in the order in which they began to wait, each as often as the others', async () => {
  const turns = new Turns()
  const taken: string[] = []
  for (let n = 0; n < 40; n += 1) workerWith(turns, `${n}`, 10_000, taken).resume()
  for (let turn = 0; turn < 100; turn += 1) await nextTurn()
  const counts = Array.from({ length: 40 }, (_, n) => countOf(taken, `${n}`))
  const spread = Math.max(...counts) - Math.min(...counts)
  assert.ok(spread <= 2 * maxSteps.perConnection, `the counts differ by ${spread}`)
})

test('answers of one turn are sent at its end, each connection once', async () => {
  const turns = new Turns()
  const sent: string[] = []
  for (const name of ['a', 'b']) {
    turns.send({ turn: 0, steps: 0, resume: () => undefined, flush: () => sent.push(name) })
  }
  assert.deepEqual(sent, [])
  await nextTurn()
  assert.deepEqual(sent, ['a', 'b'])
  await nextTurn()
  assert.deepEqual(sent, ['a', 'b'])
})
