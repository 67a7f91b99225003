import assert from 'node:assert/strict'
import { readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { gzipSync } from 'node:zlib'
import { catalogue, errorCodes } from '../../src/base/errors/catalogue.ts'
import { titleOf } from '../../src/base/errors/problem.ts'
import { it, startApp } from '../helpers/app.ts'
import { call, errorOf } from '../helpers/http.ts'
import { operations } from '../helpers/openapi.ts'

/** What is there for everybody, beside the interface. */

const ofConsole =
  /require-trusted-types-for 'script'; trusted-types console-worker; .*manifest-src 'self'; worker-src 'self'$/

for (const [name, never, also] of [
  ['docs', /unsafe|\*|https?:/, /./],
  ['console', /unsafe|\*|https?:|data:/, ofConsole],
] as const) {
  test(`the page /${name} is HTML under a policy that lets it load only its own files, and makes no code of text`, async (t) => {
    const app = await startApp(t, { environment: 'production' })
    const { status, headers, text } = await call(`${app.origin}/${name}`)
    assert.equal(status, 200)
    assert.equal(headers['content-type'], 'text/html; charset=utf-8')
    const policy = String(headers['content-security-policy'])
    const own = /^default-src 'none'; script-src 'self'; style-src 'self';/
    for (const part of [own, /frame-ancestors 'none'/, also]) assert.match(policy, part)
    assert.doesNotMatch(policy, never)
    assert.equal(headers['referrer-policy'], 'no-referrer')
    assert.equal(headers['x-frame-options'], 'DENY')
    assert.equal(headers['set-cookie'], undefined)
    assert.doesNotMatch(text, /<script>|<style|style="|\son\w+="/)
    assert.match(text, /<title>.*<\/title>/)
  })

  it(`browsers may keep the files of /${name} for a year, and other paths below it are not found`, async (app) => {
    const { text } = await call(`${app.origin}/${name}`)
    const links = [...text.matchAll(new RegExp(`(?:src|href)="(${name}/[^"]+)"`, 'g'))]
    const files = new Set(links.map(([, path]) => path))
    assert.equal(files.size, 5)
    for (const file of files) {
      const plain = await fetch(`${app.origin}/${file}`, { headers: { 'accept-encoding': '' } })
      assert.equal(plain.status, 200)
      assert.equal(plain.headers.get('cache-control'), 'public, max-age=31536000, immutable')
      const bytes = Buffer.from(await plain.arrayBuffer())
      if (file?.endsWith('.png')) {
        // iOS takes no icon that is drawn.
        assert.equal(plain.headers.get('content-type'), 'image/png')
        assert.equal(bytes.readUInt32BE(16), 180)
        continue
      }
      const small = await fetch(`${app.origin}/${file}`, { headers: { 'accept-encoding': 'gzip' } })
      assert.equal(small.headers.get('content-encoding'), 'gzip')
      assert.equal(await small.text(), bytes.toString())
    }
    for (const path of ['main.js', 'swagger-ui.css', '..%2f..%2fpackage.json']) {
      const answer = await call(`${app.origin}/${name}/${path}`)
      assert.deepEqual([answer.status, errorOf(answer).code], [404, 'route_not_found'], path)
    }
    const posted = await call(`${app.origin}/${name}`, { method: 'POST' })
    assert.deepEqual([posted.status, posted.headers['allow']], [405, 'GET, HEAD, OPTIONS'])
  })

  it(`whoever types /${name}/ gets to the page, behind a proxy that adds a path too`, async (app) => {
    const { status, headers, text } = await call(`${app.origin}/${name}/`)
    assert.equal(status, 308)
    assert.match(text, new RegExp(`/${name}, without a slash`))
    const behindProxy = new URL(String(headers['location']), `https://store.example/pets/${name}/`)
    assert.equal(behindProxy.href, `https://store.example/pets/${name}`)
    const page = await fetch(`${app.origin}/${name}/`)
    assert.deepEqual([page.status, page.url], [200, `${app.origin}/${name}`])
    assert.equal((await call(`${app.origin}/${name}//`)).status, 404)
  })
}

test('the console names its environment, and an operator can switch it off', async (t) => {
  for (const [environment, title] of [
    ['production', 'Pet Store'],
    ['staging', '[Staging] Pet Store'],
  ] as const) {
    const app = await startApp(t, { environment })
    const { text } = await call(`${app.origin}/console`)
    assert.ok(text.includes(`<title>${title}</title>`))
    assert.ok(text.includes(`data-environment="${environment}"`))
  }
  const off = await startApp(t, { console: false })
  for (const path of ['/console', '/console/']) {
    const answer = await call(off.origin + path)
    assert.deepEqual([answer.status, errorOf(answer).code], [404, 'route_not_found'])
  }
})

const built = new URL('../../console/built/', import.meta.url)
const sizeOf = (name: string): number =>
  gzipSync(readFileSync(new URL(name, built)), { level: 9 }).length

/** The scripts that a script loads with it. */
const importsOf = (name: string): readonly string[] =>
  [...readFileSync(new URL(name, built), 'utf8').matchAll(/(?:from|import)"\.\/([^"]+)"/g)]
    .map(([, file = '']) => file)
    .toSorted()

test('the scripts keep to their budgets, compressed: 20 kB until somebody signs in, 75 kB in all', () => {
  const all = readdirSync(built).filter((name) => name.endsWith('.js') && name !== 'health.js')
  // A page of its own, at the address of the metrics.
  assert.ok(sizeOf('health.js') <= 8_800, `the page of health takes ${sizeOf('health.js')} bytes`)
  const whole = all.map(sizeOf).reduce((total, size) => total + size, 0)
  assert.ok(whole <= 75_000, `all scripts take ${whole} bytes`)
  // The page loads the first, which loads the second once somebody has signed in. The others are loaded when they are opened.
  assert.deepEqual(importsOf('main.js'), [])
  assert.deepEqual(importsOf('frame.js'), ['main.js'])
  const sentences = readdirSync(built).filter((name) => name.startsWith('sign-in.'))
  const first = sizeOf('main.js') + Math.max(...sentences.map(sizeOf))
  assert.ok(first <= 20_000, `the first screen takes ${first} bytes, with its sentences`)
  const frame = sizeOf('frame.js')
  assert.ok(frame <= 40_000, `what follows the sign-in takes ${frame} bytes`)
})

it('the reference says of each error its title, when it comes and what to do about it', async (app) => {
  const { text } = await call(`${app.origin}/docs`)
  const plain = text.replaceAll(/&#(\d+);/g, (_, code) => String.fromCharCode(Number(code)))
  for (const code of errorCodes) {
    const article = plain.slice(plain.indexOf(` id="error-${code}"`)).split('</tr>', 1)[0] ?? ''
    assert.ok(article.includes(catalogue[code].when), code)
    assert.ok(article.includes(catalogue[code].remedy), code)
  }
  const titles = new Set(errorCodes.map(titleOf))
  assert.equal(titles.size, errorCodes.length)
  for (const title of titles) assert.match(title, /^[A-Z][A-Za-z ]+$/)
  assert.ok(titles.has('Invalid API key') && titles.has('URI too long'))
})

it('the reference as Markdown has every operation, parameter, field and error', async (app) => {
  const { headers, text } = await call(`${app.origin}/docs.md`)
  assert.equal(headers['content-type'], 'text/markdown; charset=utf-8')
  for (const { operationId: id, method, path, parameters } of operations) {
    const [, rest = ''] = text.split(`\`${method} ${path}\` (\`${id}\``)
    const section = rest.split('\n### ', 1)[0] ?? ''
    assert.notEqual(section, '', id)
    for (const { name } of parameters) assert.match(section, new RegExp(`\\| \`${name}\``), id)
  }
  for (const code of errorCodes) assert.ok(text.includes(`| \`${code}\` |`), code)
  assert.doesNotMatch(text, /undefined|\[object|NaN/)
})

it('the API catalogue leads to the description, the documents and the status', async (app) => {
  const { headers, text } = await call(`${app.origin}/.well-known/api-catalog`)
  assert.match(String(headers['content-type']), /^application\/linkset\+json; profile="/)
  // HEAD has it too, since its headers are those of GET.
  assert.equal(headers['link'], `<${app.origin}/.well-known/api-catalog>; rel="api-catalog"`)
  const [{ anchor, ...relations }, ...more] = JSON.parse(text).linkset
  assert.deepEqual([anchor, more], [`${app.origin}/v1`, []])
  const links: Array<{ href: string; type: string }> = Object.values(relations).flat() as never
  assert.equal(links.length, 4)
  for (const { href, type } of links) {
    const answer = await call(href)
    assert.equal(answer.status, 200, href)
    assert.equal(String(answer.headers['content-type']).split(';', 1)[0], type, href)
  }
})

it('the guide for language models links to pages that are there', async (app) => {
  const { headers, text } = await call(`${app.origin}/llms.txt`)
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(text, /^# .+\n\n> .+\n/)
  const targets = [...text.matchAll(/\]\((\S+)\)/g)].map(([, target]) => String(target))
  assert.equal(targets.length, 11)
  for (const target of targets) assert.equal((await call(target)).status, 200, target)
})

test('security.txt names the contact of the operator, and is there only if one is set', async (t) => {
  const without = await startApp(t)
  assert.equal((await call(`${without.origin}/.well-known/security.txt`)).status, 404)
  const app = await startApp(t, { securityContact: 'mailto:security@example.com' })
  const { headers, text } = await call(`${app.origin}/.well-known/security.txt`)
  assert.equal(headers['content-type'], 'text/plain; charset=utf-8')
  assert.match(text, /^Contact: mailto:security@example\.com$/m)
  const left = Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - app.clock.time
  assert.ok(left > 0 && left < 365 * 24 * 60 * 60 * 1_000)
})

it('pages go out compressed, and not at all to who has them already', async (app) => {
  for (const page of ['/openapi.json', '/docs', '/docs.md', '/llms.txt', '/console']) {
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
      assert.deepEqual([again.status, again.text, again.headers['etag']], [304, '', tag])
      assert.equal(again.headers['vary'], 'Accept-Encoding')
      const other = await call(app.origin + page, { headers: { 'if-none-match': tag } })
      assert.equal(other.status, 200, 'the tag of another coding')
      const head = await call(app.origin + page, { method: 'HEAD', headers })
      assert.equal(head.headers['content-length'], small.headers.get('content-length'))
    }
    assert.equal(tags.size, 3)
  }
})

it('a client gets the coding that it likes best of those that there are, or plain bytes', async (app) => {
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
