import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { connect } from 'node:net'
import { test, type TestContext } from 'node:test'
import { wireLimits } from '../../src/base/limits.ts'
import { imageProcesses } from '../../src/images/index.ts'
import { maxPhotoBytes } from '../../src/resources/photos/photo.ts'
import { type Json, startApp, type TestApp, type TestAppOptions, testOf } from '../helpers/app.ts'
import { type Answer, call, type Call, sendBytes } from '../helpers/http.ts'
import { picture, png } from '../helpers/pictures.ts'
import { valuesOf } from '../helpers/pages.ts'
import { poll } from '../helpers/poll.ts'
import { assertRefused } from '../helpers/refusal.ts'

/** An app with two animals. */
const setUp = async (t: TestContext, options?: TestAppOptions): Promise<TestApp> => {
  const app = await startApp(t, options)
  for (const name of ['Rex', 'Tom']) await app.post('/pets', { name, categoryId: 3 })
  return app
}

const it = testOf(setUp)

const small = png(40, 20)

const add = async (
  app: TestApp,
  bytes: Uint8Array = small,
  { headers, ...how }: Call = {},
  petId = 1,
): Promise<Answer> =>
  await app.post(`/pets/${petId}/photos`, bytes, {
    headers: { 'Content-Type': 'image/png', ...headers },
    ...how,
  })

const added = async (app: TestApp, bytes = small, petId = 1): Promise<Json> => {
  const { status, text } = await add(app, bytes, {}, petId)
  assert.equal(status, 201, text)
  return JSON.parse(text)
}

it('a picture becomes a photo, whose sizes anybody may read who has the URL', async (app) => {
  const answer = await add(app, picture('jpeg'), { headers: { 'Content-Type': 'image/jpeg' } })
  assert.equal(answer.status, 201)
  const { urls, ...photo } = JSON.parse(answer.text)
  assert.deepEqual(photo, {
    id: 1,
    petId: 1,
    position: 1,
    width: 20,
    height: 40,
    createdAt: '2026-11-20T12:00:30.000Z',
  })
  assert.equal((await app.call('/pets/1/photos')).text, `[${answer.text}]`)

  const spent = (await app.call('/usage')).headers['x-ratelimit-remaining']
  for (const size of ['full', 'card', 'thumbnail']) {
    const url = urls[size]
    assert.match(url, new RegExp(`^${app.origin}/photos/[0-9a-f]{32}/${size}[.]webp$`))
    const { status, headers } = await call(url, { method: 'HEAD' })
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'image/webp')
    assert.equal(headers['cache-control'], 'public, max-age=31536000, immutable')
    assert.equal(headers['cross-origin-resource-policy'], 'cross-origin')
    const bytes = Buffer.from(await (await fetch(url)).arrayBuffer())
    assert.match(bytes.toString('latin1'), /^RIFF[^]{4}WEBP/)
    assert.equal(headers['content-length'], String(bytes.length))
    assert.equal((await call(url, { method: 'DELETE' })).status, 405)
  }
  assert.equal((await app.call('/usage')).headers['x-ratelimit-remaining'], spent)
})

it('URLs cannot be guessed, and name no file of another environment', async (app, t) => {
  const { urls } = await added(app)
  const token = /photos\/(\w+)\//.exec(urls.full)?.[1] ?? ''
  for (const path of [
    `/photos/${randomBytes(16).toString('hex')}/full.webp`,
    `/photos/${token.slice(1)}/full.webp`,
    `/photos/${token.toUpperCase()}x/full.webp`,
    `/photos/${token}/full`,
    `/photos/${token}/constructor.webp`,
    `/photos/${token}/..%2F..%2Fpackage.json`,
    '/photos/1/full.webp',
    '/photos/%00/full.webp',
  ]) {
    const { status, text } = await call(app.origin + path)
    assert.equal(status, 404, path)
    assert.match(text, /^\{"code":"route_not_found"/)
  }
  const production = await startApp(t, { environment: 'production' })
  assert.equal((await call(urls.full.replace(app.origin, production.origin))).status, 404)
})

it('photos have an order, which their profile shows too', async (app) => {
  for (let n = 0; n < 3; n += 1) await added(app)
  const patch = (id: number, body: object) => app.patch(`/pets/1/photos/${id}`, body)
  const patched = async (id: number, body: object) => JSON.parse((await patch(id, body)).text)
  const assertOrder = async (...ids: readonly number[]): Promise<void> => {
    const list = await app.call('/pets/1/photos')
    const profile = await app.call('/pets/1/profile')
    assert.ok(profile.text.includes(`"photos":${list.text}`))
    assert.equal((await app.call('/profiles?petId=1')).text, `[${profile.text}]`)
    const expected = ids.map((id, at) => [id, at + 1])
    assert.deepEqual(valuesOf(JSON.parse(list.text), 'id', 'position'), expected)
  }
  await assertOrder(1, 2, 3)
  const face = await patched(3, { position: 1, alt: 'Rex, "asleep"' })
  assert.equal(face.position, 1)
  assert.deepEqual(await app.json('/pets/1/photos/3'), face)
  await assertOrder(3, 1, 2)
  assert.equal((await patched(3, { position: 12 })).position, 3)
  await assertOrder(1, 2, 3)
  const { etag } = (await patch(3, { position: 3, alt: 'Rex, "asleep"' })).headers
  assert.equal((await patch(3, {})).headers.etag, etag)

  assertRefused(await patch(3, { position: 13 }), 'invalid_body', /position/)
  assertRefused(await patch(4, { position: 1 }), 'photo_not_found', /no photo with the id 4/)
  assertRefused(await app.patch('/pets/2/photos/3', {}), 'photo_not_found', /animal 2/)
  assert.equal((await app.remove('/pets/1/photos/1')).status, 204)
  await assertOrder(2, 3)
  assertRefused(await app.remove('/pets/1/photos/1'), 'photo_not_found', /id 1/)
})

it('an animal has twelve photos at most', async (app) => {
  for (let n = 0; n < 12; n += 1) await added(app)
  assertRefused(await add(app), 'photo_limit_reached', /has 12 photos/)
  assert.equal((await app.json('/pets/1/photos')).length, 12)
})

it('what is deleted, alone or with its animal, is not shown any more', async (app) => {
  const [first, second, third] = [await added(app), await added(app), await added(app, small, 2)]
  const assertShown = async ({ urls }: Json, status: number): Promise<void> => {
    for (const url of Object.values<string>(urls)) {
      assert.equal((await call(url, { method: 'HEAD' })).status, status, url)
    }
  }
  await assertShown(first, 200)
  await app.remove('/pets/1/photos/1')
  await assertShown(first, 404)
  await assertShown(second, 200)
  assert.equal((await app.remove('/pets/1')).status, 204)
  await assertShown(second, 404)
  await assertShown(third, 200)
  for (const path of ['/pets/1/photos', '/pets/404/photos', '/pets/x/photos']) {
    assertRefused(await app.call(path), 'pet_not_found')
  }
  assertRefused(await add(app), 'pet_not_found', /id 1/)
})

it('events tell of photos, and not where they are', async (app) => {
  const { id, petId, createdAt } = await added(app)
  const photo = { id, petId, createdAt }
  await app.patch('/pets/1/photos/1', { alt: 'Rex' })
  await app.remove('/pets/1/photos/1')
  await added(app)
  await app.remove('/pets/1')
  const { text } = await app.call('/events?petId=1')
  const events = JSON.parse(text)
  const types = ['pet.created', 'photo.created', 'photo.deleted', 'photo.created', 'pet.deleted']
  assert.deepEqual(valuesOf(events, 'type'), types)
  assert.deepEqual([events[1].data, events[2].data], [{ photo }, { photo }])
  assert.ok(!text.includes('/photos/'))
})

it('what is no picture is refused, and so is what claims to be another one', async (app) => {
  const html = Buffer.from('<!doctype html><script>alert(1)</script>')
  for (const [bytes, told] of [
    [html, /not a JPEG/],
    [Buffer.alloc(0), /not a JPEG/],
    [picture('jpeg'), /image\/jpeg/],
    [png(9_000, 9_000), /9000 × 9000/],
  ] as const) {
    assertRefused(await add(app, bytes), 'invalid_image', told)
  }
  const svg = { headers: { 'Content-Type': 'image/svg+xml' } }
  const refused = await add(app, small, svg)
  assertRefused(refused, 'unsupported_media_type', /image\/jpeg or image\/png/)
  assert.equal(refused.headers.accept, 'image/jpeg, image/png, image/webp, image/avif')
  assert.equal((await app.call('/pets/1/photos')).text, '[]')
})

it('a photo may have ten MiB, and no other body more than before', async (app) => {
  const largest = png(40, 20, { padding: maxPhotoBytes - small.length - 12 })
  assert.equal(largest.length, maxPhotoBytes)
  await added(app, largest)
  const chunked = await fetch(`${app.baseUrl}/pets/1/photos`, {
    method: 'POST',
    headers: { Authorization: `Bearer ${app.key}`, 'Content-Type': 'image/png' },
    body: new Blob([new Uint8Array(largest)]).stream(),
    duplex: 'half',
  })
  assert.equal(chunked.status, 201)
  const larger = Buffer.concat([largest, Buffer.from('x')])
  assertRefused(await add(app, larger), 'body_too_large', /larger than 10485760 bytes/)
  const body = JSON.stringify({ name: 'Rex'.padEnd(wireLimits.bodyBytes), categoryId: 3 })
  const headers = { 'Content-Type': 'application/json' }
  for (const [method, path] of [
    ['POST', '/pets'],
    ['PATCH', '/pets/1/photos/1'],
    ['PATCH', '/pets/1'],
  ] as const) {
    assertRefused(await app.call(path, { method, body, headers }), 'body_too_large', /65536 bytes/)
  }
  // Who may not add a photo is not read to the end.
  const head = `POST /v1/pets/1/photos HTTP/1.1\r\nHost: a\r\nContent-Type: image/png\r\nContent-Length: ${maxPhotoBytes}\r\n\r\n`
  const received = await sendBytes(app.port, head + 'x')
  assert.match(received, /^HTTP\/1.1 401 [^]*\r\nConnection: close\r\n/)
})

it('uploads have bounded room, which one owner cannot take alone', async (app, t) => {
  const { key: other } = await app.addKey('enterprise')
  /** Begins the upload of a large picture, and sends a byte of it. */
  const begin = async (key: string) => {
    const socket = connect({ port: app.port, host: '127.0.0.1' })
    t.after(() => socket.destroy())
    socket.on('error', () => {})
    const head = `POST /v1/pets/1/photos HTTP/1.1\r\nHost: a\r\nAuthorization: Bearer ${key}\r\nExpect: 100-continue\r\nContent-Type: image/png\r\nContent-Length: ${maxPhotoBytes}\r\n\r\n`
    socket.write(head)
    const [answer] = (await once(socket, 'data')) as [Buffer]
    return { socket, line: answer.toString('latin1') }
  }
  for (let n = 0; n < 2; n += 1) assert.match((await begin(app.key)).line, /^HTTP\/1.1 100 /)
  const large = png(40, 20, { padding: maxPhotoBytes / 2 })
  const refused = await add(app, large)
  assertRefused(refused, 'service_unavailable', /Nothing was changed/)
  assert.equal(refused.headers['retry-after'], '5')
  assert.equal((await add(app, small, { key: other })).status, 201)
  const third = await begin(other)
  assert.match(third.line, /^HTTP\/1.1 100 /)
  assert.equal((await add(app, large, { key: other })).status, 503)
  assert.equal((await app.call('/pets')).status, 200)
  // Who leaves makes room.
  const observed = app.observations.length
  third.socket.destroy()
  await poll(() => app.observations.length > observed)
  assert.equal((await add(app, large, { key: other })).status, 201)
})

test('without what decodes, all else works', async (t) => {
  const app = await setUp(t, { images: imageProcesses('no-such-package') })
  assertRefused(await add(app), 'images_not_supported', /package sharp is missing/)
  assert.equal((await app.call('/pets/1/photos')).text, '[]')
})
