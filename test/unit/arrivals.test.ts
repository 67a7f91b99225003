import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test } from 'node:test'
import { arrivalsOf } from '../../src/cli/bulk/profiles.ts'
import { beginRejects } from '../../src/cli/bulk/rejects.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { openStorage, petPage } from '../helpers/storage.ts'

test('if a chip is taken after the check, none of the animals is added, and its line is named', async (t) => {
  const storage = openStorage(join(temporaryFolder(t), 'staging.sqlite'))
  t.after(() => storage.close())
  const { data, bulk } = storage
  const arrivals = (chips: readonly string[]) => {
    const rejects = beginRejects(undefined)
    const all = arrivalsOf(rejects)
    all.take(
      chips.map((chip, at) => {
        const value = { name: 'Rex', categoryId: 3n, status: 'available', profile: { chip } }
        const reading = { ok: true, value } as const
        return { record: { line: at + 1, reading, text: () => '' }, value }
      }),
    )
    return { all, rejects }
  }
  const { all, rejects } = arrivals(['A1', 'B2', 'C3'])
  await all.rejectTaken(data)
  assert.equal(rejects.count, 0)
  const others = await arrivals(['b2']).all.add(bulk, { at: 0 })
  assert.deepEqual(others?.ids, { first: 1n, last: 1n })
  assert.equal(await all.add(bulk, { at: 0 }), undefined)
  assert.match(rejects.summary(), /^line 2: The animal 1 has the chip B2/)
  const { json } = await petPage(storage, { limit: 10 })
  assert.equal(json.match(/"id"/g)?.length, 1)
})
