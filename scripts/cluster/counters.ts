import { execFile } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { Machine, Machines } from './machines.ts'
import type { Programs } from './programs.ts'

const run = promisify(execFile)

/** Starts Redis and a sentinel on each machine. */
export const startCounters = async (programs: Programs, machines: Machines): Promise<void> => {
  for (const machine of machines.all) start(programs, machines, machine, 'counters')
  await followed(programs, machines)
  for (const machine of machines.all) start(programs, machines, machine, 'sentinel')
  await countersReady(programs, machines)
}

/** Waits until two replicas follow a master, and three sentinels watch them. */
export const countersReady = async (programs: Programs, machines: Machines): Promise<void> => {
  await followed(programs, machines)
  for (const machine of machines.all) {
    await programs.until(`${machine.name}-sentinel`, async () => {
      const facts = await ask(machines, machine, 26_379, ['info', 'sentinel'])
      return facts.includes('status=ok') && facts.includes('slaves=2,sentinels=3')
        ? true
        : undefined
    })
  }
}

/** Waits until two replicas follow a master. */
const followed = async (programs: Programs, machines: Machines): Promise<void> => {
  for (const machine of machines.all) {
    await programs.until(`${machine.name}-counters`, async () => {
      const facts = await replication(machines, machine)
      const isWhole =
        facts.includes('connected_slaves:2') || facts.includes('master_link_status:up')
      return isWhole ? true : undefined
    })
  }
}

/** Whether the counters of a machine are currently the master. */
export const isMaster = async (machines: Machines, machine: Machine): Promise<boolean> => {
  try {
    return (await replication(machines, machine)).includes('role:master')
  } catch {
    return false
  }
}

const files = { counters: 'redis.conf', sentinel: 'sentinel.conf' } as const
const commands = { counters: 'redis-server', sentinel: 'redis-sentinel' } as const

const start = (
  programs: Programs,
  machines: Machines,
  machine: Machine,
  kind: keyof typeof files,
): void => {
  const folder = join(machine.folder, kind)
  mkdirSync(folder, { mode: 0o700 })
  const config = join(folder, files[kind])
  const text = machines.file(files[kind], machine).replace(/^dir .*/m, `dir ${folder}`)
  writeFileSync(config, text, { mode: 0o600 })
  programs.start({ name: `${machine.name}-${kind}`, command: [commands[kind], config], folder })
}

const replication = async (machines: Machines, machine: Machine): Promise<string> =>
  await ask(machines, machine, 6_379, ['info', 'replication'])

const ask = async (
  machines: Machines,
  { address }: Machine,
  port: number,
  command: readonly string[],
): Promise<string> => {
  // A sentinel has no password, and `redis-cli` continues without one.
  const { stdout } = await run('redis-cli', ['-h', address, '-p', String(port), ...command], {
    env: {
      PATH: process.env['PATH'],
      ...(port === 6_379 && { REDISCLI_AUTH: machines.passwords.counters }),
    },
    timeout: 2_000,
  })
  return stdout
}
