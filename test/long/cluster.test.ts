import assert from 'node:assert/strict'
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { ClusterFacts, ClusterProcess } from '../../scripts/cluster/cluster.ts'
import { missingHere } from '../../scripts/cluster/missing.ts'
import { processesIn } from '../../scripts/cluster/processes-in.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { testWith } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'

const program = fileURLToPath(new URL('../../scripts/cluster/main.ts', import.meta.url))
const it = testWith(process.env['CI'] === 'true' ? false : missingHere())

/** A cluster's launcher, and the folder in which all its processes work. */
type Launched = { readonly launcher: ChildProcess; readonly folder: string }

const launch = (t: TestContext, ...options: readonly string[]): Launched => {
  const folder = temporaryFolder(t)
  // PostgreSQL runs as another user, who passes through.
  chmodSync(folder, 0o711)
  const launcher = spawn(process.execPath, [program, ...options], {
    env: { ...process.env, TMPDIR: folder },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const closed = once(launcher, 'close')
  t.after(async () => {
    launcher.kill('SIGTERM')
    await closed
  })
  return { launcher, folder }
}

/** Tells it to end, and sees that nothing of it is left. */
const end = async ({ launcher, folder }: Launched, signal: NodeJS.Signals): Promise<void> => {
  launcher.kill(signal)
  const [status] = await once(launcher, 'close')
  assert.equal(status, 0)
  assert.deepEqual(processesIn(folder), [])
  const left = readdirSync(folder).filter((name) => name.startsWith('petstore-cluster'))
  assert.deepEqual(left, [])
}

it('a cluster on one machine serves, replaces what is killed, and leaves nothing behind', async (t) => {
  const file = join(temporaryFolder(t), 'processes.json')
  const launched = launch(t, '--json', '--processes', file)
  const printed: string[] = []
  const ready = Promise.withResolvers<ClusterFacts>()
  createInterface({ input: launched.launcher.stdout ?? process.stdin })
    .on('line', (line) => {
      printed.push(line)
      ready.resolve(JSON.parse(line))
    })
    .on('close', () => ready.reject(new Error('It ended before it was ready.')))
  launched.launcher.stderr?.pipe(process.stderr)
  const { nodes, balancer, key, processes } = await ready.promise
  const roles = Map.groupBy(processes, ({ role }) => role)
  assert.deepEqual(Object.fromEntries([...roles].map(([role, all]) => [role, all.length])), {
    service: 3,
    primary: 1,
    standby: 2,
    counters: 1,
    'counters-replica': 2,
    sentinel: 3,
    consensus: 6,
    balancer: 1,
  })

  const send = async (url: string, init: RequestInit = {}) => {
    const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
    const answer = await fetch(url, { ...init, headers })
    return { status: answer.status, text: await answer.text() }
  }
  const add = async (base: string, name: string) =>
    await send(`${base}/pets`, { method: 'POST', body: JSON.stringify({ name, categoryId: 1 }) })
  const read = async (base: string) => await send(`${base}/pets?limit=1&sort=-id`)
  const everywhere = [...nodes, balancer]
  for (const [at, base] of everywhere.entries()) {
    assert.equal((await add(base, `Pet ${at}`)).status, 201)
    for (const other of everywhere) assert.match((await read(other)).text, RegExp(`"Pet ${at}"`))
  }

  // What is killed starts again, or another process takes its role.
  const service = processes.find(({ role }) => role === 'service')
  assert.ok(service)
  process.kill(service.pid, 'SIGKILL')
  for (let turn = 0; turn < 10; turn += 1) assert.equal((await read(balancer)).status, 200)
  await poll(() => {
    const now = JSON.parse(readFileSync(file, 'utf8')) as readonly ClusterProcess[]
    return now.find(({ name, pid }) => name === service.name && pid !== service.pid)
  })

  await end(launched, 'SIGTERM')
  assert.equal(printed.length, 1)
})

/** A launcher that has come as far as a step. */
const launchUntil = async (t: TestContext, step: string): Promise<Launched> => {
  const launched = launch(t)
  launched.launcher.stdout?.resume()
  const steps = createInterface({ input: launched.launcher.stderr ?? process.stdin })
  for await (const line of steps) if (line.startsWith(step)) break
  return launched
}

it('a cluster that is told to end while it starts leaves nothing behind', async (t) => {
  // The databases and the services are still to come.
  await end(await launchUntil(t, 'etcd runs'), 'SIGINT')
})

it('of a launcher that is killed nothing goes on', async (t) => {
  const { launcher, folder } = await launchUntil(t, 'PostgreSQL runs')
  assert.notDeepEqual(processesIn(folder), [])
  launcher.kill('SIGKILL')
  await poll(() => processesIn(folder).length === 0)
})
