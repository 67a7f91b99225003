import assert from 'node:assert/strict'
import { axeFaults, openConsole, test } from '../helpers/console.ts'
import { addPhoto, picture, png } from '../helpers/pictures.ts'

const file = (name: string, buffer: Buffer, mimeType = 'image/png') => ({ name, mimeType, buffer })

test('photos are added, described, put in another order and deleted, and the list shows the first', async (t) => {
  const { app, page, go, press } = await openConsole(t, { names: ['Rex', 'Bella'] })
  const photos = async () => await app.json('/pets/1/photos')
  await app.patch('/pets/1/profile', { breed: 'Beagle mix' })
  await go('#/animals/1')
  const files = [file('one.png', png(40, 40)), file('two.webp', picture('webp'), 'image/webp')]
  await page.getByLabel('Add photos of Rex').setInputFiles(files)
  const region = page.getByRole('region', { name: 'Photos of Rex' })
  await region.getByRole('img', { name: 'Rex' }).nth(1).waitFor()
  // None is on its way any more.
  await region.getByRole('listitem').first().waitFor({ state: 'detached' })

  await press('Edit photos of Rex')
  await page.getByRole('textbox', { name: 'What photo 2 shows' }).fill('Rex asleep')
  // Somebody else describes the animal meanwhile: that is no reason against it.
  await app.patch('/pets/1/profile', { colour: 'brown' })
  await press('Save what photo 2 shows', 'What photo 2 of Rex shows is saved.')
  await press('First place for photo 2', 'The photo is now number 1.')
  const [first, second] = await photos()
  assert.deepEqual([first.alt, second.alt], ['Rex asleep', undefined])
  assert.deepEqual(await axeFaults(page), [])
  await press('Delete photo 2')
  await press('Delete the photo', 'The photo is deleted.')
  assert.equal((await photos()).length, 1)

  // Beside the animal, the list shows its breed and its first photo.
  const row = page.getByRole('row', { name: /Rex Beagle mix/ })
  await row.waitFor()
  await page.waitForFunction(`document.querySelector('img.face')?.naturalWidth === 40`)
})

test('what is no photo stays in the list with its reason, and what the store refused can be sent again', async (t) => {
  const { page, go } = await openConsole(t, { names: ['Rex'] })
  await go('#/animals/1')
  const add = page.getByLabel('Add photos of Rex')
  await add.setInputFiles([
    file('letter.pdf', Buffer.from('%PDF'), 'application/pdf'),
    file('huge.png', Buffer.alloc(10 * 1024 * 1024 + 1)),
    file('broken.png', png(40, 40).subarray(0, 60)),
  ])
  const list = page.getByRole('list', { name: 'Photos being added' })
  await list.getByText('This file is not a JPEG, PNG, WebP or AVIF image.').waitFor()
  await list.getByText('This file has 10.1 MiB; a photo may have at most 10.').waitFor()
  await list.getByText('The store cannot read this image').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  // They are there still if somebody comes back.
  await go('#/animals')
  await go('#/animals/1')
  await list.getByRole('button', { name: 'Remove letter.pdf' }).click()
  await list.getByRole('button', { name: 'Remove huge.png' }).click()
  const sent = page.waitForResponse('**/photos')
  await list.getByRole('button', { name: 'Try again with broken.png' }).click()
  await sent
  await list.getByText('The store cannot read this image').waitFor()
  assert.equal(await list.getByRole('listitem').count(), 1)
})

test('a photo is pasted or dropped, and no more are sent than there is room for', async (t) => {
  const { app, page, go } = await openConsole(t, { names: ['Rex'] })
  for (let n = 0; n < 10; n += 1) await addPhoto(app, 1, png(10 + n, 10))
  await go('#/animals/1')
  const region = page.getByRole('region', { name: 'Photos of Rex' })
  await region.getByRole('img').nth(9).waitFor()
  const bytes = png(50, 50).toString('base64')
  await page.evaluate(`{
    const bytes = Uint8Array.from(atob('${bytes}'), (letter) => letter.charCodeAt(0))
    const data = new DataTransfer()
    data.items.add(new File([bytes], 'pasted.png', { type: 'image/png' }))
    document.dispatchEvent(new ClipboardEvent('paste', { clipboardData: data, cancelable: true }))
  }`)
  await region.getByRole('img').nth(10).waitFor()
  await page.evaluate(`{
    const bytes = Uint8Array.from(atob('${bytes}'), (letter) => letter.charCodeAt(0))
    const dataTransfer = new DataTransfer()
    for (const name of ['a.png', 'b.png'])
      dataTransfer.items.add(new File([bytes], name, { type: 'image/png' }))
    document.querySelector('.photo-drop').dispatchEvent(
      new DragEvent('drop', { dataTransfer, bubbles: true, cancelable: true }))
  }`)
  await region.getByText('1 photo of 2 not added: an animal has at most 12.').waitFor()
  await region.getByText('Rex has 12 photos, the most that an animal may have.').waitFor()
  await region.getByRole('img').nth(11).waitFor()
  assert.equal(await page.getByLabel('Add photos of Rex').count(), 0)
})

test('on a phone the face of an animal stays beside its name, however long that is', async (t) => {
  const name = 'Maximilian von Hohenstaufen-Lichtenstein the Third'
  const { app, page } = await openConsole(t, { names: [name], screen: 'phone' })
  await app.patch('/pets/1/profile', { breed: 'Norwegian Forest Cat' })
  await page.reload()
  await page.locator('.animals .name').getByText('Norwegian Forest Cat').waitFor()
  const row = page.locator('.animals tbody .name')
  const box = async (selector: string) =>
    (await row.locator(selector).boundingBox()) ?? assert.fail(selector)
  const [choice, face, text] = [await box('input'), await box('.face'), await box('a bdi')]
  assert.ok(choice.x + choice.width <= face.x)
  for (const part of [text, await box('small')]) assert.ok(face.x + face.width <= part.x)
  // Several lines, of which the first is beside the face.
  assert.ok(text.height > 2 * face.height && Math.abs(text.y - face.y) < face.height)
})
