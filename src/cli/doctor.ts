import type { Command } from 'commander'
import { type Config, readConfig } from '../base/config/config.ts'
import type { PostgresAddress } from '../base/config/store-address.ts'
import { checkCounters } from './doctor/counters.ts'
import type { Finding } from './doctor/finding.ts'
import * as machine from './doctor/machine.ts'
import { checkPostgres } from './doctor/postgres.ts'
import { dataFiles } from '../store/data-files.ts'
import { example, jsonOption } from './kit/options.ts'
import { Failure, report, type Terminal } from './kit/terminal.ts'

/** `petstore doctor`: checks everything that the service needs, changes nothing, and says what to do. */
export const addDoctorCommand = (program: Command, terminal: Terminal): void => {
  const command = program
    .command('doctor')
    .description('check what the service needs, and say what to do')
    .addOption(jsonOption())
    .action(async (options: { readonly json?: true }) => {
      const findings = await examine(terminal)
      for (const finding of findings) {
        const { fine, environment, message, advice } = finding
        const about = environment === undefined ? '' : `${environment}: `
        const text = [`${fine ? 'ok  ' : 'TODO'}  ${about}${message}`, advice ?? []]
          .flat()
          .join(' ')
        report(terminal, options, finding, `${text}\n`)
      }
      const troubles = findings.filter(({ fine }) => !fine).length
      if (troubles === 0) return
      throw new Failure(troubles === 1 ? '1 problem to fix.' : `${troubles} problems to fix.`)
    })
  example(command, '')
}

const examine = async ({ env, now }: Terminal): Promise<readonly Finding[]> => {
  const config = readConfig(env)
  const findings: Finding[] = [
    ...machine.checkConfiguration(config),
    machine.nodeFinding,
    ...machine.checkFolder(config.dataDir, process.getuid?.()),
    machine.checkSecretKey(config),
    machine.checkDisk(config.dataDir),
    machine.checkClock(now()),
  ]
  for (const environment of config.environments) {
    const store = config.stores[environment]
    const about = [
      ...(store === 'sqlite'
        ? machine.checkDatabase(dataFiles(config.dataDir, environment).database, environment, now())
        : await checkPostgres(store, environment, workersOn(store, config), now)),
      ...(await checkCounters(
        config.counters[environment],
        environment,
        config.countersDeadline,
        now,
      )),
      await machine.checkPort(config.host, config.ports[environment], environment, config.dataDir),
    ]
    findings.push(...about.map((finding) => ({ ...finding, environment })))
  }
  return findings
}

const workersOn = ({ hosts }: PostgresAddress, { environments, stores }: Config): number => {
  const [{ host, port } = { host: '', port: 0 }] = hosts
  return environments.filter((environment) => {
    const store = stores[environment]
    return (
      store !== 'sqlite' && store.hosts.some((each) => each.host === host && each.port === port)
    )
  }).length
}
