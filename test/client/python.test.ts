import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { Webhook } from 'standardwebhooks'
import { PetStore } from '../../client/src/index.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { matchesShown } from '../helpers/docs-format.ts'
import { freePort } from '../helpers/free-port.ts'
import { needs } from '../helpers/needs.ts'
import { png } from '../helpers/pictures.ts'
import { runProgram } from '../helpers/packed-client.ts'
import { startService } from '../helpers/service.ts'

const skip = needs('python3')
const folder = fileURLToPath(new URL('../../python', import.meta.url))

/** Starts a program of the client's tests. */
const startPython = (name: string, env: Readonly<Record<string, string>> = {}) => {
  const child = spawn('python3', [`tests/${name}.py`], {
    cwd: folder,
    env: { PATH: process.env['PATH'], PYTHONDONTWRITEBYTECODE: '1', ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  return { child, line: async (): Promise<string> => String((await lines.next()).value) }
}

test('the programs of python/README.md print what is shown', { skip }, async (t) => {
  const service = await startService(t, temporaryFolder(t), { PETSTORE_ENVIRONMENTS: 'staging' })
  const scopes = 'all,contacts:read,contacts:write,notes:read,notes:write,keys:manage'
  const env = {
    PATH: process.env['PATH'],
    PYTHONDONTWRITEBYTECODE: '1',
    PYTHONPATH: folder,
    PETSTORE_API_KEY: await service.addKey('staging', '--plan', 'business', '--scopes', scopes),
    PETSTORE_BASE_URL: service.baseUrl('staging'),
  }
  const cwd = temporaryFolder(t)
  writeFileSync(`${cwd}/luna.png`, png(40, 20))
  const document = readFileSync(`${folder}/README.md`, 'utf8')
  const blocks = [
    ...document.matchAll(/<!-- runs: (.+) -->\n```python\n([^]*?)```\n\n```text\n([^]*?)```/g),
  ]
  assert.equal(blocks.length, 6)
  for (const [, name, code = '', output = ''] of blocks) {
    const printed = await runProgram('python3', ['-c', code], { cwd, env })
    assert.ok(matchesShown(output, printed), `${name} printed:\n${printed}`)
  }
})

test('a follower lives through a restart, and gets every event once', { skip }, async (t) => {
  const dataDir = temporaryFolder(t)
  const variables = {
    PETSTORE_ENVIRONMENTS: 'staging',
    PETSTORE_STAGING_PORT: String(await freePort()),
  }
  const first = await startService(t, dataDir, variables)
  const key = await first.addKey('staging')
  const baseUrl = first.baseUrl('staging')
  const { child, line } = startPython('follow', {
    PETSTORE_API_KEY: key,
    PETSTORE_BASE_URL: baseUrl,
  })
  const add = async (name: string): Promise<void> => {
    const { status } = await fetch(`${baseUrl}/pets`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ name, categoryId: 1 }),
    })
    assert.equal(status, 201)
  }
  assert.equal(await line(), 'follows')
  await add('Ada')
  assert.equal(await line(), 'Ada')
  await add('Bo')
  await first.stop()
  await startService(t, dataDir, variables)
  await add('Cleo')
  assert.deepEqual([await line(), await line()], ['Bo', 'Cleo'])
  child.stdin.end()
  assert.equal(await line(), 'stopped')
  await once(child, 'close')
})

test('a mirror equals the store, through a restart', { skip }, async (t) => {
  const dataDir = temporaryFolder(t)
  const variables = {
    PETSTORE_ENVIRONMENTS: 'staging',
    PETSTORE_STAGING_PORT: String(await freePort()),
  }
  const first = await startService(t, dataDir, variables)
  const apiKey = await first.addKey('staging')
  const baseUrl = first.baseUrl('staging')
  const store = new PetStore({ apiKey, baseUrl })
  const { child, line } = startPython('mirror', {
    PETSTORE_API_KEY: apiKey,
    PETSTORE_BASE_URL: baseUrl,
  })
  const inStep = async (): Promise<string> => {
    const names = (await Array.fromAsync(store.pets.list())).map(({ name }) => name).toSorted()
    child.stdin.write(`${JSON.stringify(names)}\n`)
    return await line()
  }
  assert.equal(await inStep(), 'in step')
  await store.pets.create({ name: 'Ada', categoryId: 1 })
  await store.pets.update(1, { name: 'Max' })
  assert.equal(await inStep(), 'in step')
  await store.pets.delete(2)
  await first.stop()
  await startService(t, dataDir, variables)
  assert.equal(await inStep(), 'in step')
  child.stdin.end()
  assert.equal(await line(), 'stopped')
  await once(child, 'close')
})

test('a message is verified as Standard Webhooks 1.0 says', { skip }, async () => {
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  const other = `whsec_${randomBytes(24).toString('base64')}`
  const body = '{"id":9007199254740993,"type":"pet.updated","data":{}}'
  const signed = (at: Date, signer = secret) => ({
    'Webhook-Id': 'evt_1',
    'Webhook-Timestamp': String(Math.floor(at.getTime() / 1_000)),
    'Webhook-Signature': new Webhook(signer).sign('evt_1', at, body),
  })
  const now = new Date()
  const { child, line } = startPython('verify')
  for (const [message, outcome] of [
    [{ secret, headers: signed(now), body }, 'pet.updated 9007199254740993'],
    [{ secret: [other, secret], headers: signed(now), body }, 'pet.updated 9007199254740993'],
    [{ secret: other, headers: signed(now), body }, 'WebhookError'],
    [{ secret, headers: signed(now), body: `${body} ` }, 'WebhookError'],
    [{ secret, headers: signed(new Date(now.getTime() - 600_000)), body }, 'WebhookError'],
    [{ secret, headers: {}, body }, 'WebhookError'],
    [{ secret, headers: { ...signed(now), 'Webhook-Id': '\ud800' }, body }, 'WebhookError'],
    [{ secret, headers: signed(now), body: '\ud800' }, 'WebhookError'],
    [{ secret: 'whsec_', headers: signed(now), body }, 'TypeError'],
  ] as const) {
    child.stdin.write(`${JSON.stringify(message)}\n`)
    assert.equal(await line(), outcome)
  }
  child.stdin.end()
  await once(child, 'close')
})
