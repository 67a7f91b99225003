import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { hash } from 'node:crypto'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { type Json, temporaryFolder } from '../helpers/app.ts'
import { giveToOtherUser, otherUser } from '../helpers/other-user.ts'
import { stagingAlone } from '../helpers/service.ts'

const run = promisify(execFile)
const root = fileURLToPath(new URL('../..', import.meta.url))

/** The digests of the files of a folder. */
const contents = (folder: string): ReadonlyMap<string, string> => {
  const names = readdirSync(folder).toSorted()
  return new Map(names.map((name) => [name, hash('sha256', readFileSync(join(folder, name)))]))
}

test('a release has the same bytes twice, and runs where it is installed, for another user', async (t) => {
  const folder = temporaryFolder(t)
  const outs = ['one', 'other'].map((name) => join(folder, name))
  for (const out of outs) {
    await run(process.execPath, ['scripts/release.ts', '--dirty', '--out', out], { cwd: root })
  }
  const foreign = ['scripts/release.ts', '--dirty', '--out', folder]
  await assert.rejects(run(process.execPath, foreign, { cwd: root }), /files that are no release/)
  const [one = new Map(), other] = outs.map(contents)
  assert.deepEqual(one, other)

  const [out = ''] = outs
  const sums = readFileSync(join(out, 'SHA256SUMS'), 'utf8').trim().split('\n')
  assert.equal(sums.length, 5)
  assert.ok(one.has('Dockerfile'), 'its folder is what an image is built from')
  for (const line of sums) {
    const [sum, name = ''] = line.split('  ')
    assert.equal(sum, one.get(name))
  }
  const file = (ending: string): string => {
    const name = [...one.keys()].find((each: string) => each.endsWith(ending))
    assert.ok(name !== undefined, ending)
    return join(out, name)
  }
  const materials = JSON.parse(readFileSync(file('.cdx.json'), 'utf8'))
  assert.equal(materials.bomFormat, 'CycloneDX')
  const listed = new Set(materials.components.map(({ name }: Json) => name))
  const { dependencies, version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const licenses = readFileSync(file('.licenses.txt'), 'utf8')
  for (const [name, locked] of Object.entries(dependencies)) {
    assert.ok(listed.has(name), name)
    assert.ok(licenses.includes(`${name} ${String(locked)}: `), name)
  }
  assert.match(readFileSync(file('.notes.md'), 'utf8'), /^### \w+\n\n- /)

  const prefix = join(folder, 'prefix')
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error']
  await run('npm', ['install', '--global', ...quiet, '--prefix', prefix, file('.tgz')])
  const program = join(prefix, 'bin/petstore')
  // The runbook copies it to /etc/petstore.env.
  assert.ok(existsSync(join(prefix, 'lib/node_modules/petstore-service/.env.example')))
  const home = join(folder, 'home')
  mkdirSync(home)
  // The other user goes through the folder, which only its owner may enter.
  chmodSync(folder, 0o711)
  giveToOtherUser(home)
  const env = {
    PATH: process.env['PATH'],
    HOME: home,
    ...stagingAlone,
    PETSTORE_DATA_DIR: join(home, 'data'),
  }
  const [command = '', ...args]: readonly string[] = [...otherUser(), program]
  const { stdout: commit } = await run('git', ['rev-parse', '--short=12', 'HEAD'], { cwd: root })
  const { stdout: shown } = await run(command, [...args, '--version'], { env, cwd: home })
  assert.equal(shown.trim(), `${version}+${commit.trim()}`)

  const service = spawn(command, [...args, 'serve', '--json'], {
    env,
    cwd: home,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const ended = once(service, 'exit')
  t.after(() => service.kill('SIGKILL'))
  const lines = createInterface({ input: service.stdout })[Symbol.asyncIterator]()
  const { value: line } = await lines.next()
  const { baseUrl, firstKey } = JSON.parse(String(line))
  const answer = await fetch(`${baseUrl}/pets?limit=1`, {
    headers: { Authorization: `Bearer ${firstKey}` },
  })
  assert.deepEqual(await answer.json(), [
    { id: 1, name: 'Rex', categoryId: 1, status: 'available' },
  ])
  service.kill()
  assert.deepEqual(await ended, [0, null])
})
