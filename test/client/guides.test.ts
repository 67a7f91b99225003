import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import {
  existsSync,
  globSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test, type TestContext } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { PetStore } from '../../client/src/index.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { freePort } from '../helpers/free-port.ts'
import { needs } from '../helpers/needs.ts'
import { linkNodeTypes, projectWithClient, root, runProgram } from '../helpers/packed-client.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'

/** The programs of docs/guides, in the three forms that each guide has. */
const languages = {
  HTTP: { program: 'bash', ending: 'sh', skip: needs('bash', 'curl', 'jq', 'openssl') },
  TypeScript: { program: process.execPath, ending: 'ts', skip: false },
  Python: { program: 'python3', ending: 'py', skip: needs('python3') },
} as const

const folder = mkdtempSync(join(tmpdir(), 'petstore-guides-'))
const project = join(folder, 'project')
const python = join(root, 'python')

before(() => {
  const programs = globSync('examples/*/*.ts', { cwd: root }).map((path) => [
    basename(path),
    readFileSync(join(root, path), 'utf8'),
  ])
  const compilerOptions = {
    strict: true,
    noEmit: true,
    module: 'nodenext',
    target: 'esnext',
    types: ['node'],
  }
  projectWithClient(project, {
    'tsconfig.json': JSON.stringify({ compilerOptions }),
    ...Object.fromEntries(programs),
  })
  linkNodeTypes(project)
  const official = 'node_modules/@modelcontextprotocol'
  symlinkSync(join(root, official), join(project, official))
})
after(() => rmSync(folder, { recursive: true, force: true }))

/** A service, and the variables and the place with which a program calls it. */
const startFor = async (t: TestContext, variables: Readonly<Record<string, string>> = {}) => {
  const service = await startService(t, temporaryFolder(t), {
    PETSTORE_ENVIRONMENTS: 'staging',
    ...variables,
  })
  const apiKey = await service.addKey('staging')
  const baseUrl = service.baseUrl('staging')
  const env = {
    PATH: process.env['PATH'],
    PYTHONPATH: python,
    PYTHONDONTWRITEBYTECODE: '1',
    PETSTORE_API_KEY: apiKey,
    PETSTORE_BASE_URL: baseUrl,
  }
  return { store: new PetStore({ apiKey, baseUrl }), env, cwd: temporaryFolder(t) }
}

/** Where a program is: those in TypeScript stand in a project that has the client. */
const fileOf = (guide: string, name: string): string =>
  name.endsWith('.ts') ? join(project, name) : join(root, 'examples', guide, name)

test('the types let the programs of the guides through', async () => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await runProgram(process.execPath, [tsc, '-p', project], { cwd: project })
})

for (const [language, { program, ending, skip }] of Object.entries(languages)) {
  test(`hold an animal, in ${language}`, { skip }, async (t) => {
    const { env, cwd, store } = await startFor(t)
    const file = fileOf('hold-an-animal', `hold.${ending}`)
    const printed = await runProgram(program, [file], { cwd, env })
    const [, id = ''] = /^held: animal (\d+), order placed\ndelivered\n$/.exec(printed) ?? []
    assert.equal((await store.pets.find(BigInt(id)))?.status, 'sold', printed)
  })

  if (language !== 'Python')
    test(`let an agent work with the store, in ${language}`, { skip }, async (t) => {
      const { env, cwd } = await startFor(t)
      const printed = await runProgram(program, [fileOf('agents', `agent.${ending}`)], { cwd, env })
      assert.match(printed, /^tools: search_animals, .*\nheld: animal \d+\npet_not_available\n$/)
    })

  test(`when it says no, in ${language}`, { skip }, async (t) => {
    const { env, cwd } = await startFor(t)
    const file = fileOf('when-it-says-no', `refused.${ending}`)
    assert.equal(
      await runProgram(program, [file], { cwd, env }),
      [
        'invalid_body: mend the request; the message says what is wrong',
        'order_not_found: it is not there',
        'done',
        'precondition_failed: read it again, then decide',
        '',
      ].join('\n'),
    )
  })
}

test('keep a copy in step, in HTTP: the list, then what happened', languages.HTTP, async (t) => {
  const { env, cwd, store } = await startFor(t)
  const pets = await Array.fromAsync(store.pets.list())
  const file = fileOf('keep-a-copy-in-step', 'mirror.sh')
  assert.equal(
    await runProgram('bash', [file], { cwd, env }),
    `${pets.map(({ id, name }) => `put ${id} ${name}\n`).join('')}listed to ${pets.at(-1)?.id}\nup to date\n`,
  )
})

for (const { program, ending, skip } of [languages.TypeScript, languages.Python]) {
  test(`a copy by mirror.${ending} is in step, also after it was killed`, { skip }, async (t) => {
    const { env, cwd, store } = await startFor(t)
    const start = () => {
      const file = fileOf('keep-a-copy-in-step', `mirror.${ending}`)
      const child = spawn(program, [file], { cwd, env, stdio: 'inherit' })
      t.after(() => child.kill('SIGKILL'))
      return child
    }
    const inStep = async (): Promise<void> => {
      const expected = (await Array.fromAsync(store.pets.list())).map(({ id, name }) => [id, name])
      await poll(() => isDeepStrictEqual(rowsOf(join(cwd, 'copy.db')), expected) || undefined)
    }
    const first = start()
    await inStep()
    await store.pets.create({ name: 'Ada', categoryId: 1 })
    await inStep()
    first.kill('SIGKILL')
    await once(first, 'close')
    await store.pets.update(1, { name: 'Max' })
    await store.pets.delete(2)
    start()
    await inStep()
  })
}

test('receive events, in HTTP: a signature is checked by hand', languages.HTTP, async (t) => {
  const cwd = temporaryFolder(t)
  const secret = `whsec_${randomBytes(24).toString('base64')}`
  writeFileSync(join(cwd, 'body'), '{"type":"pet.created"}')
  const now = new Date()
  const time = String(Math.floor(now.getTime() / 1_000))
  const signature = new Webhook(secret).sign('evt_1', now, '{"type":"pet.created"}')
  const file = fileOf('receive-events', 'receive.sh')
  const check = async (id: string): Promise<string> =>
    await runProgram('bash', [file, id, time, signature, 'body'], {
      cwd,
      env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secret },
    })
  assert.equal(await check('evt_1'), 'pet.created\n')
  await assert.rejects(check('evt_2'), /not from the store/)
})

for (const { program, ending, skip } of [languages.TypeScript, languages.Python]) {
  test(`the receiver receive.${ending} gets what the service sends`, { skip }, async (t) => {
    const { env, cwd, store } = await startFor(t, { PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8' })
    const port = await freePort()
    const secret = `whsec_${randomBytes(24).toString('base64')}`
    const receiver = spawn(program, [fileOf('receive-events', `receive.${ending}`)], {
      cwd,
      env: { ...env, PORT: String(port), WEBHOOK_SECRET: secret },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    t.after(() => receiver.kill('SIGKILL'))
    const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]()
    await poll(async () => {
      const answer = await fetch(`http://127.0.0.1:${port}`, { method: 'POST' }).catch(() => null)
      return answer?.status === 400 || undefined
    })
    const url = `http://127.0.0.1:${port}/hooks`
    const { id } = await store.webhooks.create({ url, secret })
    assert.equal((await lines.next()).value, 'webhook.ping')
    await poll(async () => (await store.webhooks.get(id)).state === 'enabled' || undefined)
    await store.pets.create({ name: 'Ada', categoryId: 1 })
    assert.equal((await lines.next()).value, 'pet.created')
  })
}

/** The ids and names of a copy, once there is one. */
const rowsOf = (path: string): unknown => {
  if (!existsSync(path)) return undefined
  using copy = new DatabaseSync(path, { readOnly: true, timeout: 10_000, readBigInts: true })
  try {
    return copy
      .prepare('SELECT id, name FROM pets ORDER BY id')
      .all()
      .map(({ id, name }) => [id, name])
  } catch {
    // The program has not made its tables yet.
    return undefined
  }
}
