import assert from 'node:assert/strict'
import { test } from 'node:test'
import { it, startApp } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'
import { meta, send, sendStateless } from '../helpers/mcp.ts'

it('a deletion waits for the user of a client that can ask', async (app) => {
  await app.post(
    '/pets/batch',
    [1, 2].map((id) => ({ name: `${id}`, categoryId: 1 })),
  )
  const remove = async (more: object, can: object = { elicitation: {} }) => {
    const params = { name: 'delete_pet', arguments: { petId: '1' }, ...meta(can), ...more }
    return (await sendStateless(app, 'tools/call', params, {}, '/mcp?toolsets=deletes')).json.result
  }
  const asked = await remove({})
  assert.equal(asked.resultType, 'input_required')
  assert.equal(asked.inputRequests.confirm.method, 'elicitation/create')
  for (const confirm of [
    { action: 'decline' },
    { action: 'accept', content: { confirm: false } },
    'yes',
  ]) {
    const { content } = await remove({ inputResponses: { confirm } })
    assert.match(content[0].text, /^not_confirmed: /)
  }
  assert.equal((await app.json('/pets?id=1')).length, 1)
  const confirm = { action: 'accept', content: { confirm: true } }
  const { resultType, structuredContent } = await remove({ inputResponses: { confirm } })
  assert.deepEqual([resultType, structuredContent], ['complete', {}])
  assert.match((await remove({}, {})).content[0].text, /^pet_not_found/)
})

/** A message whose parameter is nested thousands of levels deep. */
const deep = (name: string): string =>
  `{"jsonrpc":"2.0","id":1,"method":"resources/read","params":{"${name}":${'[{"a":'.repeat(6_000)}1${'}]'.repeat(6_000)}}}`

test('both revisions are spoken, and what does not fit either is refused as MCP says', async (t) => {
  const app = await startApp(t, { corsOrigins: ['https://shop.example'] })
  for (const protocolVersion of ['2025-11-25', '1999-01-01']) {
    const params = { protocolVersion, capabilities: {}, clientInfo: {} }
    const { result } = (await send(app, 'initialize', params)).json
    assert.equal(result.protocolVersion, '2025-11-25')
  }
  const { result } = (await sendStateless(app, 'server/discover')).json
  assert.equal(result.resultType, 'complete')
  assert.deepEqual(result.supportedVersions.slice(0, 2), ['2026-07-28', '2025-11-25'])
  for (const [headers, status, code] of [
    [{ 'mcp-name': `=?base64?${btoa('get_inventory')}?=` }, 200, undefined],
    [{ 'mcp-method': 'tools/list' }, 400, -32_020],
    [{ 'mcp-name': 'get_usage' }, 400, -32_020],
    [{ 'mcp-protocol-version': '2025-11-25' }, 400, -32_020],
  ] as const) {
    const answer = await sendStateless(app, 'tools/call', { name: 'get_inventory' }, headers)
    const { error, id } = answer.json
    assert.deepEqual([answer.status, error?.code, id], [status, code, 7])
  }
  for (const [body, status, code] of [
    ['{', 400, -32_700],
    [Buffer.from([0x22, 0xff, 0x22]), 400, -32_700],
    ['[]', 400, -32_600],
    ['[{"jsonrpc":"2.0","id":1,"method":"ping"}]', 400, -32_600],
    ['null', 400, -32_600],
    ['{"jsonrpc":"1.0","id":1,"method":"ping"}', 400, -32_600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', 400, -32_600],
    ['{"jsonrpc":"2.0","id":1,"result":{}}', 400, -32_600],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', 400, -32_600],
    ['{"jsonrpc":"2.0","id":1,"method":"server/discover"}', 400, -32_602],
    ['{"jsonrpc":"2.0","id":1,"method":"constructor"}', 200, -32_601],
    [`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"__proto__"}}`, 200, -32_602],
    ['{"jsonrpc":"2.0","id":1,"method":"ping","params":{"a":[{"b":1,"\\u0062":2}]}}', 400, -32_600],
    [' {"jsonrpc":"2.0","id":1,"method":"ping","params":{"b":1,"a":[{"b":1},{"b":2}]}} ', 200],
    ['['.repeat(30_000), 400, -32_700],
    [deep('uri'), 400, -32_600],
    [' '.repeat(65_537), 413, -32_600],
  ] as const) {
    const headers = { 'content-type': 'application/json' }
    const answer = await send(app, '', {}, { body, headers })
    const told = [answer.status, answer.json.error?.code]
    assert.deepEqual(told, [status, code], String(body).slice(0, 80))
  }
  for (const [headers, status] of [
    [{ 'content-type': 'text/plain' }, 415],
    [{ 'content-encoding': 'gzip' }, 415],
    [{ 'mcp-protocol-version': '2024-01-01' }, 400],
    [{ 'mcp-protocol-version': '2025-06-18' }, 200],
    [{ origin: 'https://evil.example' }, 403],
    [{ origin: 'null' }, 403],
    [{ origin: 'http://127.0.0.1.evil.example' }, 403],
    [{ origin: app.origin }, 200],
    [{ origin: 'http://localhost:3000' }, 200],
  ] as const) {
    const answer = await send(app, 'ping', {}, { headers })
    assert.equal(answer.status, status, JSON.stringify(headers))
  }
  const notified = await call(`${app.origin}/mcp`, {
    method: 'POST',
    key: app.key,
    body: { jsonrpc: '2.0', method: 'notifications/initialized' },
  })
  assert.deepEqual([notified.status, notified.text], [202, ''])
  for (const method of ['GET', 'DELETE', 'PUT']) {
    const { status, headers } = await call(`${app.origin}/mcp`, { method, key: app.key })
    assert.deepEqual([status, headers['allow']], [405, 'POST'])
  }
})
