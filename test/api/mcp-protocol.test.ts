import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startApp } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'
import { meta, send, sendStateless } from '../helpers/mcp.ts'

test('a deletion waits for the user of a client that can ask', async (t) => {
  const app = await startApp(t)
  await app.post(
    '/pets/batch',
    [1, 2].map((id) => ({ name: `${id}`, categoryId: 1 })),
  )
  const remove = async (more: object, can: object = { elicitation: {} }) =>
    (
      await sendStateless(
        app,
        'tools/call',
        { name: 'delete_pet', arguments: { petId: '1' }, ...meta(can), ...more },
        {},
        '/mcp?toolsets=deletes',
      )
    ).json.result
  const asked = await remove({})
  assert.equal(asked.resultType, 'input_required')
  assert.equal(asked.inputRequests.confirm.method, 'elicitation/create')
  for (const confirm of [
    { action: 'decline' },
    { action: 'accept', content: { confirm: false } },
    'yes',
  ]) {
    assert.match(
      (await remove({ inputResponses: { confirm } })).content[0].text,
      /^not_confirmed: /,
    )
  }
  assert.equal((await app.call('/pets?id=1')).text.length > 2, true)
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
  const opened = await send(app, 'initialize', {
    protocolVersion: '2025-11-25',
    capabilities: {},
    clientInfo: {},
  })
  assert.equal(opened.json.result.protocolVersion, '2025-11-25')
  const older = await send(app, 'initialize', { protocolVersion: '1999-01-01' })
  assert.equal(older.json.result.protocolVersion, '2025-11-25')
  const { json: found } = await sendStateless(app, 'server/discover')
  assert.equal(found.result.resultType, 'complete')
  assert.deepEqual(found.result.supportedVersions.slice(0, 2), ['2026-07-28', '2025-11-25'])
  const encoded = { 'mcp-name': `=?base64?${btoa('get_inventory')}?=` }
  assert.equal(
    (await sendStateless(app, 'tools/call', { name: 'get_inventory' }, encoded)).status,
    200,
  )
  for (const [headers, status, code] of [
    [{ 'mcp-method': 'tools/list' }, 400, -32_020],
    [{ 'mcp-name': 'get_usage' }, 400, -32_020],
    [{ 'mcp-protocol-version': '2025-11-25' }, 400, -32_020],
  ] as const) {
    const { status: got, json } = await sendStateless(
      app,
      'tools/call',
      { name: 'get_inventory' },
      headers,
    )
    assert.deepEqual([got, json.error.code, json.id], [status, code, 7])
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
    [
      ` {"jsonrpc":"2.0","id":1,"method":"ping","params":{"b":1,"a":[{"b":1},{"b":2}]}} `,
      200,
      undefined,
    ],
    ['['.repeat(30_000), 400, -32_700],
    [deep('uri'), 400, -32_600],
    [' '.repeat(65_537), 413, -32_600],
  ] as const) {
    const answer = await send(
      app,
      '',
      {},
      { body, headers: { 'content-type': 'application/json' } },
    )
    assert.deepEqual(
      [answer.status, answer.json.error?.code],
      [status, code],
      String(body).slice(0, 80),
    )
  }
  const typed = async (headers: Record<string, string>) =>
    (await send(app, 'ping', {}, { headers })).status
  assert.equal(await typed({ 'content-type': 'text/plain' }), 415)
  assert.equal(await typed({ 'content-encoding': 'gzip' }), 415)
  assert.equal(await typed({ 'mcp-protocol-version': '2024-01-01' }), 400)
  assert.equal(await typed({ 'mcp-protocol-version': '2025-06-18' }), 200)
  for (const origin of ['https://evil.example', 'null', 'http://127.0.0.1.evil.example'])
    assert.equal(await typed({ origin }), 403)
  for (const origin of [app.origin, 'http://localhost:3000'])
    assert.equal(await typed({ origin }), 200)
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
