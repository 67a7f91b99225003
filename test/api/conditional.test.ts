import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp, temporaryFolder, type TestApp } from '../helpers/app.ts'
import { type Answer, type Call, errorOf } from '../helpers/http.ts'
import { addWebhook } from '../helpers/webhooks.ts'

const post = async (app: TestApp, name = 'Rex'): Promise<Answer> =>
  await app.call('/pets', { method: 'POST', body: { name, categoryId: 1 } })

const put = async (app: TestApp, name: string, headers = {}): Promise<Answer> =>
  await app.call('/categories/3', { method: 'PUT', body: { name }, headers })

const tagOf = ({ headers }: Answer): string => headers.etag ?? assert.fail('There is no ETag.')

const withTag = (name: string, tag: string, method = 'GET'): Call => ({
  method,
  headers: { [name]: tag },
})

const assertFailed = (answer: Answer): void => {
  assert.equal(answer.status, 412, answer.text)
  assert.equal(errorOf(answer).code, 'precondition_failed')
  assert.equal(answer.headers['cache-control'], 'no-store')
}

/** Checks that a 304 has the headers of the 200, except those about the body. */
const assertNotModified = (answer: Answer, whole: Answer): void => {
  assert.equal(answer.status, 304)
  assert.equal(answer.text, '')
  for (const name of ['etag', 'link', 'cache-control']) {
    assert.equal(answer.headers[name], whole.headers[name], name)
  }
  assert.equal(answer.headers['content-length'], undefined)
}

test('every list and every single resource has an ETag, by which a GET or HEAD comes to a 304', async (t) => {
  const app = await startApp(t)
  const created = await post(app)
  const named = await put(app, 'Dogs')
  assert.match(tagOf(created), /^"[0-9a-f]{6}-1"$/)
  await post(app)
  const placed = await app.call('/store/orders', { method: 'POST', body: { petId: 2 } })
  await addWebhook(app)
  await app.call('/contacts', { method: 'POST', body: { name: 'Jo' } })
  await app.call('/notes', { method: 'POST', body: { petId: 1, text: 'Shy.' } })
  await app.call('/pets/1/profile', { method: 'PATCH', body: { species: 'Cat' } })
  const lists = ['/pets', '/pets?limit=1&status=available', '/categories', '/store/orders']
  const logAndWebhooks = [
    '/events',
    '/webhooks',
    '/webhooks/1',
    '/webhooks/1/deliveries',
    '/webhooks/1/deliveries/1',
  ]
  const profiles = ['/profiles', '/profiles?petId=2,1', '/pets/1/profile', '/pets/2/profile']
  const people = ['/contacts', '/contacts/1', '/notes']
  const single = ['/pets/1', '/categories/3', '/store/orders/1']
  for (const path of [...lists, ...single, ...logAndWebhooks, ...profiles, ...people]) {
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
      assert.equal((await app.call(path, withTag('If-Match', '"other"', 'HEAD'))).status, 412)
    }
  }
  assert.equal(tagOf(await app.call('/pets/1')), tagOf(created))
  assert.equal(tagOf(await app.call('/categories/3')), tagOf(named))
  assert.equal(tagOf(await app.call('/store/orders/1')), tagOf(placed))
})

for (const [path, code, change, method = 'PATCH'] of [
  ['/pets/1', 'pet_not_found', { name: 'Max' }],
  ['/categories/3', 'category_not_found', { name: 'Cats' }, 'PUT'],
  ['/store/orders/1', 'order_not_found', { reference: 'walk-in' }],
  ['/webhooks/1', 'webhook_not_found', { description: 'Stock' }],
  ['/contacts/1', 'contact_not_found', { phone: '1' }],
] as const) {
  test(`who changes or deletes ${path} by the ETag of before changes nothing, and what is not there is 404 before any condition`, async (t) => {
    const app = await startApp(t)
    await post(app)
    await put(app, 'Dogs')
    await app.call('/contacts', { method: 'POST', body: { name: 'Jo' } })
    if (path === '/store/orders/1') {
      await app.call('/store/orders', { method: 'POST', body: { petId: 1 } })
    }
    await addWebhook(app)
    const send = async (how: string, tag: string): Promise<Answer> =>
      await app.call(path, {
        ...withTag('If-Match', tag, how),
        body: how === method ? change : undefined,
      })
    const before = tagOf(await app.call(path))
    const changed = await send(method, `"x", ${before}`)
    assert.equal(changed.status, 200, changed.text)
    assert.notEqual(tagOf(changed), before)
    assertFailed(await send(method, before))
    assertFailed(await send('DELETE', before))
    assertFailed(await app.call(path, { ...withTag('If-None-Match', '*', method), body: change }))
    assert.equal((await app.call(path)).text, changed.text)
    assert.equal((await send('DELETE', tagOf(changed))).status, 204)
    for (const how of ['GET', 'DELETE', ...(method === 'PUT' ? [] : [method])]) {
      for (const tag of ['"a"', '*']) {
        const gone = await send(how, tag)
        assert.deepEqual([gone.status, errorOf(gone).code], [404, code], how)
      }
    }
  })
}

test('a list has another ETag as soon as it shows anything else, its links included', async (t) => {
  const app = await startApp(t)
  const tags = new Set<string>()
  for (let n = 0; n < 3; n += 1) {
    await post(app, 'Same')
    for (const query of ['', '?limit=1', '?limit=2', '?status=available']) {
      tags.add(tagOf(await app.call(`/pets${query}`)))
    }
  }
  // From the second animal on, a page of one animal has a next page.
  assert.equal(tags.size, 11)
  const before = tagOf(await app.call('/pets'))
  await post(app)
  assert.equal((await app.call('/pets', withTag('If-None-Match', before))).status, 200)
})

test('ETags outlive a restart', async (t) => {
  const dataDir = temporaryFolder(t)
  const tagsNow = async (): Promise<readonly string[]> => {
    const app = await startApp(t, { dataDir })
    // The links of a list contain the address of the app.
    const tags = [tagOf(await post(app, 'One more')), tagOf(await app.call('/pets/1'))]
    await app.close()
    return tags
  }
  assert.deepEqual(await tagsNow(), await tagsNow())
})

test('a condition that is no list of tags is refused, whether the list is kept or not', async (t) => {
  const app = await startApp(t)
  for (let time = 1; time <= 4; time += 1) {
    for (const name of ['If-Match', 'If-None-Match']) {
      for (const value of ['abc', '"abc', '"a" "b"', '*, "a"', 'w/"a"', '', ',', '"a\tb"']) {
        const answer = await app.call('/pets', withTag(name, value))
        assert.equal(answer.status, 400, `${name}: ${value}`)
        assert.equal(errorOf(answer).code, 'invalid_parameter')
        assert.match(errorOf(answer).message, new RegExp(name))
      }
    }
  }
})

test('a category that is deleted and named again has none of the ETags of before', async (t) => {
  const app = await startApp(t)
  const seen = new Set<string>()
  for (const name of ['Dogs', 'Cats', 'Dogs', 'Dogs']) {
    seen.add(tagOf(await put(app, name)))
    seen.add(tagOf(await put(app, `${name}!`)))
    await app.call('/categories/3', { method: 'DELETE' })
  }
  assert.equal(seen.size, 8)
})

test('a 304 is a request of the quota', async (t) => {
  const app = await startApp(t)
  const { key } = await app.addKey('free')
  const tag = tagOf(await app.call('/pets', { key }))
  for (const remaining of ['58', '57']) {
    const answer = await app.call('/pets', { ...withTag('If-None-Match', tag), key })
    assert.equal(answer.headers['x-ratelimit-remaining'], remaining)
  }
})

test('a cached list comes to a 304 without a look at the store', async (t) => {
  let pages = 0
  const app = await startApp(t, {
    wrapStorage: (storage) => ({
      ...storage,
      data: {
        ...storage.data,
        page: (table, query) => {
          pages += 1
          return storage.data.page(table, query)
        },
      },
    }),
  })
  const tag = tagOf(await app.call('/pets'))
  for (let time = 1; time <= 5; time += 1) {
    assert.equal((await app.call('/pets', withTag('If-None-Match', tag))).status, 304)
  }
  // A page is cached from its second request on.
  assert.equal(pages, 2)
})
