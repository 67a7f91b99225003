import assert from 'node:assert/strict'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'
import { startService } from '../helpers/service.ts'

test('a first start serves both environments, and staging has animals and a key', async (t) => {
  const service = await startService(t, temporaryFolder(t), {
    PETSTORE_ENVIRONMENTS: 'production,staging',
  })
  const key = service.facts.staging?.firstKey
  const answer = await call(`${service.baseUrl('staging')}/pets`, { key })
  assert.equal(answer.status, 200)
  assert.equal(JSON.parse(answer.text).length, 12)
  const production = await call(`${service.baseUrl('production')}/pets`, {
    key: await service.addKey('production'),
  })
  assert.equal(production.text, '[]')
  const { status } = await service.stop()
  assert.equal(status, 0)
})
