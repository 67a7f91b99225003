import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/base/config/config.ts'
import { type Json, temporaryFolder } from '../helpers/app.ts'
import { freePort } from '../helpers/free-port.ts'
import { runToEnd } from '../helpers/launching.ts'
import { needs } from '../helpers/needs.ts'
import { poll } from '../helpers/poll.ts'
import { startService } from '../helpers/service.ts'

const root = new URL('../../', import.meta.url)
const textOf = (path: string): string => readFileSync(new URL(path, root), 'utf8')

/** What systemd before 254 does not know, and says so. */
const newer = /Unknown key(?: name)? '(?:RestartSteps|RestartMaxDelaySec)'/

test(
  'systemd takes the units as they are, and what a cluster adds',
  { skip: needs('systemd-analyze') },
  (t) => {
    const folder = temporaryFolder(t)
    const units = ['petstore.service', 'petstore-backup@.service']
    // systemd checks that the program exists, so the checkout takes the place of the installation.
    const paths = units.map((name) => {
      const text = textOf(`deploy/${name}`).replaceAll('/opt/petstore/', fileURLToPath(root))
      writeFileSync(join(folder, name), text)
      return join(folder, name)
    })
    const [unit = ''] = paths
    mkdirSync(`${unit}.d`)
    for (const name of ['restart.conf', 'watchdog.conf']) {
      writeFileSync(join(`${unit}.d`, name), textOf(`deploy/cluster/${name}`))
    }
    const { status, out, error } = runToEnd('systemd-analyze', ['verify', '--man=no', ...paths])
    const said = `${out}${error}`.split('\n')
    const faults = said.filter((line) => line.includes('petstore') && !newer.test(line))
    assert.deepEqual([status, faults], [0, []], error)
  },
)

test('systemd never gives the service up, unless its configuration is wrong', () => {
  const unit = textOf('deploy/petstore.service')
  for (const line of [
    'StartLimitIntervalSec=0',
    'Restart=always',
    'RestartPreventExitStatus=2',
    // Else journald drops warnings among a flood of requests.
    'LogRateLimitIntervalSec=1s',
    'LogRateLimitBurst=1000000',
    // npm replaces the folder of the code, and no thread starts in a folder that is gone.
    'WorkingDirectory=/var/lib/petstore',
  ]) {
    assert.ok(unit.split('\n').includes(line), line)
  }
})

const mebibyte = 1024 ** 2

/** The setting of the unit, in bytes. */
const unitBytes = (name: string): number => {
  const [, count = '', unit = ''] =
    new RegExp(`^${name}=(\\d+)([MG])$`, 'm').exec(textOf('deploy/petstore.service')) ?? []
  return Number(count) * (unit === 'G' ? 1024 * mebibyte : mebibyte)
}

test('unit and container bound the memory, well above what was measured, and after the alert', () => {
  const measured = [...textOf('docs/performance.md').matchAll(/Memory at most: (\d+) MiB/g)]
  const most = Math.max(...measured.map(([, figure]) => Number(figure))) * mebibyte
  const [high, limit] = [unitBytes('MemoryHigh'), unitBytes('MemoryMax')]
  assert.ok(most > 0 && limit >= 8 * most, `${limit} is far above ${most}`)
  assert.ok(high < limit)
  const [, alert] =
    /process_resident_memory_bytes\{[^}]*\} > (\d+)/.exec(textOf('deploy/alerts.yml')) ?? []
  assert.ok(Number(alert) < high, 'somebody is told before the service is slowed down')
  const [, container] = /^docker run .*--memory (\d+)g /m.exec(textOf('docs/operations.md')) ?? []
  assert.equal(Number(container) * 1024 * mebibyte, limit)
})

test('what the image is made of is the package of a release on the Node that the service is tested with, and nothing of a checkout; its metrics are read from outside', () => {
  const image = textOf('deploy/Dockerfile')
  const { dependencies } = JSON.parse(textOf('package.json'))
  for (const [pattern, expected] of [
    [/^FROM node:(\S+)-bookworm\b/gm, dependencies.node],
    [/^(?:ADD|COPY (?!--from)) *(.*) \S+$/gm, 'petstore-service-*.tgz'],
  ] as const) {
    assert.deepEqual(
      Array.from(image.matchAll(pattern), ([, found]) => found),
      [expected],
    )
  }
  for (const name of ['PETSTORE_HOST', 'PETSTORE_METRICS_HOST']) {
    assert.match(image, new RegExp(`\\b${name}=0\\.0\\.0\\.0\\b`))
  }
  assert.match(image, /^EXPOSE 8080 8081 9464$/m)
})

/** Runs the health check of the image beside a service, and returns its exit status. */
const healthOf = (env: Readonly<Record<string, string>>): number | null => {
  const [, program = ''] =
    /^HEALTHCHECK .* CMD \["(\S+)"\]/m.exec(textOf('deploy/Dockerfile')) ?? []
  return spawnSync(program, { cwd: fileURLToPath(root), env }).status
}

test('the health check asks the environments that are served, and no other', async (t) => {
  const variables = {
    PETSTORE_ENVIRONMENTS: 'staging',
    PETSTORE_HOST: '0.0.0.0',
    PETSTORE_STAGING_PORT: String(await freePort()),
  }
  assert.equal(healthOf(variables), 1, 'nobody is there')
  const service = await startService(t, temporaryFolder(t), variables)
  // On a busy machine an answer may take longer than the check waits for it.
  await poll(() => healthOf(variables) === 0)
  assert.equal(
    healthOf({
      ...variables,
      PETSTORE_ENVIRONMENTS: 'production,staging',
      PETSTORE_PRODUCTION_PORT: String(await freePort()),
    }),
    1,
    'one of the two is missing',
  )
  await service.stop()
  assert.equal(healthOf(variables), 1)
})

/** The configuration that a container gets; a file stands for the mounted key. */
const configOf = (t: TestContext, variables: Readonly<Record<string, string>>) => {
  const key = join(temporaryFolder(t), 'key')
  writeFileSync(key, `${'0a'.repeat(32)}\n`)
  const env = Object.entries(variables).map(([name, text]) => [
    name,
    // What Compose puts in if a variable is not set.
    text.replaceAll(/\$\{\w+:-([^}]*)\}/g, '$1').replace(/^\/run\/.*secret_key$/, key),
  ])
  return readConfig(Object.fromEntries(env))
}

/** The names of the mounted files that variables name. */
const filesIn = (variables: Readonly<Record<string, string>>): readonly string[] =>
  Object.values(variables).flatMap(
    (text) => /^\/run\/secrets\/(?:.*\/)?(\w+)$/.exec(text)?.[1] ?? [],
  )

const milliseconds = (text: string): number => Number(/^(\d+)s$/.exec(text)?.[1]) * 1_000

test('each node of the Compose file has a right configuration, its secrets, and bounds', (t) => {
  const { services, secrets, volumes } = parse(textOf('deploy/compose.yaml'), { merge: true })
  for (const [name, service] of Object.entries<Json>(services)) {
    assert.ok(service.mem_limit && service.logging.options['max-size'], name)
    assert.equal(service.restart, 'unless-stopped', name)
    const mounted = (service.secrets ?? []).map((each: Json) => each.source ?? each)
    for (const each of mounted) assert.ok(secrets[each], each)
    for (const each of filesIn(service.environment ?? {})) assert.ok(mounted.includes(each), each)
    for (const each of service.volumes ?? []) {
      assert.ok(each.startsWith('./') || (each.split(':')[0] ?? '') in volumes, each)
    }
    if (service.image !== 'petstore') continue
    const config = configOf(t, service.environment ?? {})
    assert.deepEqual(config.unknownVariables, [])
    assert.equal(config.secretKey?.length, 32)
    assert.ok(milliseconds(service.stop_grace_period ?? '') > config.shutdownGrace + 60_000)
    const proxy = service.profiles[0] === 'nodes' ? ['172.30.9.10'] : []
    assert.deepEqual(config.trustedProxies, proxy)
  }
  assert.equal(services.proxy.networks.nodes['ipv4_address'], '172.30.9.10')
  // What the command of the proxy replaces.
  for (const text of ['server 127.0.0.1:8080;', 'api.example.com', '/var/log/nginx/petstore.log']) {
    assert.ok(textOf('deploy/nginx.conf').includes(text), text)
    assert.ok(services.proxy.command[2].includes(text), text)
  }
})

test('the pods of Kubernetes have a right configuration, and end after their grace', (t) => {
  const objects = parseAllDocuments(textOf('deploy/kubernetes.yaml')).map((each) => each.toJS())
  const [map, deployment] = objects
  const { spec } = deployment.spec.template
  const [container] = spec.containers
  const config = configOf(t, map.data)
  assert.deepEqual(config.unknownVariables, [])
  assert.ok(spec.terminationGracePeriodSeconds * 1_000 > config.shutdownGrace + 60_000)
  const { readinessProbe: ready, livenessProbe: live, startupProbe: start } = container
  const paths = [ready, live, start].map(({ httpGet }) => httpGet.path)
  assert.deepEqual(paths, ['/readyz', '/healthz', '/readyz'])
  // A proxy has noticed by the end of the grace.
  assert.ok(ready.periodSeconds * ready.failureThreshold * 1_000 < config.shutdownGrace)
  assert.equal(spec.enableServiceLinks, false)
  const secret = container.volumeMounts.find(({ name }: { name: string }) => name === 'secrets')
  for (const file of filesIn(map.data)) {
    // The command that makes the secret.
    assert.ok(textOf('deploy/kubernetes.yaml').includes(`=${file}=`), file)
    assert.ok(Object.values(map.data).includes(`${secret.mountPath}/${file}`), file)
  }
  const selected = objects
    .slice(1)
    .map(({ spec: { selector } }) => selector.matchLabels ?? selector)
  assert.deepEqual(selected, [{ app: 'petstore' }, { app: 'petstore' }, { app: 'petstore' }])
})
