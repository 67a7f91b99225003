import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { DatabaseSync } from 'node:sqlite'
import { after, before, test, type TestContext } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import { Webhook } from 'standardwebhooks'
import { PetStore } from '../../client/src/index.ts'
import { temporaryFolder } from '../helpers/app.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import { testDocument } from '../helpers/docs.ts'
import { matchesShown } from '../helpers/docs-format.ts'
import { freePort } from '../helpers/free-port.ts'
import { needs } from '../helpers/needs.ts'
import { linkNodeTypes, projectWithClient, root, runProgram } from '../helpers/packed-client.ts'
import { png } from '../helpers/pictures.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'

// The commands; the programs follow below.
testDocument('client/README.md')

/** The programs of docs/guides, in the three forms that each guide has. */
const languages = {
  HTTP: { program: 'bash', ending: 'sh', skip: needs('bash', 'curl', 'jq', 'openssl') },
  TypeScript: { program: process.execPath, ending: 'ts', skip: false },
  Python: { program: 'python3', ending: 'py', skip: needs('python3') },
} as const
const { HTTP, TypeScript, Python } = languages

/** The programs of a README, and what each prints. One that `receives` is a server of webhooks. */
const blocksOf = (readme: string, language: string) =>
  [
    ...readFileSync(join(root, readme), 'utf8').matchAll(
      new RegExp(
        `<!-- (runs|receives): (.+) -->\n\`\`\`${language}\n([^]*?)\`\`\`\n\n\`\`\`text\n([^]*?)\`\`\``,
        'g',
      ),
    ),
  ].map(([, kind, name = '', code = '', output = '']) => ({ kind, name, code, output }))
const ofTypeScript = blocksOf('client/README.md', 'ts')
const ofPython = blocksOf('python/README.md', 'python')

const left: Array<() => unknown> = []
/** What all tests share ends after them. */
const suite: Cleanup = { after: (work) => left.push(work) }
after(async () => {
  for (const work of left.toReversed()) await work()
})

const project = join(temporaryFolder(suite), 'project')

/** The project has the built client and every program in TypeScript. */
before(() => {
  const guides = globSync('examples/*/*.ts', { cwd: root }).map((path) => [
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
    ...Object.fromEntries(guides),
    ...Object.fromEntries(ofTypeScript.map(({ name, code }) => [`${name}.ts`, code])),
  })
  linkNodeTypes(project)
  const official = 'node_modules/@modelcontextprotocol'
  symlinkSync(join(root, official), join(project, official))
  writeFileSync(join(project, 'luna.png'), png(40, 20))
})

test('the types let every program of client/README.md and of the guides through', async () => {
  const markdown = readFileSync(join(root, 'client/README.md'), 'utf8')
  assert.equal(ofTypeScript.length, [...markdown.matchAll(/^```ts$/gm)].length)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await runProgram(process.execPath, [tsc, '-p', project], { cwd: project })
})

/** A service, and the variables with which a program calls it. */
const startFor = async (t: Cleanup, ...key: readonly string[]) => {
  const service = await startService(t, temporaryFolder(t), {
    PETSTORE_ENVIRONMENTS: 'staging',
    PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8',
  })
  const apiKey = await service.addKey('staging', ...key)
  const baseUrl = service.baseUrl('staging')
  const env = {
    PATH: process.env['PATH'],
    PYTHONPATH: join(root, 'python'),
    PYTHONDONTWRITEBYTECODE: '1',
    PETSTORE_API_KEY: apiKey,
    PETSTORE_BASE_URL: baseUrl,
  }
  return { store: new PetStore({ apiKey, baseUrl }), env }
}

for (const [readme, blocks, skip] of [
  ['client/README.md', ofTypeScript, false],
  ['python/README.md', ofPython, Python.skip],
] as const) {
  test(
    `the programs of ${readme}, one after the other, print what is shown`,
    { skip },
    async (t) => {
      const scopes = 'all,contacts:read,contacts:write,notes:read,notes:write,keys:manage'
      const facts = ['--plan', 'business', '--name', 'Front desk', '--scopes', scopes]
      const { env } = await startFor(t, ...facts)
      const runs = blocks.filter(({ kind }) => kind === 'runs')
      assert.ok(runs.length >= 8)
      for (const { name, code, output } of runs) {
        const [program, args] =
          blocks === ofPython
            ? ['python3', ['-c', code]]
            : [process.execPath, [join(project, `${name}.ts`)]]
        const printed = await runProgram(program, args, { cwd: project, env })
        assert.ok(matchesShown(output, printed), `${name} printed:\n${printed}`)
      }
    },
  )
}

/** The service of all guides. */
let started: ReturnType<typeof startFor> | undefined
const shared = async (t: TestContext) => ({
  ...(await (started ??= startFor(suite))),
  cwd: temporaryFolder(t),
})

/** Where a program is: those in TypeScript stand in a project that has the client. */
const fileOf = (guide: string, name: string): string =>
  name.endsWith('.ts') ? join(project, name) : join(root, 'examples', guide, name)

for (const [language, { program, ending, skip }] of Object.entries(languages)) {
  const run = async (t: TestContext, guide: string, name: string): Promise<string> => {
    const { env, cwd } = await shared(t)
    return await runProgram(program, [fileOf(guide, `${name}.${ending}`)], { cwd, env })
  }

  test(`hold an animal, in ${language}`, { skip }, async (t) => {
    const printed = await run(t, 'hold-an-animal', 'hold')
    const [, id = ''] = /^held: animal (\d+), order placed\ndelivered\n$/.exec(printed) ?? []
    const { store } = await shared(t)
    assert.equal((await store.pets.find(BigInt(id)))?.status, 'sold', printed)
  })

  if (language !== 'Python')
    test(`let an agent work with the store, in ${language}`, { skip }, async (t) => {
      const printed = await run(t, 'agents', 'agent')
      assert.match(printed, /^tools: search_animals, .*\nheld: animal \d+\npet_not_available\n$/)
    })

  test(`when it says no, in ${language}`, { skip }, async (t) => {
    assert.equal(
      await run(t, 'when-it-says-no', 'refused'),
      [
        'invalid_body: mend the request; the message says what is wrong',
        'order_not_found: it is not there',
        'done',
        'precondition_failed: read it again, then decide',
        '',
      ].join('\n'),
    )
    const { store } = await shared(t)
    await store.pets.update(1, { name: 'Rex' })
  })
}

test('keep a copy in step, in HTTP: the list, then what happened', HTTP, async (t) => {
  const { env, cwd, store } = await shared(t)
  const pets = await Array.fromAsync(store.pets.list())
  const file = fileOf('keep-a-copy-in-step', 'mirror.sh')
  assert.equal(
    await runProgram('bash', [file], { cwd, env }),
    `${pets.map(({ id, name }) => `put ${id} ${name}\n`).join('')}listed to ${pets.at(-1)?.id}\nup to date\n`,
  )
})

for (const { program, ending, skip } of [TypeScript, Python]) {
  test(`a copy by mirror.${ending} is in step, also after it was killed`, { skip }, async (t) => {
    const { env, cwd, store } = await shared(t)
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
    const ada = await store.pets.create({ name: 'Ada', categoryId: 1 })
    const bo = await store.pets.create({ name: 'Bo', categoryId: 1 })
    await inStep()
    first.kill('SIGKILL')
    await once(first, 'close')
    await store.pets.update(ada.id, { name: 'Max' })
    await store.pets.delete(bo.id)
    start()
    await inStep()
  })
}

const newSecret = (): string => `whsec_${randomBytes(32).toString('base64')}`

test('receive events, in HTTP: a signature is checked by hand', HTTP, async (t) => {
  const cwd = temporaryFolder(t)
  const secret = newSecret()
  const body = '{"type":"pet.created"}'
  writeFileSync(join(cwd, 'body'), body)
  const now = new Date()
  const time = String(Math.floor(now.getTime() / 1_000))
  const signature = new Webhook(secret).sign('evt_1', now, body)
  const file = fileOf('receive-events', 'receive.sh')
  const check = async (id: string): Promise<string> =>
    await runProgram('bash', [file, id, time, signature, 'body'], {
      cwd,
      env: { PATH: process.env['PATH'], WEBHOOK_SECRET: secret },
    })
  assert.equal(await check('evt_1'), 'pet.created\n')
  await assert.rejects(check('evt_2'), /not from the store/)
})

/** Starts a program that receives webhooks, once it listens. */
const startReceiving = async (
  t: TestContext,
  program: string,
  file: string,
  env: NodeJS.ProcessEnv,
) => {
  const port = await freePort()
  const receiver = spawn(program, [file], {
    env: { ...env, PORT: String(port) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  t.after(() => receiver.kill('SIGKILL'))
  const lines = createInterface({ input: receiver.stdout })[Symbol.asyncIterator]()
  const url = `http://127.0.0.1:${port}/hooks`
  const post = async (init: RequestInit = {}) => await fetch(url, { method: 'POST', ...init })
  await poll(async () => (await post().catch(() => null))?.status === 400 || undefined)
  return { url, post, line: async () => String((await lines.next()).value) }
}

for (const { program, ending, skip } of [TypeScript, Python]) {
  test(`the receiver receive.${ending} gets what the service sends`, { skip }, async (t) => {
    const { env, store } = await shared(t)
    const secret = newSecret()
    const file = fileOf('receive-events', `receive.${ending}`)
    const { url, line } = await startReceiving(t, program, file, { ...env, WEBHOOK_SECRET: secret })
    const { id } = await store.webhooks.create({ url, secret })
    assert.equal(await line(), 'webhook.ping')
    await poll(async () => (await store.webhooks.get(id)).state === 'enabled' || undefined)
    await store.pets.create({ name: 'Ada', categoryId: 1 })
    assert.equal(await line(), 'pet.created')
    await store.webhooks.delete(id)
  })
}

test('the receiver of client/README.md takes what the service signs, and nothing else', async (t) => {
  const { name, code, output } =
    ofTypeScript.find(({ kind }) => kind === 'receives') ?? assert.fail()
  assert.ok(code.trim().split('\n').length <= 20)
  const secret = newSecret()
  const env = { PATH: process.env['PATH'], WEBHOOK_SECRET: secret }
  const { post, line } = await startReceiving(t, process.execPath, join(project, `${name}.ts`), env)
  const send = async (type: string, data: object, signer = secret): Promise<number> => {
    const now = new Date()
    const body = JSON.stringify({ id: 17, type, timestamp: now.toISOString(), data })
    const headers = {
      'webhook-id': 'evt_17',
      'webhook-timestamp': String(Math.floor(now.getTime() / 1_000)),
      'webhook-signature': new Webhook(signer).sign('evt_17', now, body),
    }
    return (await post({ headers, body })).status
  }
  const pet = { id: 1, name: 'Rex', categoryId: 1, status: 'sold' }
  const changed = { pet, previous: { status: 'available' } }
  assert.equal(await send('webhook.ping', {}), 204)
  assert.equal(await send('pet.updated', changed, newSecret()), 400)
  // A repeat has the same id.
  for (let n = 0; n < 2; n += 1) {
    assert.equal(await send('pet.updated', changed), 204)
    assert.equal(`${await line()}\n`, output)
  }
})

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
