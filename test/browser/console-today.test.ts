import assert from 'node:assert/strict'
import { TestClock } from '../helpers/app.ts'
import { openConsole, passUntil, test } from '../helpers/console.ts'
import { patchOrder, petStatusOf, placeOrder } from '../helpers/orders.ts'

const day = 86_400_000

test('one lands on what the day brings: who waits, who came, who left, who is here longest', async (t) => {
  const clock = new TestClock(Date.now())
  const names = ['Rex', 'Luna', 'Ace', 'Tom', 'Hazel']
  const { app, page, toast } = await openConsole(t, {
    names,
    clock,
    hash: '',
    control: true,
  })
  const section = (title: string) => page.getByRole('region', { name: title })
  await section('Here longest').getByRole('link', { name: 'Rex' }).waitFor()
  await section('Came today').getByText('No animal yet.').waitFor()
  await app.call('/pets', { method: 'POST', body: { name: 'Milo', categoryId: 3 } })
  await placeOrder(app, { petId: 1, reference: 'desk-1' })
  const expiresAt = new Date(clock.time + 5 * day).toISOString()
  await placeOrder(app, { petId: 2, reference: 'later', expiresAt })
  await placeOrder(app, { petId: 3, reference: 'web-3' })
  await patchOrder(app, 3, { status: 'approved' })
  for (const [id, petId] of [
    [4, 4],
    [5, 5],
  ] as const) {
    await placeOrder(app, { petId })
    await patchOrder(app, id, { status: 'delivered' })
  }
  await patchOrder(app, 5, { status: 'returned' })
  // What came and left shows by itself, what waits once somebody wants to see it.
  await passUntil(page, section('Came today').getByText('Hazel came back'))
  await page.getByRole('button', { name: 'Show' }).click()
  await section('Holds that end today or tomorrow').getByText('desk-1').waitFor()
  const textsOf = (title: string, what: string) => section(title).locator(what).allInnerTexts()
  assert.deepEqual(await textsOf('Holds that end today or tomorrow', '.card a'), ['Rex'])
  assert.deepEqual(await textsOf('To hand over', '.card a'), ['Ace'])
  assert.deepEqual(await textsOf('Came today', 'li > span'), ['Hazel came back', 'Milo was added'])
  assert.deepEqual(await textsOf('Left today', 'li > span'), [
    'Hazel was handed over',
    'Tom was handed over',
  ])
  assert.match(await section('Left today').locator('li').last().innerText(), /by A enterprise key$/)
  await page.getByRole('button', { name: 'Hand over Ace' }).click()
  await toast('Ace is adopted.')
  await section('To hand over').getByText('No order is approved.').waitFor()
  assert.equal(await petStatusOf(app, 3), 'sold')
  await passUntil(page, section('Left today').getByText('Ace was handed over'))
})
