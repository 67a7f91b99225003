import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'

const pages = ['/openapi.json', '/docs', '/docs.md', '/llms.txt', '/console']

for (const page of pages) {
  test(`${page} goes out compressed, and not at all to who has it already`, async (t) => {
    const app = await startApp(t)
    const plain = await call(app.origin + page)
    assert.equal(plain.headers['content-encoding'], undefined)
    const tags = new Set([plain.headers['etag']])
    for (const coding of ['gzip', 'br']) {
      const headers = { 'accept-encoding': coding }
      const small = await fetch(app.origin + page, { headers })
      assert.equal(small.headers.get('content-encoding'), coding)
      assert.equal(small.headers.get('vary'), 'Accept-Encoding')
      assert.equal(small.headers.get('cache-control'), 'no-cache')
      assert.ok(Number(small.headers.get('content-length')) < plain.text.length)
      assert.equal(await small.text(), plain.text)
      const tag = small.headers.get('etag') ?? ''
      tags.add(tag)
      const again = await call(app.origin + page, { headers: { ...headers, 'if-none-match': tag } })
      assert.equal(again.status, 304)
      assert.equal(again.text, '')
      assert.equal(again.headers['etag'], tag)
      assert.equal(again.headers['vary'], 'Accept-Encoding')
      const other = await call(app.origin + page, { headers: { 'if-none-match': tag } })
      assert.equal(other.status, 200, 'the tag of another coding')
      const head = await call(app.origin + page, { method: 'HEAD', headers })
      assert.equal(head.headers['content-length'], small.headers.get('content-length'))
    }
    assert.equal(tags.size, 3)
  })
}

test('a client gets the coding that it likes best of those that there are, or plain bytes', async (t) => {
  const app = await startApp(t)
  for (const [accepted, coding] of [
    ['', undefined],
    ['deflate', undefined],
    ['gzip;q=0', undefined],
    ['gzip;q=0.2, identity;q=0.5', undefined],
    ['*;q=0', undefined],
    ['gzip, deflate, br, zstd', 'br'],
    ['br;q=0.5, gzip;q=0.8', 'gzip'],
    ['br;q=0, *', 'gzip'],
    ['X-GZIP', 'gzip'],
    ['gzip;q=2', undefined],
  ] as const) {
    const headers = { 'accept-encoding': accepted }
    const answer = await call(`${app.origin}/openapi.json`, { method: 'HEAD', headers })
    assert.equal(answer.headers['content-encoding'], coding, accepted)
  }
})
