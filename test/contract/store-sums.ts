import assert from 'node:assert/strict'
import type { Store } from '../../src/base/data/store.ts'
import { slotOf } from '../../src/base/data/table.ts'
import { act } from '../helpers/act.ts'
import { paintThing } from '../helpers/things.ts'
import { add, type AddContract } from './store-case.ts'

/** Tests the sums of what happened: the measure of a thing that was painted is the minute of the hour. */
export const sumContract = (it: AddContract): void => {
  it('a sum has what happened in its slots, by part and measure', async (store, reopen) => {
    const minutes = (count: number) => ({ at: act.at + count * 60_000 })
    const change = async (data: Store, color: string, count: number) => {
      await data.apply(paintThing(1n, color), minutes(count))
    }
    await add(store.data, { color: 'red' })
    await change(store.data, 'blue', 14.9)
    await change(store.data, 'blue', 15)
    await change(store.data, 'green', 15)
    await change(store.data, 'blue', 29)
    await change(store.data, 'green', 29)
    await change(store.data, 'red', -1)
    const { data } = await reopen()
    const slot = slotOf(act.at)
    const sums = async (part: string | undefined, ...bounds: readonly number[]) => {
      const ranges = bounds.map((first, at) => ({
        first: slot + first,
        end: slot + (bounds[at + 1] ?? first),
      }))
      return (await data.sums({ part, ranges: ranges.slice(0, -1) })).map(
        ({ range, name, measure, count }) => [range, name, measure, count].join(' '),
      )
    }
    assert.deepEqual(await sums(undefined, -1, 0, 1, 2), [
      '0 painted 59 1',
      '1 added  1',
      '1 painted 14 1',
      '2 painted 15 1',
      '2 painted 29 2',
    ])
    assert.deepEqual(await sums('green', -1, 1, 2), ['1 painted 15 1', '1 painted 29 1'])
    assert.deepEqual(await sums('green', 0, 2), ['0 painted 15 1', '0 painted 29 1'])
    assert.deepEqual(await sums('', 0, 2), [])
    assert.deepEqual(await sums(undefined, 2, 1_000), [])
  })
}
