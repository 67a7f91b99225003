import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { test } from 'node:test'
import { setTimeout } from 'node:timers/promises'
import { temporaryFolder } from '../helpers/app.ts'
import { call } from '../helpers/http.ts'
import { runCommand, startCommand, startService } from '../helpers/service.ts'

test('an import killed half-way leaves nothing to be seen, and the next clears up after it', async (t) => {
  const folder = temporaryFolder(t)
  const service = await startService(t, join(folder, 'data'))
  const key = await service.addKey('production')
  const list = (): Promise<{ text: string }> =>
    call(`${service.baseUrl('production')}/pets`, { key })
  const file = join(folder, 'many.ndjson')
  writeFileSync(file, '{"name":"Many","categoryId":1}\n'.repeat(100_000))

  const command = ['pets', 'import', file, '--environment', 'production']
  const killed = startCommand(command, service.env)
  const database = new DatabaseSync(join(service.dataDir, 'production.sqlite'), { readOnly: true })
  t.after(() => database.close())
  const rows = (): number => Number(database.prepare('SELECT count(*) AS n FROM pets').get()?.['n'])
  const deadline = Date.now() + 30_000
  while (rows() === 0 && Date.now() < deadline) await setTimeout(5)
  killed.child.kill('SIGKILL')
  await killed.closed
  assert.ok(rows() > 0 && rows() < 100_000, `killed half-way, with ${rows()} of 100000 rows`)
  assert.equal((await list()).text, '[]')

  const next = '{"name":"Next","categoryId":1}'
  const again = await runCommand(
    ['pets', 'import', '-', '--format', 'ndjson', '--environment', 'production'],
    service.env,
    next,
  )
  assert.match(again.out, /ids 100001 to 100001/, again.error)
  assert.equal(rows(), 1)
  assert.match((await list()).text, /^\[\{"id":100001,"name":"Next"/)
})
