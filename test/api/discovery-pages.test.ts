import assert from 'node:assert/strict'
import { test } from 'node:test'
import { errorCodes } from '../../src/base/errors/catalogue.ts'
import { startApp } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'
import { operations } from '../helpers/openapi.ts'

test('the API catalogue leads to the description, the documents and the status', async (t) => {
  const app = await startApp(t)
  const { status, headers, text } = await call(`${app.origin}/.well-known/api-catalog`)
  assert.equal(status, 200)
  assert.match(String(headers['content-type']), /^application\/linkset\+json; profile="/)
  assert.equal(
    headers['link'],
    `<${app.origin}/.well-known/api-catalog>; rel="api-catalog"`,
    'HEAD has it too, since its headers are those of GET',
  )
  const { linkset } = JSON.parse(text)
  assert.equal(linkset.length, 1)
  const { anchor, ...relations } = linkset[0]
  assert.equal(anchor, `${app.origin}/v1`)
  const links: Array<{ href: string; type: string }> = Object.values(relations).flat() as never
  assert.equal(links.length, 4)
  for (const { href, type } of links) {
    const answer = await call(href)
    assert.equal(answer.status, 200, href)
    assert.equal(String(answer.headers['content-type']).split(';', 1)[0], type, href)
  }
})

test('the reference as Markdown has every operation, parameter, field and error', async (t) => {
  const app = await startApp(t)
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

test('the guide for language models links to pages that are there', async (t) => {
  const app = await startApp(t)
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
  const fields = Object.fromEntries(
    text
      .trim()
      .split('\n')
      .map((line) => line.split(': ', 2)),
  )
  assert.equal(fields['Contact'], 'mailto:security@example.com')
  const left = Date.parse(fields['Expires']) - app.clock.time
  assert.ok(left > 0 && left < 365 * 24 * 60 * 60 * 1_000)
})
