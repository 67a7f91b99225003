import { everyScope } from '../../src/access/keys/scopes.ts'
import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import type { Machine, Machines } from './machines.ts'
import { balancerUrl } from './balancer.ts'
import { searchPath } from '../../test/helpers/needs.ts'
import type { Programs } from './programs.ts'

const run = promisify(execFile)
const program = fileURLToPath(new URL('../../bin/petstore.js', import.meta.url))

/** Starts the service on each machine, with extra variables. */
export const startServices = async (
  programs: Programs,
  machines: Machines,
  further: Readonly<Record<string, string>>,
): Promise<void> => {
  for (const machine of machines.all) {
    const command = [process.execPath, program, 'serve', '--json']
    const env = { ...variablesOf(machines, machine), ...further }
    const { name, folder } = machine
    programs.start({ name: `${name}-service`, command, env, folder, endsByItself: true })
  }
  await servicesReady(programs, machines)
}

/** Waits until each service says that it can serve. */
export const servicesReady = async (programs: Programs, machines: Machines): Promise<void> => {
  for (const { name, address } of machines.all) {
    await programs.until(`${name}-service`, async () => {
      const { ok } = await fetch(`http://${address}:8080/readyz`)
      return ok ? true : undefined
    })
  }
}

/** The base URL of the service on a machine. */
export const baseUrl = ({ address }: Machine): string => `http://${address}:8080/v1`

/** Creates an API key with large limits, and returns it. */
export const makeKey = async (machines: Machines): Promise<string> => {
  const figures = ['--plan', 'enterprise', '--per-minute', '10000000', '--per-day', '1000000000']
  const scopes = ['--scopes', everyScope.join(',')]
  const args = ['keys', 'create', '--environment', 'production', '--name', 'cluster', '--json']
  const { stdout } = await run(process.execPath, [program, ...args, ...figures, ...scopes], {
    env: { PATH: searchPath(), ...variablesOf(machines, machines.first) },
  })
  const { key } = JSON.parse(stdout) as { key: string }
  return key
}

/** The variables of the service, also for its commands. */
export const variablesOf = (machines: Machines, machine: Machine): Record<string, string> => {
  const { store, counters } = machines.passwords
  const secrets = join(machine.folder, 'secrets')
  mkdirSync(secrets, { recursive: true, mode: 0o700 })
  const files = { store: join(secrets, 'store'), counters: join(secrets, 'counters') }
  writeFileSync(files.store, store, { mode: 0o600 })
  writeFileSync(files.counters, counters, { mode: 0o600 })
  const threads = process.env['PETSTORE_THREADS']
  return {
    ...machines.variables('petstore.env', machine),
    PETSTORE_PRODUCTION_STORE_PASSWORD_FILE: files.store,
    PETSTORE_PRODUCTION_COUNTERS_PASSWORD_FILE: files.counters,
    PETSTORE_DATA_DIR: join(machine.folder, 'data'),
    PETSTORE_PRODUCTION_BASE_URL: balancerUrl(machines),
    // On the loopback network every connection comes from this address, including the balancer's.
    PETSTORE_TRUSTED_PROXIES: '127.0.0.1',
    ...(threads !== undefined && { PETSTORE_THREADS: threads }),
  }
}
