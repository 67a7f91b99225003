import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Json, temporaryFolder } from '../helpers/app.ts'
import { freePort } from '../helpers/free-port.ts'
import { npmInstall } from '../helpers/packed-client.ts'
import { poll } from '../helpers/poll.ts'

const run = promisify(execFile)
const kit = fileURLToPath(new URL('../../conformance', import.meta.url))

/** A public server for such paths, which knows nothing of keys, errors, limits and types. */
const control = 'json-server@0.17.4'

/** What it does as the interface document says; each was compared by hand. */
const passing = [
  'create.pet',
  'create.optional_status',
  'read.pet',
  'read.removal',
  'answers.version',
]

test('a public server falls short where it does, by the packed kit, and nowhere else', async (t) => {
  const folder = temporaryFolder(t)
  const { stdout } = await run('npm', ['pack', kit, '--json', '--pack-destination', folder])
  const [{ filename }] = JSON.parse(stdout)
  await npmInstall(folder, control, join(folder, filename))
  const file = (name: string, content: unknown): string => {
    writeFileSync(join(folder, name), JSON.stringify(content))
    return join(folder, name)
  }
  const port = await freePort()
  const server = spawn(
    process.execPath,
    [
      join(folder, 'node_modules/json-server/lib/cli/bin.js'),
      '--host=127.0.0.1',
      `--port=${port}`,
      `--routes=${file('routes.json', { '/v1/*': '/$1' })}`,
      file('store.json', { pets: [{ id: 1, name: 'Rex', categoryId: 1, status: 'sold' }] }),
    ],
    { stdio: 'ignore' },
  )
  t.after(async () => {
    if (server.kill()) await once(server, 'exit')
  })
  const url = `http://127.0.0.1:${port}/v1`
  await poll(async () => await fetch(`${url}/pets`).catch(() => undefined))
  const report = join(folder, 'report.json')
  const program = join(folder, 'node_modules/.bin/petstore-conformance')
  const args = ['--url', url, '--key', 'any', '--json', report]
  await assert.rejects(run(program, args), { code: 1 })
  const results: readonly Json[] = JSON.parse(readFileSync(report, 'utf8')).results
  const { passed = [], failed } = Object.groupBy(results, ({ outcome }) => String(outcome))
  assert.deepEqual(
    passed.map(({ id }) => id),
    passing,
  )
  assert.equal(failed?.length, 19)
})
