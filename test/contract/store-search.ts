import assert from 'node:assert/strict'
import { int64 } from '../../src/base/int64.ts'
import type { Result } from '../../src/base/data/change.ts'
import type { Store } from '../../src/base/data/store.ts'
import { act } from '../helpers/act.ts'
import { equipThing, labels, paintThing, putLabel, things } from '../helpers/things.ts'
import { add, type AddContract } from './store-case.ts'

/** Tests what a search finds, and that its index follows whatever changes the rows. */
export const searchContract = (it: AddContract): void => {
  it('a search sees each change at once, and after a restart', async (store, reopen) => {
    const { data, bulk } = store
    for (const color of ['red', 'green', 'blue']) await add(data, { color })
    for (const id of [int64.minimum, int64.maximum]) await data.apply(putLabel(id, 'reddish'), act)
    await data.apply(paintThing(1n, 'yellow'), act)
    await data.apply(paintThing(2n, undefined), act)
    await data.apply(equipThing(3n), act)
    await data.apply(putLabel(int64.maximum, 'orange'), act)
    await bulk.applyAll<Result>([paintThing(3n, 'violet'), putLabel(5n, 'violet')], act)
    const check = async (now: Store) => {
      assert.deepEqual(await found(now, 'yellow'), [1])
      assert.deepEqual(await found(now, 'violet'), [3, -5])
      assert.deepEqual(await found(now, 'use care'), [3])
      assert.deepEqual(await found(now, 'orange'), [-Number(int64.maximum)])
      assert.deepEqual(await found(now, 'red'), [-Number(int64.minimum)])
      for (const text of ['green', 'blue']) assert.deepEqual(await found(now, text), [], text)
    }
    await check(data)
    await data.apply(paintThing(1n, undefined), act)
    await add(data, { color: 'yellow' })
    await store.close()
    const { data: later } = await reopen()
    assert.deepEqual(await found(later, 'yellow'), [4])
    // What belongs to a row goes with it.
    await later.apply(paintThing(3n, undefined), act)
    assert.deepEqual(await found(later, 'use care'), [])
  })

  it('what an import brings is found once it is done, and not before', async (store) => {
    const { data, bulk } = store
    await add(data, { color: 'red one' })
    const filling = await bulk.beginImport(things)
    await filling.add(Array.from({ length: 1_200 }, () => ({ color: 'red two' })))
    assert.deepEqual(await found(data, 'red'), [1])
    await filling.commit(
      () => act.at,
      () => {},
    )
    await filling.end()
    assert.deepEqual(await found(data, 'red', 2), [1_201, 1_200])
    assert.deepEqual(await found(data, 'one'), [1])
    // Only the newest of many compete.
    assert.equal((await found(data, 'red', 1_000)).length, 500)
  })
}

/** The ids of things that a search finds, and those of labels as negative numbers. */
const found = async (data: Store, text: string, limit = 20): Promise<readonly number[]> => {
  const hits = await data.search({ text, tables: [things, labels], limit })
  return hits.map(({ kind, id }) => Number(kind === 'thing' ? id : -id))
}
