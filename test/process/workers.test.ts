import assert from 'node:assert/strict'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { setTimeout as wait } from 'node:timers/promises'
import { isDeepStrictEqual } from 'node:util'
import { temporaryFolder } from '../helpers/app.ts'
import { commandsIn, linesOf } from '../helpers/command.ts'
import { type FragileService, startFragileService } from '../helpers/fragile-service.ts'
import { call } from '../helpers/http.ts'
import { poll } from '../helpers/poll.ts'
import { createPet, startService } from '../helpers/service.ts'

/** How often each name is in the store. */
const namesIn = async ({ dataDir, env }: FragileService): Promise<ReadonlyMap<string, number>> => {
  const { done } = commandsIn(dataDir, { env })
  const all = linesOf(await done('pets export - --format ndjson'))
  const names = Map.groupBy(all, ({ name }) => String(name))
  return new Map([...names].map(([name, found]) => [name, found.length]))
}

test('workers that fail under load are replaced, no connection is refused, and each animal that was acknowledged exists once', async (t) => {
  const service = await startFragileService(t, { PETSTORE_METRICS_PORT: '0' })
  const load = new AbortController()
  const [acknowledged, refused, losses]: [string[], string[], string[]] = [[], [], []]
  /** Sends each creation once or, with a key of idempotency, until it is acknowledged. */
  const client = async (isPersistent: boolean): Promise<void> => {
    while (!load.signal.aborted) {
      const name = randomUUID()
      for (;;) {
        const sent = createPet(service.call, name, isPersistent ? name : undefined)
        const answer = await sent.catch((error) => void losses.push(String(error)))
        if (answer?.status === 201) acknowledged.push(name)
        else if (answer?.status === 503 && !isPersistent) refused.push(name)
        else await wait(10)
        if (answer?.status === 201 || !isPersistent) break
      }
    }
  }
  const clients = [true, false].flatMap((is) => Array.from({ length: 6 }, () => client(is)))
  // Five within ten seconds would end the service.
  for (const [index, how] of (['throw', 'exit', 'throw'] as const).entries()) {
    const before = acknowledged.length
    while (acknowledged.length < before + 50) await wait(5)
    service.fail(how)
    await service.untilLogged('thread_replaced', index + 1)
  }
  const before = acknowledged.length
  while (acknowledged.length < before + 50) await wait(5)
  load.abort()
  await Promise.all(clients)

  assert.ok(losses.length > 0, 'connections that were open break')
  assert.ok(!losses.some((loss) => loss.includes('ECONNREFUSED')), losses.join('\n'))
  const names = await namesIn(service)
  for (const name of acknowledged) assert.equal(names.get(name), 1)
  for (const name of refused) assert.equal(names.get(name), undefined)
  assert.equal(service.logged('thread_failed').length, 3)
  const { sum } = await service.scrape()
  const threads = ['petstore_threads', 'petstore_threads_replaced_total'].map((name) => sum(name))
  assert.deepEqual(threads, [1, 3], 'the metrics tell of it')
  const { status, error } = await service.stop()
  assert.equal(status, 0)
  const strange = error.split('\n').filter((line) => /internal_error|Warning/.test(line))
  assert.deepEqual(strange, [])
})

test('five failures within ten seconds end the service with status 1', async (t) => {
  const service = await startFragileService(t)
  const closed = once(service.process, 'close')
  for (let failure = 1; failure <= 5; failure += 1) {
    service.fail('throw')
    await service.untilLogged('thread_failed', failure)
    if (failure < 5) await service.untilLogged('thread_replaced', failure)
  }
  const [status] = await closed
  assert.equal(status, 1)
  assert.match(service.output().error, /The worker of staging failed: A test makes/)
})

test('what happens to the worker of staging is not felt in production, which answers and counts on', async (t) => {
  const service = await startFragileService(t, {
    PETSTORE_ENVIRONMENTS: 'production,staging',
    PETSTORE_METRICS_PORT: '0',
  })
  const production = service.asking(await service.addKey('production'), 'production')
  const left: number[] = []
  const ask = async (times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) {
      const { status, headers } = await production('/pets')
      assert.equal(status, 200)
      left.push(Number(/"day";r=(\d+)/.exec(String(headers['ratelimit']))?.[1]))
    }
  }
  await ask(10)
  service.fail('throw')
  await service.untilLogged('thread_replaced', 1)
  await ask(10)
  service.fail('hang')
  await service.untilLogged('hangs', 1)
  let answered = false
  const stuck = service.call('/pets').then(
    () => (answered = true),
    () => undefined,
  )
  await ask(20)
  assert.equal(answered, false)
  const first = left[0] ?? 0
  assert.deepEqual(
    left,
    left.map((_, at) => first - at),
    'each request was counted once',
  )
  const { sum } = await service.scrape()
  const requests = { environment: 'production', operation: 'listPets', status: '200' }
  assert.equal(sum('petstore_requests_total', requests), 40)
  assert.ok(
    service.logged('thread_failed').every(({ environment }) => environment === 'staging'),
    'production did not fail',
  )
  // It would wait for requests that hang.
  service.process.kill('SIGKILL')
  await stuck
})

test('a variable without effect is told of, SIGHUP reloads the bounds of the log, and SIGUSR1 opens no debugger', async (t) => {
  const folder = temporaryFolder(t)
  const file = join(folder, '.env')
  const launcher = ['sh', '-c', `cd "${folder}" && exec "$@"`, 'sh']
  writeFileSync(file, 'PETSTORE_LOG_LEVEL=warn\n')
  const variables = { PETSTORE_THREADS: '4' }
  const service = await startService(t, join(folder, 'data'), variables, launcher)
  const obsolete = await service.untilLogged('obsolete_variable')
  assert.deepEqual([obsolete['level'], obsolete['name']], ['warn', 'PETSTORE_THREADS'])
  assert.deepEqual(service.logged('unknown_variables'), [])
  const list = async (): Promise<number> =>
    (await call(`${service.baseUrl('staging')}/pets`)).status

  assert.equal(await list(), 401)
  writeFileSync(file, 'PETSTORE_LOG_LEVEL=info\nPETSTORE_CONSOLE=off\nPETSTORE_CONSOEL=on\n')
  service.process.kill('SIGHUP')
  const reloaded = await service.untilLogged('configuration_reloaded')
  assert.deepEqual(
    [reloaded['changed'], reloaded['needRestart']],
    [['PETSTORE_LOG_LEVEL'], ['PETSTORE_CONSOLE']],
  )
  assert.deepEqual(service.logged('request'), [], 'so far only warnings were logged')
  // The worker is told after the main thread: until then a request is not logged.
  await poll(async () => ((await list()) === 401 ? service.logged('request')[0] : undefined))

  service.process.kill('SIGUSR1')
  await service.untilLogged('signal_ignored')
  const { status, error } = await service.stop()
  assert.equal(status, 0)
  assert.doesNotMatch(error, /Debugger listening/)
})

test('SIGHUP reads the file of systemd again, and what it puts in force outlives a worker and is in the audit log', async (t) => {
  const file = join(temporaryFolder(t), 'petstore.env')
  const origins = ['https://a.example', 'https://b.example']
  const began = {
    PETSTORE_CORS_ORIGINS: 'https://a.example',
    PETSTORE_KEEP_ALIVE_TIMEOUT: '20s',
    PETSTORE_MAX_CONNECTIONS_PER_ADDRESS: '500',
  }
  const write = (variables: object): void => {
    const lines = Object.entries(variables).map((each) => each.join('='))
    writeFileSync(file, lines.join('\n'))
  }
  write(began)
  const service = await startFragileService(t, { ...began, PETSTORE_ENV_FILE: file })
  const settings = async () => {
    const answers = origins.map((origin) => service.call('/pets', { headers: { origin } }))
    const [a, b] = (await Promise.all(answers)).map(({ headers }) => headers)
    const name = 'access-control-allow-origin'
    return [a?.[name], b?.[name], b?.['keep-alive']]
  }
  const before = ['https://a.example', undefined, 'timeout=20']
  const after = [undefined, 'https://b.example', 'timeout=72']
  assert.deepEqual(await settings(), before)
  const reload = (): boolean => service.process.kill('SIGHUP')

  write({ ...began, PETSTORE_CORS_ORIGINS: '*' })
  reload()
  const refused = await service.untilLogged('configuration_refused')
  assert.match(String(refused['explanation']), /PETSTORE_CORS_ORIGINS is "\*", but takes origins/)
  rmSync(file)
  reload()
  const unread = await service.untilLogged('configuration_refused', 2)
  assert.match(String(unread['explanation']), /petstore\.env cannot be read: ENOENT.*Let the user/)
  assert.deepEqual(await settings(), before)

  write({
    PETSTORE_CORS_ORIGINS: 'https://b.example',
    PETSTORE_MAX_CONNECTIONS_PER_ADDRESS: '600',
    PETSTORE_TRUSTED_PROXIES: '127.0.0.1',
    PETSTORE_CONSOLE: 'off',
  })
  reload()
  const { changed, needRestart } = await service.untilLogged('configuration_reloaded')
  const names = [
    'PETSTORE_TRUSTED_PROXIES',
    'PETSTORE_CORS_ORIGINS',
    'PETSTORE_KEEP_ALIVE_TIMEOUT',
    'PETSTORE_MAX_CONNECTIONS_PER_ADDRESS',
  ]
  assert.deepEqual([changed, needRestart], [names, ['PETSTORE_CONSOLE']])
  const isInForce = async () => isDeepStrictEqual(await settings(), after)
  await poll(isInForce)
  service.fail('throw')
  await service.untilLogged('thread_replaced')
  assert.deepEqual(await settings(), after)
  reload()
  await service.untilLogged('configuration_reloaded', 2)

  const scopes = ['--scopes', 'all,keys:manage']
  const key = await service.addKey('staging', '--plan', 'pro', ...scopes)
  const body = { name: 'Anna', scopes: ['pets:read'] }
  const headers = { 'X-Forwarded-For': '192.0.2.9' }
  assert.equal((await service.call('/keys', { method: 'POST', key, body, headers })).status, 201)
  const out = await commandsIn(service.dataDir, { env: service.env }).done('audit')
  assert.ok(out.includes(`  service  settings.reloaded  ${names.join(', ')}  from SIGHUP\n`), out)
  assert.equal(out.match(/settings\.reloaded/g)?.length, 1)
  assert.match(out, /  key_\w+  key\.created  key_\w+  from 192\.0\.2\.9\n$/)
})
