import assert from 'node:assert/strict'
import { axeFaults, openConsole, test } from '../helpers/console.ts'
import { placeOrder } from '../helpers/orders.ts'
import { addPhoto, png } from '../helpers/pictures.ts'

test('a kennel card and a hand-over sheet are printed alone; an agreement names the person, and has the words of the store', async (t) => {
  const { app, page, go, toast, press } = await openConsole(t, { names: ['Rex', 'Luna'] })
  await app.patch('/pets/1/profile', {
    breed: 'Beagle mix',
    born: '2024-05',
    description: 'Likes people.',
  })
  await addPhoto(app, 1, png(600, 400))
  await app.post('/contacts', { name: 'Jo Fox', phone: '020 7946 0958' })
  await placeOrder(app, { petId: 1, contactId: 1, reference: 'web-1' })
  await go('#/animals/1')
  await page.getByRole('link', { name: 'Kennel card' }).click()
  await page.getByRole('img', { name: 'A code that opens animal 1 in the console' }).waitFor()
  await page.getByRole('img', { name: 'Rex' }).waitFor()
  assert.match(await page.locator('.sheet').innerText(), /Beagle mix[^]*May 2024[^]*Likes people\./)
  await page.emulateMedia({ media: 'print' })
  assert.equal(await page.getByRole('navigation', { name: 'Screens' }).count(), 0)
  assert.equal(await page.getByRole('button', { name: 'Print' }).count(), 0)
  await page.emulateMedia({ media: 'screen' })
  await page.getByRole('link', { name: 'Back to the animal' }).click()
  await page.getByRole('link', { name: 'Hand-over sheet' }).click()
  await page.getByText(/^1 .*web-1/).waitFor()
  await page.getByText('For the store').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  await page.getByRole('link', { name: 'Back to the animal' }).click()
  await page.getByRole('link', { name: 'Adoption agreement' }).click()
  await page.getByText(/^Jo Fox takes Rex \(number 1\) home on /).waitFor()
  await page.getByRole('heading', { name: 'Adoption agreement' }).waitFor()
  await page.getByText('020 7946 0958').waitFor()
  assert.deepEqual(await axeFaults(page), [])
  const change = page.getByText('Change the text for all animals')
  const text = page.getByLabel('Text', { exact: true })
  for (const words of ['Thank you, {person}!', '{animal} goes with {person} on a {leash}.']) {
    await change.click()
    await text.fill(words)
    await press('Save the text')
    await text.waitFor({ state: 'hidden' })
    await toast('The text of the agreement is saved.')
  }
  await page.getByText('Rex goes with Jo Fox on a {leash}.', { exact: true }).waitFor()
  await page.emulateMedia({ media: 'print' })
  assert.equal(await change.isVisible(), false)
  await page.emulateMedia({ media: null })
  // An animal without an order: the name is written by hand.
  await go('#/animals/2/agreement')
  await page.getByText(/^Luna goes with _+ on a \{leash\}\.$/).waitFor()
})
