import assert from 'node:assert/strict'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import type { Json } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'
import { exportedPhotos, setUpPictures } from '../helpers/photo-files.ts'
import { png } from '../helpers/pictures.ts'
import type { Finished } from '../helpers/service.ts'

test('pictures of a folder become photos, by the id or the chip in their names', async (t) => {
  const { folder, pictures, app, put, update, run, done, fails } = await setUpPictures(t)
  const imported = await run(update)
  assert.equal(imported.status, 0, imported.error)
  assert.equal(imported.out, 'Updated 2 animals of staging.\n')
  assert.match(imported.error, /^Added 4 photos[.]$/m)
  const heights = async (id: number): Promise<readonly number[]> =>
    (await app.json(`/pets/${id}/photos`)).map(({ height }: Json) => height)
  // In the order 1.webp, 1-2.png, 1-10.jpg, of which the last lay on its side.
  assert.deepEqual(await heights(1), [20, 20, 40])
  assert.deepEqual(await heights(2), [20])

  const out = join(folder, 'out')
  const written = Object.keys(await exportedPhotos({ done }, out))
  assert.deepEqual(written.toSorted(), ['1-1.webp', '1-2.webp', '1-3.webp', '2-1.webp'])
  await fails(`pets export ${folder}/2.csv --photos ${out}`, /out is not empty/)

  // Animals that are new have new ids, and keep the pictures that the file's ids name.
  for (const name of readdirSync(pictures)) if (!/^1[-.]/.test(name)) put(name, Buffer.from('?'))
  put('404.png', png(9, 9))
  const added = await run(`pets import ${out}.csv --ignore-ids --photos ${pictures}`)
  assert.equal(added.status, 1, added.error)
  assert.equal(added.out, 'Imported 3 animals into staging, ids 4 to 6.\n')
  assert.match(added.error, /^Added 3 photos[.]$/m)
  assert.match(added.error, /^404[.]png: No animal has this id or chip[.]$/m)
  assert.match(added.error, /back[.]avif: The body is not a JPEG/)
  assert.match(added.error, /2 pictures of .* were left out[.]$/m)
  assert.deepEqual(await heights(4), [20, 20, 40])

  // Anything else is refused before anything is imported.
  put('notes.txt', Buffer.from('?'))
  await fails(update, /notes[.]txt is not a picture of an animal/, 2)
})

test('staff add, list, change and remove photos', async (t) => {
  const { app, pictures } = await setUpPictures(t)
  const env = { PETSTORE_API_KEY: app.key, PETSTORE_BASE_URL: app.baseUrl }
  const photos = async (...args: readonly string[]): Promise<Finished> =>
    await runHere(['photos', ...args], env)
  for (const name of ['1.webp', '1-10.jpg']) {
    const added = await photos('add', '1', join(pictures, name))
    assert.equal(added.status, 0, added.error)
  }
  const changed = await photos('update', '1', '2', '--position', '1', '--alt', 'Rex asleep')
  assert.match(changed.out, /"position":1,/)
  const listed = await runHere(['photos', 'list', '1'], env, {
    isTerminal: { out: true, error: true },
  })
  assert.match(
    listed.out.replaceAll(/ +/g, ' '),
    /^ID POSITION WIDTH HEIGHT CREATED ALT\n2 1 20 40 \S+ Rex asleep\n1 2 40 20 \S+/,
  )
  const removed = await photos('remove', '1', '2', '--yes')
  assert.deepEqual([removed.status, removed.error], [0, ''])
  assert.match((await photos('list', '1')).out, /^\{"id":1,.*\}\n$/)
  const missing = await photos('add', '1', join(pictures, 'none.jpg'))
  assert.equal(missing.status, 1)
  assert.match(missing.error, /none[.]jpg cannot be read/)
})
