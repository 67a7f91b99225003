import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { startApp } from '../helpers/app.ts'
import { call, errorOf } from '../helpers/http.ts'

test('the console is a page under a policy that lets it load only its own files, and makes no code of text', async (t) => {
  const app = await startApp(t, { environment: 'production' })
  const { status, headers, text } = await call(`${app.origin}/console`)
  assert.equal(status, 200)
  assert.equal(headers['content-type'], 'text/html; charset=utf-8')
  const policy = String(headers['content-security-policy'])
  assert.match(policy, /^default-src 'none'; script-src 'self'; style-src 'self';/)
  assert.match(policy, /require-trusted-types-for 'script'; trusted-types console-worker;/)
  assert.match(policy, /manifest-src 'self'; worker-src 'self'$/)
  assert.match(policy, /frame-ancestors 'none'/)
  assert.doesNotMatch(policy, /unsafe|\*|https?:|data:/)
  assert.equal(headers['x-content-type-options'], 'nosniff')
  assert.equal(headers['referrer-policy'], 'no-referrer')
  assert.equal(headers['x-frame-options'], 'DENY')
  assert.equal(headers['set-cookie'], undefined)
  assert.doesNotMatch(text, /<script>|<style|style="|\son\w+="/)
  assert.match(text, /data-environment="production"/)
  assert.match(text, /<title>Pet Store<\/title>/)
})

test('browsers may keep the files of the console for a year, and other paths below it are not found', async (t) => {
  const app = await startApp(t)
  const { text } = await call(`${app.origin}/console`)
  assert.match(text, /<title>\[Staging\] Pet Store<\/title>/)
  const files = [...text.matchAll(/(?:src|href)="(console\/[^"]+)"/g)].map(([, path]) => path)
  // iOS takes no icon that is drawn.
  const [touch = '', ...more] = files.filter((file) => file?.endsWith('.png'))
  assert.deepEqual(more, [])
  const picture = await fetch(`${app.origin}/${touch}`)
  assert.equal(picture.headers.get('content-type'), 'image/png')
  assert.equal(Buffer.from(await picture.arrayBuffer()).readUInt32BE(16), 180)
  const texts = files.filter((file) => file !== touch)
  assert.equal(texts.length, 4)
  for (const file of texts) {
    const plain = await call(`${app.origin}/${file}`)
    assert.equal(plain.status, 200)
    assert.equal(plain.headers['cache-control'], 'public, max-age=31536000, immutable')
    const small = await fetch(`${app.origin}/${file}`, { headers: { 'accept-encoding': 'gzip' } })
    assert.equal(small.headers.get('content-encoding'), 'gzip')
    assert.equal(await small.text(), plain.text)
  }
  for (const path of ['/console/main.js', '/console/..%2f..%2fpackage.json']) {
    const answer = await call(app.origin + path)
    assert.equal(answer.status, 404, path)
    assert.equal(errorOf(answer).code, 'route_not_found')
  }
})

for (const name of ['console', 'docs']) {
  test(`whoever types /${name}/ gets to the page, behind a proxy that adds a path too`, async (t) => {
    const app = await startApp(t)
    const { status, headers, text } = await call(`${app.origin}/${name}/`)
    assert.equal(status, 308)
    assert.match(text, new RegExp(`/${name}, without a slash`))
    const behindProxy = new URL(String(headers['location']), `https://store.example/pets/${name}/`)
    assert.equal(behindProxy.href, `https://store.example/pets/${name}`)
    const page = await fetch(`${app.origin}/${name}/`)
    assert.equal(page.status, 200)
    assert.equal(page.url, `${app.origin}/${name}`)
    assert.equal((await call(`${app.origin}/${name}//`)).status, 404)
  })
}

test('an operator can switch the console off', async (t) => {
  const app = await startApp(t, { console: false })
  for (const path of ['/console', '/console/']) {
    const answer = await call(app.origin + path)
    assert.equal(answer.status, 404)
    assert.equal(errorOf(answer).code, 'route_not_found')
  }
})

const built = new URL('../../console/built/', import.meta.url)
const sizeOf = (name: string): number =>
  gzipSync(readFileSync(new URL(name, built)), { level: 9 }).length

const sum = (names: readonly string[]): number =>
  names.map(sizeOf).reduce((total, size) => total + size, 0)

/** The scripts that a script loads with it. */
const importsOf = (name: string): readonly string[] =>
  [...readFileSync(new URL(name, built), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g)]
    .map(([, file = '']) => file)
    .toSorted()

test('the scripts keep to their budgets, compressed: 20 kB until somebody signs in, 75 kB in all', () => {
  const all = readdirSync(built).filter((name) => name.endsWith('.js') && name !== 'health.js')
  // A page of its own, at the address of the metrics.
  assert.ok(sizeOf('health.js') <= 8_800, `the page of health takes ${sizeOf('health.js')} bytes`)
  assert.ok(sum(all) <= 75_000, `all scripts take ${sum(all)} bytes`)
  // The page loads the first, which loads the second once somebody has signed in. The others are loaded when they are opened.
  assert.deepEqual(importsOf('main.js'), [])
  assert.deepEqual(importsOf('frame.js'), ['main.js'])
  const sentences = readdirSync(built).filter((name) => name.startsWith('sign-in.'))
  const first = sizeOf('main.js') + Math.max(...sentences.map(sizeOf))
  assert.ok(first <= 20_000, `the first screen takes ${first} bytes, with its sentences`)
  const frame = sizeOf('frame.js')
  assert.ok(frame <= 40_000, `what follows the sign-in takes ${frame} bytes`)
})
