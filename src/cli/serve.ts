import { relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Command } from 'commander'
import type { AuditEntry } from '../base/audit.ts'
import { type Config, type Env, readConfig } from '../base/config/config.ts'
import { variables } from '../base/config/variables.ts'
import { messageOf } from '../base/errors/message-of.ts'
import { inUrl, isWildcard } from '../base/addresses.ts'
import type { BaseUrls, Environment } from '../base/environments.ts'
import type { Observe } from '../base/observation.ts'
import { createLog } from '../observe/log.ts'
import { startMetrics } from '../observe/metrics-server.ts'
import { firstStopSignal, refuseDebugger } from '../server/stop-signals.ts'
import { listenForRestart } from '../server/control.ts'
import type { WorkerSettings } from '../server/messages.ts'
import { type Listening, supervise } from '../server/supervisor.ts'
import { type Ended, endedEarly } from '../server/worker-handle.ts'
import { dataFiles } from '../store/data-files.ts'
import { example } from './kit/options.ts'
import { Failure, jsonLine, type Terminal } from './kit/terminal.ts'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import type { Variable } from '../base/config/variable.ts'

/** `petstore serve`: runs the environments until SIGTERM or SIGINT. */
export const addServeCommand = (program: Command, terminal: Terminal): void => {
  const command = program
    .command('serve')
    .description('run the environments until SIGTERM or SIGINT')
    .option('--json', 'print one JSON object for each environment once all listen')
    .action(async ({ json }: { readonly json?: true }) => {
      await serve(readConfig(terminal.env), terminal, json === true)
    })
  example(command, '', 'PETSTORE_ENVIRONMENTS=staging ')
}

const serve = async (config: Config, terminal: Terminal, json: boolean): Promise<void> => {
  const log = createLog(config, undefined)
  const { observe } = log
  const { unknownVariables: names, obsoleteVariables } = config
  if (names.length > 0) observe({ kind: 'unknown_variables', names })
  for (const obsolete of obsoleteVariables) observe({ kind: 'obsolete_variable', ...obsolete })
  const stopSignal = firstStopSignal()
  refuseDebugger(observe)
  const supervisors = config.environments.map((environment) =>
    supervise(config, { ...terminal.env }, environment, observe),
  )
  const configure = (settings: Partial<WorkerSettings>, audit?: AuditEntry): void => {
    for (const supervisor of supervisors) supervisor.configure(settings, audit)
  }
  const files = dataFiles(config.dataDir, config.environments[0] ?? 'production')
  let grace = config.shutdownGrace
  const apply = (changed: Env, audit: AuditEntry | undefined): void => {
    const read = readConfig(changed)
    log.configure(read.log)
    configure({ env: changed }, audit)
    grace = read.shutdownGrace
    keepSettings(changed, files.settings)
  }
  process.on('SIGHUP', reloading(terminal, apply, observe))
  let control: ReturnType<typeof listenForRestart> | undefined
  const stopAll = async (reason: string, within: number): Promise<readonly Ended[]> =>
    await Promise.all(supervisors.map((supervisor) => supervisor.stop(reason, within)))
  const workers = new Map(supervisors.map((each) => [each.environment, each]))
  const metrics = startMetrics(config, workers, observe, terminal.now)
  const starting = [metrics, ...supervisors.map((supervisor) => supervisor.listening)] as const
  /** Waits until all listen. Then it tells the workers their base URLs, listens for `petstore restart`, and prints the banner. */
  const open = async (): Promise<void> => {
    const [server, ...listening] = await Promise.all(starting)
    const urls = listening.map(({ environment, baseUrl }) => [environment, baseUrl])
    const changed = keepSettings(terminal.env, files.settings).join(', ')
    const [at, action] = [terminal.now(), 'settings.changed']
    const audit = { at, who: 'service', action, target: changed, origin: 'start' }
    const baseUrls = allBaseUrls(config, Object.fromEntries(urls))
    configure({ baseUrls }, changed === '' ? undefined : audit)
    control = listenForRestart(files.control, supervisors, observe)
    const lines = listening.map((facts) => jsonLine({ ...facts, metrics: server?.url }))
    terminal.out(json ? lines.join('') : banner(listening, server?.url, config.console))
  }
  try {
    const opening = open()
    const ended = Promise.race(supervisors.map((supervisor) => supervisor.ended))
    // An environment waits for its database without limit. The failure of another part ends that wait.
    const failed = opening.then(() => ended).catch(() => 'another part could not start')
    const end = await Promise.race([stopSignal, ended, failed])
    // After a failure there is no grace, so that a process manager can restart the service soon.
    const why = typeof end === 'string' ? end : 'another environment ended'
    const ends = await stopAll(why, why.startsWith('SIG') ? grace : 0)
    const messages = (await Promise.allSettled([...starting, opening])).map((part) =>
      part.status === 'rejected' ? messageOf(part.reason) : endedEarly,
    )
    const unclean = typeof end === 'string' ? ends.find(({ clean }) => !clean) : end
    // The same cause may stop both environments; it is reported once.
    const problems = new Set(messages.filter((message) => !message.endsWith(endedEarly)))
    const problem = [...problems].join('\n') || unclean?.reason
    if (problem !== undefined) throw new Failure(problem)
  } finally {
    control?.close()
    // Metrics are served to the end, so that the last requests can still be scraped.
    await metrics.then((server) => server?.close()).catch(() => undefined)
    await log.close()
  }
}

/** Variables that SIGHUP reloads. All others need a restart. */
const reloadable: ReadonlySet<string> = new Set([
  'PETSTORE_LOG_LEVEL',
  'PETSTORE_LOG_SAMPLE',
  'PETSTORE_LOG_RATE',
  'PETSTORE_TRUSTED_PROXIES',
  'PETSTORE_CORS_ORIGINS',
  'PETSTORE_HEADERS_TIMEOUT',
  'PETSTORE_REQUEST_TIMEOUT',
  'PETSTORE_RESPONSE_TIMEOUT',
  'PETSTORE_KEEP_ALIVE_TIMEOUT',
  'PETSTORE_MAX_CONNECTIONS',
  'PETSTORE_MAX_CONNECTIONS_PER_ADDRESS',
  'PETSTORE_EVENT_DAYS',
  'PETSTORE_CONTACT_DAYS',
  'PETSTORE_SHUTDOWN_GRACE',
])

/** Returns the handler of SIGHUP. It applies and logs changes of `reloadable`; an invalid configuration changes nothing. */
const reloading = (
  terminal: Terminal,
  apply: (env: Env, audit: AuditEntry | undefined) => void,
  observe: Observe,
): (() => void) => {
  const started: Terminal['env'] = { ...terminal.env }
  let before = started
  return () => {
    try {
      const env = terminal.readEnv()
      const { unknownVariables: names } = readConfig(env)
      if (names.length > 0) observe({ kind: 'unknown_variables', names })
      const differing = (other: Terminal['env']): readonly string[] =>
        Object.keys(variables).filter((name) => env[name] !== other[name])
      const changed = differing(before).filter((name) => reloadable.has(name))
      const needRestart = differing(started).filter((name) => !reloadable.has(name))
      const inForce = [...reloadable].map((name) => [name, env[name]])
      const [action, target] = ['settings.reloaded', changed.join(', ')]
      const audit = { at: terminal.now(), who: 'service', action, target, origin: 'SIGHUP' }
      // Variables that need a restart keep their values from the start.
      apply({ ...started, ...Object.fromEntries(inForce) }, changed.length > 0 ? audit : undefined)
      observe({ kind: 'configuration_reloaded', changed, needRestart })
      before = env
    } catch (error) {
      observe({ kind: 'configuration_refused', explanation: messageOf(error) })
    }
  }
}

/** An environment of another process gets its configured URL, or one with its port. On a wildcard host, no derived URL fits. */
const allBaseUrls = (config: Config, listening: BaseUrls): BaseUrls => {
  const { host } = config
  if (isWildcard(host)) return config.baseUrls
  const urlOf = (environment: Environment): string =>
    listening[environment] ??
    config.baseUrls[environment] ??
    `http://${inUrl(host)}:${config.ports[environment]}/v1`
  return { production: urlOf('production'), staging: urlOf('staging') }
}

const banner = (
  listening: readonly Listening[],
  metrics: string | undefined,
  hasConsole: boolean,
): string => {
  const lines = ['The pet store is open.', '']
  for (const { environment, baseUrl } of listening)
    lines.push(`  ${environment.padEnd(11)} ${baseUrl}`)
  if (metrics !== undefined) lines.push(`  ${'metrics'.padEnd(11)} ${metrics}`)
  lines.push('')
  for (const { environment, baseUrl, firstKey } of listening) {
    if (firstKey === undefined) {
      lines.push(
        `A key for ${environment}:`,
        `  ${program()} keys create --environment ${environment} --plan free --name "My shop"`,
      )
      continue
    }
    lines.push(
      `A key for ${environment}, shown only once:`,
      `  ${firstKey}`,
      'Try it:',
      `  curl -i -H "Authorization: Bearer ${firstKey}" "${baseUrl}/pets?limit=3"`,
    )
    if (hasConsole) {
      lines.push('Or sign in with it in a browser:', `  ${new URL('console', baseUrl).href}`)
    }
  }
  return `${lines.join('\n')}\n\n`
}

/** Returns the path of this program for the banner, relative to the folder where the service was started if it is inside. */
const program = (): string => {
  const path = fileURLToPath(new URL('../../bin/petstore.js', import.meta.url))
  const near = relative(process.cwd(), path)
  return near.startsWith('..') ? path : `./${near}`
}

/** Writes the settings to a file, but no passwords or other secrets. Returns the names of those that have changed. */
export const keepSettings = (env: Env, file: string): readonly string[] => {
  const entries = Object.entries<Variable<unknown>>(variables)
  const now = entries.map(([name, { parse, fallback, isSecret }]) => {
    const text = env[name]?.trim() ?? ''
    const setting = text === '' ? fallback : parse(text)
    const shown = isSecret === true && typeof setting === 'string' ? 'set' : setting
    const value = JSON.stringify(shown, (key, part) => (key === 'password' ? null : part))
    return [name, value ?? 'unset'] as const
  })
  try {
    const kept = existsSync(file) ? readFileSync(file, 'utf8') : '{}'
    writeFileSync(file, JSON.stringify(Object.fromEntries(now)), { mode: 0o600 })
    const before = JSON.parse(kept)
    return now.flatMap(([name, value]) => (value === (before[name] ?? value) ? [] : name))
  } catch {
    // A damaged file or a full disk does not prevent a start.
    return []
  }
}
