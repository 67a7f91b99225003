import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { startApp, temporaryFolder, type TestApp } from '../helpers/app.ts'
import { freePort } from '../helpers/free-port.ts'
import { root } from '../helpers/packed-client.ts'
import { poll } from '../helpers/poll.ts'

const run = promisify(execFile)

/** Runtimes that a program may have besides Node. */
const runtimes = ['workerd@1.20261117.1', 'deno@2.9.6', 'bun@1.4.5']

/**
 * What a program does, wherever it runs: it adds, lists, changes under a condition, meets an error, reads the log, and
 * follows it by a stream, since it asks but once for the newest event.
 */
const program = `
import { NotFoundError, PetStore, PreconditionError } from '${root}/client/src/index.ts'

export const shop = async (apiKey, baseUrl) => {
  let asked = 0
  const onlyOnce = (url, init) =>
    url.endsWith('/usage') && (asked += 1) > 1 ? new Promise(() => {}) : fetch(url, init)
  const store = new PetStore({ apiKey, baseUrl, fetch: onlyOnce, paceToQuota: true })
  const made = await store.pets.create({ name: 'Rex', categoryId: 9223372036854775807n })
  const { etag } = await store.pets.find(made.id).withResponse()
  await store.pets.update(made.id, { status: 'sold' }, { ifMatch: etag })
  const codes = []
  for (const call of [
    () => store.pets.delete(made.id, { ifMatch: etag }),
    () => store.orders.get(404),
  ]) {
    try {
      await call()
    } catch (error) {
      codes.push(error instanceof PreconditionError, error instanceof NotFoundError)
    }
  }
  const types = []
  for await (const { type } of store.events({ after: 0, petId: made.id })) types.push(type)
  for await (const { id, type } of store.events({ after: 1, follow: true })) {
    types.push(type + id)
    if (id === 2n) setTimeout(() => store.pets.delete(made.id), 10)
    else break
  }
  return [made.categoryId, ...codes, ...types].join()
}
`
const printed =
  '9223372036854775807,true,false,false,true,pet.created,pet.updated,pet.updated2,pet.deleted3'

const folder = temporaryFolder({ after })

before(async () => {
  writeFileSync(join(folder, 'package.json'), '{}')
  // Their scripts fetch what they run.
  const quiet = ['--no-audit', '--no-fund', '--loglevel=error', '--prefix', folder]
  await run('npm', ['install', ...quiet, ...runtimes])
})

const bundle = async (name: string, main: string): Promise<string> => {
  const entry = join(folder, `${name}-entry.js`)
  writeFileSync(entry, `${program}\n${main}`)
  const outfile = join(folder, `${name}.js`)
  await build({ entryPoints: [entry], bundle: true, format: 'esm', outfile })
  return outfile
}

const argsOf = ({ key, baseUrl }: TestApp): readonly string[] => [key, baseUrl]

for (const [name, given, ...options] of [
  ['deno', 'Deno.args', 'run', '--no-prompt', '--allow-net=127.0.0.1'],
  ['bun', 'process.argv.slice(2)'],
] as const) {
  test(`the client runs in ${name}`, async (t) => {
    const file = await bundle(name, `console.log(await shop(...${given}))`)
    const args = [...options, file, ...argsOf(await startApp(t))]
    const env = { ...process.env, DENO_DIR: folder }
    const { stdout } = await run(join(folder, 'node_modules/.bin', name), args, { env })
    assert.equal(stdout.trim(), printed)
  })
}

test('the client runs in workerd, the runtime of Cloudflare Workers', async (t) => {
  const [key, baseUrl] = argsOf(await startApp(t))
  await bundle(
    'worker',
    `export default { fetch: async () =>
      new Response(await shop(${JSON.stringify(key)}, ${JSON.stringify(baseUrl)}).catch(String)) }`,
  )
  const port = await freePort()
  const config = `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [
    (name = "main", worker = .main),
    (name = "internet", network = (allow = ["private", "public"])),
  ],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")],
);
const main :Workerd.Worker = (
  modules = [(name = "worker", esModule = embed "worker.js")],
  compatibilityDate = "2026-01-01",
);
`
  writeFileSync(join(folder, 'config.capnp'), config)
  const workerd = spawn(join(folder, 'node_modules/.bin/workerd'), ['serve', 'config.capnp'], {
    cwd: folder,
    stdio: 'ignore',
  })
  t.after(async () => {
    if (workerd.kill('SIGKILL')) await once(workerd, 'exit')
  })
  const answer = await poll(() => fetch(`http://127.0.0.1:${port}`).catch(() => undefined))
  assert.equal(await answer.text(), printed)
})
