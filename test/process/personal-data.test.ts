import assert from 'node:assert/strict'
import { globSync, mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { Client } from 'pg'
import { temporaryFolder } from '../helpers/app.ts'
import { startCollector } from '../helpers/collector.ts'
import { runHere } from '../helpers/command.ts'
import { followStream } from '../helpers/event-stream.ts'
import { type Answer, call, type Call } from '../helpers/http.ts'
import { meta } from '../helpers/mcp.ts'
import { isOnPostgres } from '../helpers/on-postgres.ts'
import { poll } from '../helpers/poll.ts'
import { bodyOf, startReceiver } from '../helpers/receiver.ts'
import { startService, wide } from '../helpers/service.ts'

/** Words that are in the personal data of this test and nowhere else. */
const person = {
  name: 'Zyxwvut Qponmlk',
  phone: '+99 (0123) 456-789-77',
  email: 'Marked.Mail@Personal.Example',
  address: '7 Hidden Lane',
  note: 'Afraid of geese',
}
const marks = /zyxwvut|qponmlk|123\D{0,3}456\D?789|marked\.mail|hidden lane|geese/i

const assertUnmarked = (text: string, where: string): void => {
  const at = text.search(marks)
  if (at >= 0)
    assert.fail(`${where} has personal data: ${text.slice(Math.max(0, at - 80), at + 80)}`)
}

/** Every row of every table. */
const rowsOnPostgres = async (url: string): Promise<string> => {
  const client = new Client(url)
  await client.connect()
  try {
    const tables = await client.query("SELECT tablename FROM pg_tables WHERE schemaname = 'public'")
    const texts: string[] = []
    for (const { tablename } of tables.rows) {
      const { rows } = await client.query(`SELECT row::text AS text FROM "${tablename}" AS row`)
      texts.push(...rows.map(({ text }) => String(text)))
    }
    assert.ok(texts.length > 200)
    return texts.join('\n')
  } finally {
    await client.end()
  }
}

test('personal data is in answers about contacts alone, and an erasure leaves none of it', async (t) => {
  const folder = temporaryFolder(t)
  const dataDir = join(folder, 'data')
  const collector = await startCollector(t)
  const service = await startService(t, dataDir, {
    ...collector.variables,
    PETSTORE_LOG_LEVEL: 'debug',
    PETSTORE_METRICS_PORT: '0',
    PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8',
  })
  const scopes = 'all,contacts:read,contacts:write,notes:read,notes:write,keys:manage'
  const key = await service.addKey('staging', ...wide, '--scopes', scopes)
  const send = service.asking(key)
  const messages: string[] = []
  const receiver = await startReceiver(t, (request, response) => {
    void bodyOf(request).then((body) => messages.push(`${request.url} ${body}`))
    response.end()
  })
  const ask = async (path: string, options: Call = {}): Promise<Answer> => {
    const answer = await send(path, options)
    assertUnmarked(JSON.stringify(answer.headers), `The header of ${path}`)
    if (!/^\/(?:contacts|notes|search)/.test(path)) assertUnmarked(answer.text, path)
    return answer
  }
  const post = async (path: string, body: unknown, headers = {}): Promise<Answer> =>
    await ask(path, { method: 'POST', body, headers })

  const events = `${service.baseUrl('staging')}/events`
  const stream = await followStream(t, events, key, { 'last-event-id': '0' })
  await post('/webhooks', { url: `http://127.0.0.1:${receiver.port}/hook` })
  await poll(async () => (await ask('/webhooks/1')).text.includes('enabled'))
  const once = { 'Idempotency-Key': 'person' }
  const { id } = JSON.parse((await post('/contacts', person, once)).text)
  const path = `/contacts/${id}`
  await post('/contacts', person, once)
  for (const { phone, email } of [person]) {
    for (const search of [{ phone }, { email }]) await post('/contacts/find', search)
  }
  const note = { contactId: id, text: `${person.name} is ${person.note}` }
  await post('/notes', note, { 'Idempotency-Key': 'note' })
  const { id: orderId } = JSON.parse(
    (await post('/store/orders', { petId: 1, contactId: id }, { 'Idempotency-Key': 'order' })).text,
  )
  await post('/notes', { ...note, orderId })
  const noted = JSON.parse((await post('/notes', { petId: 1, text: note.text })).text)
  await ask(`/notes/${noted.id}`, { method: 'DELETE' })
  await ask(`/notes?contactId=${id}`)
  assert.notEqual((await ask('/search?q=qponmlk')).text, '[]')
  await post('/contacts', { ...person, age: 40, email: 'geese' })
  await post('/contacts', `{"name":"${person.name}`, { 'Content-Type': 'application/json' })
  await ask(path, { method: 'PATCH', body: { ...person, address: '8 Hidden Lane' } })
  await ask('/contacts')
  const view = { about: 'store', text: `#view ${person.name}\n#/animals?name=geese` }
  const kept = JSON.parse((await post('/notes', view)).text)
  await ask(`/notes/${kept.id}`, { method: 'DELETE' })
  const colleague = await post('/keys', { name: 'Anna', scopes: ['contacts:read'] })
  await ask(`/keys/${JSON.parse(colleague.text).id}`, { method: 'DELETE' })
  const agent = async (name: string, args: object): Promise<string> => {
    const url = service.baseUrl('staging').replace(/v1$/, 'mcp?toolsets=all')
    const params = { ...meta(), name, arguments: args }
    const body = { jsonrpc: '2.0', id: 1, method: 'tools/call', params }
    const headers = { 'mcp-protocol-version': '2026-07-28', 'mcp-method': 'tools/call' }
    const all = { ...headers, 'mcp-name': name }
    const answer = await call(url, { method: 'POST', key, body, headers: all })
    assert.equal(answer.status, 200, answer.text)
    return answer.text
  }
  assertUnmarked(await agent('list_orders', { contactId: String(id) }), 'What an agent reads')
  await agent('list_orders', { reference: person.name, contactId: person.phone })

  // So many that pages of the database split, and are freed again.
  const others = Array.from({ length: 200 }, (_, n) => ({
    ...person,
    note: `${n} geese `.repeat(40),
  }))
  const ids = await Promise.all(
    others.map(async (other) => JSON.parse((await post('/contacts', other)).text).id),
  )
  const newestEvent = async () => BigInt(JSON.parse((await ask('/usage')).text).lastEventId)
  const told = `"id":${await newestEvent()},`
  await poll(() => messages.some((each) => each.includes(told)))

  for (const each of ids.toSorted((a, b) => (a % 7) - (b % 7))) {
    await ask(`/contacts/${each}`, { method: 'DELETE' })
    if (each % 50 === 0) await post('/contacts', { name: `Nobody ${each}` })
  }
  assert.equal((await ask(path, { method: 'DELETE' })).status, 204)
  assert.equal((await post('/contacts', person, once)).status, 404)
  assert.equal((await post('/notes', note, { 'Idempotency-Key': 'note' })).status, 404)
  assert.equal('contactId' in JSON.parse((await ask(`/store/orders/${orderId}`)).text), false)
  assertUnmarked((await ask('/notes')).text, 'The list of notes')
  assert.equal((await ask('/search?q=qponmlk')).text, '[]')
  assertUnmarked((await ask('/contacts')).text, 'The list of contacts')
  const newest = await newestEvent()
  for (let after = 0n; after < newest; after += 100n) await ask(`/events?limit=100&after=${after}`)
  assertUnmarked((await ask('/usage/history')).text, 'The history of requests')
  assertUnmarked(await (await fetch(service.metricsUrl())).text(), 'A metric')
  await poll(() => stream.ids.includes(Number(newest)))
  assertUnmarked(JSON.stringify([stream.events, stream.lines]), 'A stream of events')
  const command = async (...args: readonly string[]): Promise<string> => {
    const { status, out, error } = await runHere([...args, '--environment', 'staging'], service.env)
    assert.equal(status, 0, error)
    return out + error
  }
  const audit = await command('audit', '--json')
  assert.match(audit, /key\.revoked/)
  assertUnmarked(audit, 'The audit log')
  const backups = join(folder, 'backups')
  mkdirSync(backups)
  if (!isOnPostgres) assertUnmarked(await command('backup', backups), 'The name of a backup')
  assert.ok(messages.length > 200)
  assertUnmarked(messages.join('\n'), 'A message to a webhook')
  // On PostgreSQL what is left is in no row; the bytes of its files are its own.
  const stored = isOnPostgres
    ? await rowsOnPostgres(service.env['PETSTORE_STAGING_STORE'] ?? '')
    : ''
  const { out, error } = await service.stop()
  assertUnmarked(out + error, 'The log')
  assertUnmarked(stored, 'A table')
  assert.ok(collector.spans.some(({ name }) => name === 'DELETE /v1/contacts/{contactId}'))
  assertUnmarked(collector.requests.map(({ body }) => body.toString()).join('\n'), 'A trace')
  const files = globSync(join(folder, '**/*.{sqlite*,backup}'))
  assert.equal(files.length > 1, !isOnPostgres)
  // Free pages included.
  for (const file of files) assertUnmarked(readFileSync(file, 'latin1'), file)
})
