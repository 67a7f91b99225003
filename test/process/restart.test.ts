import assert from 'node:assert/strict'
import { once } from 'node:events'
import { cpSync, readFileSync, renameSync, symlinkSync, writeFileSync } from 'node:fs'
import { Agent } from 'node:http'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type TestContext, test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from '../helpers/app.ts'
import { startCollector } from '../helpers/collector.ts'
import { commandsIn, runHere } from '../helpers/command.ts'
import { startFragileService } from '../helpers/fragile-service.ts'
import { call } from '../helpers/http.ts'
import { isOnPostgres } from '../helpers/on-postgres.ts'
import { poll } from '../helpers/poll.ts'
import { addWebhook, startReceiverOfPets } from '../helpers/receiver.ts'
import { createPet, startService, wide } from '../helpers/service.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))

/** A version of the service in a folder of its own, with the packages of this one. */
const checkout = (folder: string, version: string): string => {
  for (const name of ['bin', 'src'])
    cpSync(join(root, name), join(folder, name), { recursive: true })
  for (const name of ['node_modules', 'console', 'client'])
    symlinkSync(join(root, name), join(folder, name))
  const text = readFileSync(join(root, 'package.json'), 'utf8')
  writeFileSync(join(folder, 'package.json'), JSON.stringify({ ...JSON.parse(text), version }))
  return folder
}

/** Starts the service by its path in a folder, which is a link. */
const startFrom = async (t: TestContext, folder: string) => {
  const program = join(folder, 'bin/petstore.js')
  const launcher = ['sh', '-c', 'node="$1"; shift 2; exec "$node" "$0" "$@"', program]
  const variables = { PETSTORE_METRICS_PORT: '0' }
  const service = await startService(t, temporaryFolder(t), variables, launcher)
  const base = service.baseUrl('staging')
  const commands = commandsIn(service.dataDir, { env: service.env })
  const { key } = await commands.one('keys create --name Test', ...wide)
  const restart = async () => await runHere(['restart', '--json'], service.env)
  return { service, base, key: String(key), restart, ...commands }
}

test('petstore restart goes on with the version on disk: under load no connection is refused and no request fails', async (t) => {
  const folder = temporaryFolder(t)
  const current = join(folder, 'current')
  checkout(join(folder, '1'), '1.9.0')
  checkout(join(folder, '2'), '2.0.0')
  symlinkSync(join(folder, '1'), current)
  const { service, base, key, restart, done } = await startFrom(t, current)
  const kept = new Agent({ keepAlive: true })
  const one = new Agent({ keepAlive: true, maxSockets: 1 })
  t.after(() => [kept, one].map((agent) => agent.destroy()))

  const load = new AbortController()
  t.after(() => load.abort())
  let answered = 0
  /** Sends each request once, and begins the next with its answer. */
  const client = async (writes: boolean, agent: Agent | undefined): Promise<void> => {
    while (!load.signal.aborted) {
      const body = { name: 'Rex', categoryId: 1 }
      const options = { key, ...(agent && { agent }), ...(writes && { method: 'POST', body }) }
      const { status, headers } = await call(`${base}/pets`, options)
      assert.equal(status, writes ? 201 : 200)
      if (agent) assert.equal(headers['connection'], 'keep-alive')
      answered += 1
    }
  }
  const clients = [true, false].flatMap((writes) =>
    [kept, kept, undefined, undefined].map((agent) => client(writes, agent)),
  )
  const all = Promise.all(clients)
  const untilMore = async (): Promise<unknown> => {
    const before = answered
    return await Promise.race([all, poll(() => answered > before + 100)])
  }
  // One that is idle over the restart, one whose request is half there, and one that gets events.
  const idle = async () => (await call(`${base}/pets/1`, { key, agent: one })).headers
  await idle()
  const [used] = Object.values(one.freeSockets).flat()
  const { port, host } = new URL(base)
  const head = (line: string) =>
    `${line} HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${key}\r\n`
  const open = (text: string) => {
    const socket = connect(Number(port), '127.0.0.1').setEncoding('utf8')
    t.after(() => socket.destroy())
    let got = ''
    socket.on('data', (bytes) => (got += String(bytes)))
    socket.write(text)
    return { socket, got: () => got, ended: once(socket, 'close') }
  }
  const [half, rest] = ['{"name":"Slow",', '"categoryId":1}']
  const json = `Content-Type: application/json\r\nContent-Length: ${half.length + rest.length}\r\n\r\n`
  const slow = open(head('POST /v1/pets') + json + half)
  const stream = open(`${head('GET /v1/events')}Accept: text/event-stream\r\n\r\n`)
  await poll(() => stream.got().includes('text/event-stream'))
  await untilMore()

  symlinkSync(join(folder, '2'), join(folder, 'next'))
  renameSync(join(folder, 'next'), current)
  const restarted = restart()
  await untilMore()
  assert.deepEqual(service.logged('restarted'), [], 'it waits for the upload, and serves on')
  slow.socket.write(rest)
  await poll(() => slow.got().includes('201 Created'))
  slow.socket.destroy()
  const { status, out, error } = await restarted
  assert.deepEqual([status, error], [0, ''])
  const { milliseconds, ...facts } = JSON.parse(out)
  assert.ok(milliseconds >= 0)
  const versions = { before: '1.9.0', after: '2.0.0' }
  assert.deepEqual(facts, { environment: 'staging', ...versions })
  await untilMore()
  await idle()
  assert.equal(
    Object.values(one.freeSockets).flat()[0],
    used,
    'an idle connection outlives the restart',
  )
  await stream.ended
  assert.match(stream.got(), /: the service ends\nretry: \d+\n\n/)
  load.abort()
  await all

  const health = await (await fetch(service.metricsUrl('/health.json'))).text()
  assert.deepEqual(health.match(/"version": ".*"/g), Array(2).fill('"version": "2.0.0"'))
  const { sum } = await service.scrape()
  assert.equal(sum('petstore_build_info', { version: '2.0.0' }), 1)
  assert.match(
    await done('audit'),
    /  service\.restarted  2\.0\.0  from 1\.9\.0  from command line of /,
  )

  await t.test('a version that cannot serve is refused, and the one before serves on', async () => {
    const create = async () => {
      const body = { name: 'Rex', categoryId: 1 }
      const added = await call(`${base}/pets`, { key, agent: one, method: 'POST', body })
      assert.equal(added.status, 201)
      assert.equal(Object.values(one.freeSockets).flat()[0], used)
    }
    const refuses = async (file: string, from: string, to: string, expected: RegExp) => {
      const path = join(folder, '2/src', file)
      const text = readFileSync(path, 'utf8')
      assert.ok(text.includes(from))
      writeFileSync(path, text.replace(from, to))
      const refused = await restart()
      assert.deepEqual([refused.status, refused.out], [1, ''])
      assert.match(refused.error, expected)
      writeFileSync(path, text)
      await create()
    }
    const thrown = "throw new Error('It is broken.')\n"
    await refuses(
      'worker-main.ts',
      'await main()\n',
      thrown,
      /^staging was not restarted: It is broken\.\n$/,
    )
    await refuses(
      'server/messages.ts',
      'protocol = 1',
      'protocol = 0',
      /2\.0\.0 cannot work in this process.*systemctl restart petstore/,
    )
    // It changes the schema in a transaction, which fails.
    if (!isOnPostgres)
      await refuses(
        'store/sqlite/migrations.ts',
        'steps.length',
        "steps.push('CREATE TABLE half (id INTEGER) STRICT; INSERT INTO nowhere VALUES (1)')",
        /no such table: nowhere.* 2\.0\.0 keeps serving\.\n$/,
      )
    await refuses(
      'app.ts',
      'let agents:',
      `${thrown}  let agents:`,
      /It is broken\. 2\.0\.0 keeps serving\.\n$/,
    )
    assert.equal(service.logged('restart_failed').length, isOnPostgres ? 3 : 4)
    assert.deepEqual(service.logged('thread_failed'), [])
    assert.equal((await restart()).status, 0)
    await create()
  })
  assert.equal((await service.stop()).status, 0)
  const gone = await restart()
  assert.equal(gone.status, 1)
  assert.match(gone.error, /^No service answers at .*ENOENT/)
})

test('two restarts at once repeat no message of a webhook; a worker that fails meanwhile is replaced, and SIGTERM ends with status 0', async (t) => {
  const { variables } = await startCollector(t)
  const allowed = { ...variables, PETSTORE_WEBHOOK_ALLOW: '127.0.0.0/8' }
  const service = await startFragileService(t, allowed)
  const ask = service.call
  const restart = () => runHere(['restart'], service.env)
  const { port, received } = await startReceiverOfPets(t)
  await addWebhook(ask, port)
  const made: string[] = []
  const over = new AbortController()
  const write = async (): Promise<void> => {
    while (!over.signal.aborted) {
      const name = `Pet ${made.length}`
      made.push(name)
      const { status, text } = await createPet(ask, name)
      assert.equal(status, 201, text)
    }
  }
  const written = Promise.all([write(), write()])
  for (const { status, error } of await Promise.all([restart(), restart()]))
    assert.equal(status, 0, error)
  over.abort()
  await written
  await poll(() => received.length >= made.length)
  assert.deepEqual(received.toSorted(), made.toSorted())

  const failing = restart()
  service.fail('throw')
  await failing
  await poll(async () => {
    const answer = await ask('/pets').catch(() => undefined)
    return answer?.status === 200
  })
  const last = restart()
  assert.equal((await service.stop()).status, 0)
  await last
})
