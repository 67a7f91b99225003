import type { Command } from 'commander'
import { type Config, readConfig } from '../config/config.ts'
import { messageOf } from '../errors/message-of.ts'
import type { Environment } from '../keys/key-format.ts'
import { createLog } from '../operations/log.ts'
import { startMetrics } from '../operations/metrics.ts'
import { firstStopSignal } from '../operations/stop-signals.ts'
import { type Ended, EnvironmentThread, type Listening } from '../operations/supervisor.ts'
import { Failure, jsonLine, type Terminal } from './terminal.ts'

/** `petstore serve`: runs the environments until SIGTERM or SIGINT. */
export const addServeCommand = (program: Command, terminal: Terminal): void => {
  program
    .command('serve')
    .description('runs the environments until SIGTERM or SIGINT')
    .option('--json', 'print one JSON object for each environment once all listen')
    .action(async ({ json }: { readonly json?: true }) => {
      await serve(readConfig(terminal.env), terminal, json === true)
    })
}

const serve = async (config: Config, terminal: Terminal, json: boolean): Promise<void> => {
  const log = createLog(config, undefined)
  if (config.unknownVariables.length > 0) {
    log.observe({ kind: 'unknown_variables', names: config.unknownVariables })
  }
  const stopSignal = firstStopSignal()
  const threads = config.environments.map(
    (environment) => new EnvironmentThread(config, environment),
  )
  const stopAll = async (reason: string, grace: number): Promise<readonly Ended[]> =>
    await Promise.all(threads.map((thread) => thread.stop(reason, grace)))
  const memories = new Map(threads.map((thread) => [thread.environment, thread.metrics]))
  const metrics = startMetrics(config, memories, log.observe)
  try {
    const started = await Promise.allSettled([
      metrics,
      ...threads.map((thread) => thread.listening),
    ])
    const failures = started.filter((result) => result.status === 'rejected')
    if (failures.length > 0) {
      await stopAll('another part could not start', 0)
      // What keeps both environments from starting is told once.
      const messages = new Set(failures.map(({ reason }) => messageOf(reason)))
      throw new Failure([...messages].join('\n'))
    }
    const listening = await Promise.all(threads.map((thread) => thread.listening))
    const baseUrls = Object.fromEntries(
      listening.map(({ environment, baseUrl }) => [environment, baseUrl]),
    )
    for (const thread of threads) thread.setBaseUrls(allBaseUrls(config, baseUrls))
    const metricsUrl = (await metrics)?.url
    terminal.out(
      json
        ? listening.map((facts) => jsonLine({ ...facts, metrics: metricsUrl })).join('')
        : banner(listening, metricsUrl),
    )

    const ended = Promise.race(threads.map((thread) => thread.ended))
    const end = await Promise.race([stopSignal, ended])
    // After a failure there is no grace: what watches the process is to start it again soon.
    const ends =
      typeof end === 'string'
        ? await stopAll(end, config.shutdownGrace)
        : [end, ...(await stopAll('another environment ended', 0))]
    const failed = typeof end === 'string' ? ends.find(({ clean }) => !clean) : end
    if (failed === undefined) return
    if (failed.error !== undefined) log.observe({ kind: 'thread_failed', error: failed.error })
    throw new Failure(failed.reason)
  } finally {
    // Until the end: what the last requests were like is asked for then.
    await metrics.then(
      (server) => server?.close(),
      () => undefined,
    )
    await log.close()
  }
}

/** The environment that another process serves is known by its configured address, or its port. */
const allBaseUrls = (
  config: Config,
  listening: Readonly<Partial<Record<Environment, string>>>,
): Readonly<Record<Environment, string>> => {
  const urlOf = (environment: Environment): string =>
    listening[environment] ??
    config.baseUrls[environment] ??
    `http://${config.host}:${config.ports[environment]}/v1`
  return { production: urlOf('production'), staging: urlOf('staging') }
}

const banner = (listening: readonly Listening[], metrics: string | undefined): string => {
  const lines = ['The pet store is open.', '']
  for (const { environment, baseUrl } of listening) {
    lines.push(`  ${environment.padEnd(11)} ${baseUrl}`)
  }
  if (metrics !== undefined) lines.push(`  ${'metrics'.padEnd(11)} ${metrics}`)
  lines.push('')
  for (const { environment, baseUrl, firstKey } of listening) {
    if (firstKey === undefined) {
      lines.push(
        `A key for ${environment}:`,
        `  npx petstore keys create --environment ${environment} --plan free --name "My shop"`,
      )
      continue
    }
    lines.push(
      `A key for ${environment}, shown this once:`,
      `  ${firstKey}`,
      'Try it:',
      `  curl -i -H "Authorization: Bearer ${firstKey}" "${baseUrl}/pets?limit=3"`,
    )
  }
  return `${lines.join('\n')}\n\n`
}
