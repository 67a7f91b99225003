import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { createHmac, randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { testDocument } from '../helpers/docs.ts'
import { matchesShown } from '../helpers/docs-format.ts'
import { linkNodeTypes, projectWithClient, root, runProgram } from '../helpers/packed-client.ts'
import { freePort } from '../helpers/free-port.ts'
import { png } from '../helpers/pictures.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'

// The commands; the programs follow below.
testDocument('client/README.md')

/** A program of the document, and what it prints. One that `receives` is a server of webhooks. */
const blocks = [
  ...readFileSync(join(root, 'client/README.md'), 'utf8').matchAll(
    /<!-- (runs|receives): (.+) -->\n```ts\n([^]*?)```\n\n```text\n([^]*?)```/g,
  ),
].map(([, kind, name = '', code = '', output = '']) => ({ kind, name, code, output }))

let folder = ''
let project = ''

before(() => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-readme-'))
  project = join(folder, 'project')
  projectWithClient(project, {
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: 'nodenext',
        target: 'esnext',
        types: ['node'],
      },
    }),
  })
  linkNodeTypes(project)
  for (const { name, code } of blocks) writeFileSync(join(project, `${name}.ts`), code)
  writeFileSync(join(project, 'luna.png'), png(40, 20))
})
after(() => rmSync(folder, { recursive: true, force: true }))

test('every program of client/README.md has its output, and the types let it through', async () => {
  const markdown = readFileSync(join(root, 'client/README.md'), 'utf8')
  assert.equal(blocks.length, [...markdown.matchAll(/^```ts$/gm)].length)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await runProgram(process.execPath, [tsc, '-p', project], { cwd: project })
})

test('the programs of client/README.md, one after the other, print what is shown', async (t) => {
  const service = await startService(t, temporaryFolder(t), { PETSTORE_ENVIRONMENTS: 'staging' })
  const scopes = 'all,contacts:read,contacts:write,notes:read,notes:write,keys:manage'
  const facts = ['--plan', 'business', '--name', 'Front desk', '--scopes', scopes]
  const apiKey = await service.addKey('staging', ...facts)
  // The documented address stands for the one on which the service listens.
  const redirection = join(folder, 'address.mjs')
  writeFileSync(
    redirection,
    `const { fetch } = globalThis
    globalThis.fetch = (url, init) =>
      fetch(url.replace('http://127.0.0.1:8081/v1', process.env.ADDRESS), init)`,
  )
  for (const { kind, name, output } of blocks) {
    if (kind !== 'runs') continue
    const printed = await runProgram(process.execPath, ['--import', redirection, `${name}.ts`], {
      cwd: project,
      env: {
        PATH: process.env['PATH'],
        PETSTORE_API_KEY: apiKey,
        ADDRESS: service.baseUrl('staging'),
      },
    })
    assert.ok(matchesShown(output, printed), `${name} printed:\n${printed}`)
  }
})

test('the receiver of client/README.md takes what the service signs, and nothing else', async (t) => {
  const { name, code, output } = blocks.find(({ kind }) => kind === 'receives') ?? {}
  assert.ok(code !== undefined && code.trim().split('\n').length <= 20)
  const key = randomBytes(32)
  const port = await freePort()
  const receiver = spawn(process.execPath, [`${name}.ts`], {
    cwd: project,
    env: {
      PATH: process.env['PATH'],
      PORT: String(port),
      WEBHOOK_SECRET: `whsec_${key.toString('base64')}`,
    },
  })
  const ended = once(receiver, 'close')
  t.after(() => receiver.kill())
  let printed = ''
  receiver.stdout.on('data', (chunk: Buffer) => (printed += chunk.toString()))

  const send = async (body: string, signer = key): Promise<number> => {
    const timestamp = String(Math.floor(Date.now() / 1_000))
    const mac = createHmac('sha256', signer).update(`evt_17.${timestamp}.${body}`).digest('base64')
    const headers = {
      'webhook-id': 'evt_17',
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${mac}`,
    }
    const { status } = await fetch(`http://127.0.0.1:${port}`, { method: 'POST', headers, body })
    return status
  }
  const ping = '{"type":"webhook.ping","timestamp":"2026-11-22T05:00:00.000Z"}'
  const event =
    '{"id":17,"type":"pet.updated","timestamp":"2026-11-22T05:00:00.000Z","data":{"pet":{"id":1,"name":"Rex","categoryId":1,"status":"sold"},"previous":{"status":"available"}}}'
  // It refuses connections until it listens.
  const first = await poll(async () => await send(ping).catch(() => undefined))
  assert.equal(first, 204)
  assert.equal(await send(event, randomBytes(32)), 400)
  assert.equal(await send(event), 204)
  assert.equal(await send(event), 204)
  receiver.kill()
  await ended
  // A repeat has the same id.
  assert.equal(printed, output?.repeat(2))
})
