import assert from 'node:assert/strict'
import { int64 } from '../../src/base/int64.ts'
import type { Result } from '../../src/base/data/change.ts'
import type { Store } from '../../src/base/data/store.ts'
import { act } from '../helpers/act.ts'
import { equipThing, labels, moveThing, paintThing, putLabel, things } from '../helpers/things.ts'
import { add, type AddContract } from './store-case.ts'

/** Tests what a search finds, and that its index follows whatever changes the rows. */
export const searchContract = (it: AddContract): void => {
  it('of what is found the best comes first, and of the same the newest', async ({ data }) => {
    const colors = ['Dark Red', 'red', 'Redwood', 'RED', 'Infrared', 'Blue']
    for (const color of colors) await add(data, { color })
    await data.apply(putLabel(3n, 'Réd'), act)
    assert.deepEqual(await found(data, 'red'), [4, 2, -3, 3, 5, 1])
    assert.deepEqual(await found(data, ' RED! '), [4, 2, -3, 3, 5, 1])
    assert.deepEqual(await found(data, 'red', 2), [4, 2])
    assert.deepEqual(await found(data, '3'), [3, -3])
    assert.deepEqual(await found(data, '#3'), [3, -3])
    assert.deepEqual(await found(data, '7'), [])
    assert.deepEqual(await found(data, '99999999999999999999'), [])
    const hits = await data.search({ text: '3', tables: [labels, things], limit: 1 })
    assert.deepEqual(hits, [{ kind: 'label', id: 3n, title: 'Réd', about: {} }])
  })

  it('what has a value that comes behind follows the rest of its kind', async ({ data }) => {
    for (const color of ['Sold Out', 'Sold Outside', 'Unsold Outright', 'Sold Out']) {
      await add(data, { color })
    }
    assert.deepEqual(await found(data, 'sold'), [2, 4, 1, 3])
    assert.deepEqual(await found(data, 'sold out'), [4, 1, 2, 3])
  })

  it('every word is found, in any spelling, as a part if it has three letters', async (store) => {
    const { data } = store
    const maker = { name: "O'Neil & Søn (Łódź)", sizes: [] }
    await add(data, { color: 'Dark T-Red', parts: [maker], note: 'call +49 (171) 23-45 67' })
    await add(data, { color: '李雷 Straße 100%_"\\', note: 'a\tb' })
    for (const text of [
      'ark',
      'DA',
      't',
      'dark red',
      'red dark',
      'oneil son',
      "o'nei",
      'lodz',
      'Łódź da',
    ]) {
      assert.deepEqual(await found(data, text), [1], text)
    }
    for (const text of '4917 | +49 171 2345 67 | 17 12 34 | 李 | 李雷 | STRASSE | straß | 100%'.split(
      ' | ',
    )) {
      assert.equal((await found(data, text)).length, 1, text)
    }
    // Two letters begin a word, and one is a word of its own.
    for (const text of 'rk | k | dark blue | 雷 | !? |   | % | _ | " | \\ | 100 % 1 | $'.split(
      ' | ',
    )) {
      assert.deepEqual(await found(data, text), [], text)
    }
    const [hit] = await data.search({ text: 'dark', tables: [things], limit: 5 })
    assert.deepEqual(hit, {
      kind: 'thing',
      id: 1n,
      title: 'Dark T-Red',
      detail: 'call +49 (171) 23-45 67',
      about: {},
    })
    await data.apply(moveThing(2n), act)
    const [other] = await data.search({ text: '李雷', tables: [things], limit: 5 })
    const rest = { title: '李雷 Straße 100%_"\\', detail: 'a\tb', about: { shelf: 1n } }
    assert.deepEqual(other, { kind: 'thing', id: 2n, ...rest })
  })

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

  it('words are found in a row and in what is shown as it, together', async ({ data }) => {
    for (const color of ['red', 'red care', 'blue']) await add(data, { color })
    await data.apply(equipThing(1n), act)
    await data.apply(equipThing(3n), act)
    assert.deepEqual(await found(data, 'care'), [3, 2, 1])
    assert.deepEqual(await found(data, 'care red'), [2, 1])
    assert.deepEqual(await found(data, 'red us with'), [1])
    assert.deepEqual(await found(data, 'red with us blue'), [])
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
