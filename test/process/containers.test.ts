import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { parse, parseAllDocuments } from 'yaml'
import { readConfig } from '../../src/base/config/config.ts'
import { temporaryFolder } from '../helpers/app.ts'

const textOf = (path: string): string =>
  readFileSync(new URL(`../../deploy/${path}`, import.meta.url), 'utf8')

/** What the test reads of a service of the Compose file. */
type ComposeService = {
  readonly image: string
  readonly profiles: readonly string[]
  readonly restart: string
  readonly mem_limit: string
  readonly logging: { readonly options: Readonly<Record<string, string>> }
  readonly stop_grace_period?: string
  readonly environment?: Readonly<Record<string, string>>
  readonly secrets?: ReadonlyArray<string | { readonly source: string }>
  readonly volumes?: readonly string[]
}

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
  const { services, secrets, volumes } = parse(textOf('compose.yaml'), { merge: true })
  for (const [name, service] of Object.entries<ComposeService>(services)) {
    assert.ok(service.mem_limit && service.logging.options['max-size'], name)
    assert.equal(service.restart, 'unless-stopped', name)
    const mounted = (service.secrets ?? []).map((each) =>
      typeof each === 'string' ? each : each.source,
    )
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
    assert.ok(textOf('nginx.conf').includes(text), text)
    assert.ok(services.proxy.command[2].includes(text), text)
  }
})

test('the pods of Kubernetes have a right configuration, and end after their grace', (t) => {
  const objects = parseAllDocuments(textOf('kubernetes.yaml')).map((each) => each.toJS())
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
    assert.ok(textOf('kubernetes.yaml').includes(`=${file}=`), file)
    assert.ok(Object.values(map.data).includes(`${secret.mountPath}/${file}`), file)
  }
  const selected = objects
    .slice(1)
    .map(({ spec: { selector } }) => selector.matchLabels ?? selector)
  assert.deepEqual(selected, [{ app: 'petstore' }, { app: 'petstore' }, { app: 'petstore' }])
})
