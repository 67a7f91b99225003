import assert from 'node:assert/strict'
import { test } from 'node:test'
import { it, startApp, type TestApp, testOf } from '../helpers/app.ts'
import { type Answer, call, type Call, linkOf } from '../helpers/http.ts'
import { addPhoto } from '../helpers/pictures.ts'
import { assertRefused } from '../helpers/refusal.ts'
import { overData } from '../helpers/storage.ts'
import { addWebhook } from '../helpers/webhooks.ts'

const addPet = (app: TestApp, name = 'Rex') => app.post('/pets', { name, categoryId: 1 })

const tagOf = ({ headers }: Answer): string => headers.etag ?? assert.fail('There is no ETag.')

const withTag = (name: string, tag: string, method = 'GET'): Call => ({
  method,
  headers: { [name]: tag },
})

const assertFailed = (answer: Answer): void => {
  if (answer.method === 'HEAD') assert.equal(answer.status, 412)
  else assertRefused(answer, 'precondition_failed')
  assert.equal(answer.headers['cache-control'], 'no-store')
}

/** Checks that a 304 has the headers of the 200, except those about the body. */
const assertNotModified = (answer: Answer, whole: Answer): void => {
  assert.deepEqual([answer.status, answer.text], [304, ''])
  for (const name of ['etag', 'link', 'cache-control']) {
    assert.equal(answer.headers[name], whole.headers[name], name)
  }
  assert.equal(answer.headers['content-length'], undefined)
}

/** An app with two animals, an order of the second, and one of each other resource. Also the answers that made them. */
const itHasAll = testOf(async (t) => {
  const app = await startApp(t)
  const [first] = [await addPet(app), await addPet(app)]
  const made = {
    '/pets/1': first,
    '/store/orders/1': await app.post('/store/orders', { petId: 2 }),
    '/categories/3': await app.put('/categories/3', { name: 'Dogs' }),
    '/webhooks/1': await addWebhook(app),
    '/contacts/1': await app.post('/contacts', { name: 'Jo' }),
    '/pets/2/profile': await app.patch('/pets/2/profile', { species: 'Cat' }),
    '/pets/1/photos/1': await addPhoto(app),
  }
  await app.post('/notes', { petId: 1, text: 'Shy.' })
  return { app, made }
})

const lists = (
  '/pets /pets?limit=1&status=available /categories /store/orders /events /webhooks ' +
  '/webhooks/1/deliveries /profiles /profiles?petId=2,1 /contacts /notes /pets/1/photos'
).split(' ')

itHasAll(
  'every list and every single resource has an ETag, by which a GET or HEAD comes to a 304; what was made is where Location says',
  async ({ app, made }) => {
    assert.match(tagOf(made['/pets/1']), /^"[0-9a-f]{6}-1"$/)
    const single = [...Object.keys(made), '/pets/2', '/pets/2/profile', '/webhooks/1/deliveries/1']
    for (const path of [...lists, ...single]) {
      // The third and the fourth answer of a list come from the cache.
      for (let time = 1; time <= 4; time += 1) {
        const whole = await app.call(path)
        assert.equal(whole.status, 200)
        assert.equal(whole.headers['cache-control'], 'private, no-cache')
        for (const method of ['GET', 'HEAD']) {
          for (const tag of [tagOf(whole), `W/${tagOf(whole)}`, `"a", ,${tagOf(whole)}`, '*']) {
            const answer = await app.call(path, withTag('If-None-Match', tag, method))
            assertNotModified(answer, whole)
          }
        }
        assert.equal((await app.call(path, withTag('If-None-Match', '"other"'))).text, whole.text)
        assert.equal((await app.call(path, withTag('If-Match', tagOf(whole)))).text, whole.text)
        assertFailed(await app.call(path, withTag('If-Match', `W/${tagOf(whole)}`)))
        assertFailed(await app.call(path, withTag('If-Match', '"other"')))
        assertFailed(await app.call(path, withTag('If-Match', '"other"', 'HEAD')))
      }
    }
    for (const [path, answer] of Object.entries(made)) {
      const read = await call(answer.headers.location ?? app.baseUrl + path, { key: app.key })
      assert.equal(tagOf(read), tagOf(answer), path)
      // An animal is where it is listed; the secret of a webhook was shown once.
      assert.partialDeepStrictEqual([JSON.parse(answer.text)], [JSON.parse(read.text)].flat())
    }
  },
)

for (const [path, notFound, change, method = 'PATCH', conflict] of [
  ['/pets/1', 'pet_not_found', { status: 'sold' }, 'PATCH', { status: 'pending' }],
  ['/categories/3', 'category_not_found', { name: 'Cats' }, 'PUT'],
  ['/store/orders/1', 'order_not_found', { reference: 'x' }, 'PATCH', { status: 'returned' }],
  ['/webhooks/1', 'webhook_not_found', { description: 'Stock' }],
  ['/contacts/1', 'contact_not_found', { phone: '1' }],
  ['/pets/1/photos/1', 'photo_not_found', { alt: 'Rex' }],
] as const) {
  itHasAll(
    `who changes or deletes ${path} by the ETag of before changes nothing: 404 comes first, then 412, then 409`,
    async ({ app }) => {
      const send = async (how: string, tag: string, body: object = change): Promise<Answer> =>
        await app.call(path, {
          ...withTag('If-Match', tag, how),
          ...(how === method && { body }),
        })
      const before = tagOf(await app.call(path))
      const changed = await send(method, `"x", ${before}`)
      assert.equal(changed.status, 200, changed.text)
      const now = tagOf(changed)
      assert.notEqual(now, before)
      assertFailed(await send(method, before))
      assertFailed(await send('DELETE', before))
      assertFailed(await app.call(path, { ...withTag('If-None-Match', '*', method), body: change }))
      if (conflict) {
        assertFailed(await send(method, before, conflict))
        assertRefused(await send(method, now, conflict), 'transition_not_allowed')
      }
      assert.equal((await app.call(path)).text, changed.text)
      assert.equal((await send('DELETE', now)).status, 204)
      for (const how of ['GET', 'DELETE', ...(method === 'PUT' ? [] : [method])]) {
        for (const tag of ['"a"', '*']) assertRefused(await send(how, tag), notFound)
      }
    },
  )
}

it('a list has another ETag as soon as it shows anything else, its links included', async (app) => {
  const tags = new Set<string>()
  for (let n = 0; n < 3; n += 1) {
    await addPet(app, 'Same')
    for (const query of ['', '?limit=1', '?limit=2', '?status=available']) {
      tags.add(tagOf(await app.call(`/pets${query}`)))
    }
  }
  // From the second animal on, a page of one animal has a next page.
  assert.equal(tags.size, 11)
  const before = tagOf(await app.call('/pets'))
  await addPet(app)
  assert.equal((await app.call('/pets', withTag('If-None-Match', before))).status, 200)
})

it('ETags, cursors and the answers to retries outlive a restart, at the address that the service has then', async (before) => {
  const once = { key: before.key, headers: { 'Idempotency-Key': 'order-1' } }
  const pet = { name: 'Rex', categoryId: 1 }
  const made = await before.post('/pets', pet, once)
  await addPet(before)
  const next = linkOf(await before.call('/pets?limit=1'), 'next') ?? ''
  const after = await before.restart()
  const again = await after.post('/pets', pet, once)
  assert.deepEqual([again.text, tagOf(again)], [made.text, tagOf(made)])
  assert.equal(again.headers.location, `${after.baseUrl}/pets?id=1`)
  assert.equal(tagOf(await after.call('/pets/1')), tagOf(made))
  assert.match((await after.call(`/pets${new URL(next).search}`)).text, /^\[\{"id":2,[^}]+\}\]$/)
})

it('a condition that is no list of tags is refused, though the list is kept', async (app) => {
  for (let time = 1; time <= 3; time += 1) await app.call('/pets')
  for (const name of ['If-Match', 'If-None-Match']) {
    for (const value of ['abc', '"abc', '"a" "b"', '*, "a"', 'w/"a"', '', ',', '"a\tb"']) {
      const answer = await app.call('/pets', withTag(name, value))
      assertRefused(answer, 'invalid_parameter', new RegExp(name))
    }
  }
})

it('a category that is deleted and named again has none of the ETags of before', async (app) => {
  const seen = new Set<string>()
  for (const name of ['Dogs', 'Cats', 'Dogs', 'Dogs']) {
    seen.add(tagOf(await app.put('/categories/3', { name })))
    seen.add(tagOf(await app.put('/categories/3', { name: `${name}!` })))
    await app.remove('/categories/3')
  }
  assert.equal(seen.size, 8)
})

test('a cached list comes to a 304 without a look at the store, and costs a request of the quota', async (t) => {
  let pages = 0
  const app = await startApp(t, {
    wrapStorage: overData((data) => ({
      page: (table, query) => {
        pages += 1
        return data.page(table, query)
      },
    })),
  })
  const { key } = await app.addKey('free')
  const tag = tagOf(await app.call('/pets', { key }))
  for (const remaining of ['58', '57', '56', '55', '54']) {
    const answer = await app.call('/pets', { ...withTag('If-None-Match', tag), key })
    assert.equal(answer.status, 304)
    assert.equal(answer.headers['x-ratelimit-remaining'], remaining)
  }
  // A page is cached from its second request on.
  assert.equal(pages, 2)
})
