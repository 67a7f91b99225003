import assert from 'node:assert/strict'
import type { Result } from '../../src/base/data/change.ts'
import { act } from '../helpers/act.ts'
import {
  addThing,
  equipThing,
  labels,
  manuals,
  moveThing,
  paintThing,
  putLabel,
  stain,
  stains,
  stickers,
  things,
} from '../helpers/things.ts'
import { add, type AddContract, type OpenStore, resultOf } from './store-case.ts'

/** Tests ids of every size, many changes together, and what the code may not ask for. */
export const rowContract = (it: AddContract): void => {
  it('rows that belong to a row go with it, at any depth, and no others', async (store, reopen) => {
    const { data } = store
    for (let n = 0; n < 2; n += 1) {
      const { id } = await add(data, { color: 'red' })
      await data.apply(equipThing(id), act)
    }
    const { id: third } = await add(data, { color: 'red' })
    const before = data.changes.version
    // In one transaction: what is there already, what comes and goes in it, and what comes too late.
    const outcomes = await Promise.all(
      [
        paintThing(1n, undefined),
        equipThing(1n),
        equipThing(third),
        paintThing(third, undefined),
        equipThing(third),
        equipThing(2n),
      ].map(async (change) => resultOf(await data.apply<Result>(change, act)).outcome),
    )
    const late = ['removed', 'not_found', 'equipped', 'removed', 'not_found', 'equipped_before']
    assert.deepEqual(outcomes, late)
    assert.notEqual(data.changes.version, before)
    const assertOfSecond = async ({ data: shown, whole }: Pick<OpenStore, 'data' | 'whole'>) => {
      const all = { where: {}, after: undefined, limit: 10 }
      const manual = '[{"thingId":2,"text":"Use with care."}]'
      assert.equal((await shown.page(manuals, all)).json, manual)
      const careful = { ...all, where: { text: 'Use with care.' } }
      assert.equal((await shown.page(manuals, careful)).json, manual)
      assert.equal((await shown.page(stickers, all)).json, '[{"id":2,"thingId":2}]')
      assert.equal((await shown.page(stains, all)).json, '[{"stickerId":2,"size":7}]')
      const found = await whole.find(stains, 2n)
      assert.deepEqual(found?.row, { stickerId: 2n, size: 7, look: found?.row.look })
      assert.deepEqual(new Uint8Array(found.row.look), stain.look)
      assert.deepEqual((await shown.find(manuals, 2n))?.row.thingId, 2n)
      assert.equal(await shown.find(manuals, 1n), undefined)
    }
    await assertOfSecond(store)
    const log = await data.events.page({ reader: 'key_1', after: 0n, limit: 20 })
    const removals = log.outcome === 'page' ? log.json.match(/"type":"\w+[.]deleted"/g) : []
    assert.deepEqual(removals, ['"type":"thing.deleted"', '"type":"thing.deleted"'])
    await store.close()
    await assertOfSecond(await reopen())
  })

  it('changes made together see what the ones before them did', async ({ data, bulk }) => {
    const many = Array.from({ length: 20 }, () => addThing({ color: 'red' }))
    const made = await bulk.applyAll<Result>(
      [
        ...many,
        paintThing(3n, 'blue'),
        addThing({ color: 'blue' }),
        paintThing(21n, undefined),
        addThing({ color: 'green' }),
        moveThing(22n),
        putLabel(1n, 'one'),
        putLabel(1n, undefined),
        putLabel(1n, 'two'),
      ],
      act,
    )
    assert.equal(made.outcome, 'done')
    const totals = { red: 19n, blue: 1n, green: 1n }
    assert.deepEqual(Object.fromEntries(await data.totals(things)), totals)
    assert.equal((await data.find(things, 3n))?.row.color, 'blue')
    assert.equal(await data.find(things, 21n), undefined)
    const row = { id: 22n, color: 'green', shelfNumber: 1n }
    assert.deepEqual(await data.find(things, 22n), { row, version: 2n })
    assert.equal((await data.find(labels, 1n))?.row.text, 'two')
  })

  it('what was to be made with a refused change is in no later transaction', async (store) => {
    const { data, bulk } = store
    const refused = await bulk.applyAll<Result>(
      [paintThing(99n, 'blue'), putLabel(1n, 'one'), addThing({ color: 'red' })],
      act,
    )
    assert.equal(refused.outcome, 'refused')
    await add(data, { color: 'blue' })
    const { json } = await data.page(things, { where: {}, after: undefined, limit: 10 })
    assert.match(json, /^\[\{"id":\d+,"color":"blue"\}\]$/)
    assert.equal(await data.find(labels, 1n), undefined)
    assert.deepEqual(Object.fromEntries(await data.totals(things)), { blue: 1n })
  })
}
