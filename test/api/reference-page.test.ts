import assert from 'node:assert/strict'
import { test } from 'node:test'
import { catalogue, errorCodes } from '../../src/base/errors/catalogue.ts'
import { startApp } from '../helpers/app.ts'
import { call, errorOf } from '../helpers/http.ts'

test('the page is HTML under a policy that lets it load only its own files', async (t) => {
  const app = await startApp(t)
  const { status, headers, text } = await call(`${app.origin}/docs`)
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.doesNotMatch(policy, /unsafe|\*|https?:/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['x-frame-options'], 'DENY')
  assert.doesNotMatch(text, /<script>|<style|style="|\son\w+="/)
})

test('the page says when each error comes and what to do about it', async (t) => {
  const app = await startApp(t)
  const { text } = await call(`${app.origin}/docs`)
  const plain = text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  for (const code of errorCodes) {
    const article = plain.slice(plain.indexOf(`id="error-${code}"`)).split('</tr>', 1)[0] ?? ''
    assert.ok(article.includes(catalogue[code].when), code)
    assert.ok(article.includes(catalogue[code].remedy), code)
  }
})

test('browsers may keep its files for a year', async (t) => {
  const app = await startApp(t)
  const { text } = await call(`${app.origin}/docs`)
  const files = new Set([...text.matchAll(/(?:src|href)="(docs\/[^"]+)"/g)].map(([, path]) => path))
  assert.equal(files.size, 5)
  for (const file of files) {
    const plain = await call(`${app.origin}/${file}`)
    assert.equal(plain.status, 200)
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
  }
})

test('below /docs a path that is no file of the page is not found', async (t) => {
  const app = await startApp(t)
  for (const path of ['/docs/swagger-ui.css', '/docs/..%2f..%2fpackage.json']) {
    const answer = await call(app.origin + path)
    assert.equal(answer.status, 404, path)
    assert.equal(errorOf(answer).code, 'route_not_found')
  }
  const posted = await call(`${app.origin}/docs`, { method: 'POST' })
  assert.equal(posted.status, 405)
  assert.equal(posted.headers['allow'], 'GET, HEAD, OPTIONS')
})
