import { execFileSync } from 'node:child_process'
import { randomBytes, randomInt } from 'node:crypto'
import { once } from 'node:events'
import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

/** The program with which an operator fills in the files. */
const fill = fileURLToPath(new URL('../../deploy/cluster/fill', import.meta.url))

/** One of the three simulated machines: a loopback address and a folder. */
export type Machine = {
  readonly name: 'a' | 'b' | 'c'
  readonly address: string
  readonly folder: string
}

/** The three machines, and the passwords that they share. */
export class Machines {
  readonly all: readonly Machine[]
  readonly first: Machine
  /** The load balancer. */
  readonly front: { readonly address: string; readonly folder: string }
  readonly passwords = {
    superuser: newPassword(),
    replication: newPassword(),
    patroni: newPassword(),
    store: newPassword(),
    counters: newPassword(),
    secretKey: randomBytes(32).toString('hex'),
  } as const
  readonly #facts: string

  /**
   * @param folder for the files of all machines
   * @param network as returned by `freeNetwork`
   */
  constructor(folder: string, network: string) {
    const machineOf = (name: Machine['name'], at: number): Machine => {
      const machine = { name, address: `${network}.${at}`, folder: join(folder, name) }
      mkdirSync(machine.folder)
      return machine
    }
    this.first = machineOf('a', 1)
    this.all = [this.first, machineOf('b', 2), machineOf('c', 3)]
    this.front = { address: `${network}.4`, folder: join(folder, 'balancer') }
    mkdirSync(this.front.folder)
    this.#facts = join(folder, 'cluster.env')
    const { superuser, replication, patroni, store, counters, secretKey } = this.passwords
    const facts = {
      ...Object.fromEntries(this.all.map(({ name, address }) => [name.toUpperCase(), address])),
      POSTGRES_PASSWORD: superuser,
      REPLICATION_PASSWORD: replication,
      PATRONI_PASSWORD: patroni,
      STORE_PASSWORD: store,
      COUNTERS_PASSWORD: counters,
      SECRET_KEY: secretKey,
    }
    const lines = Object.entries(facts).map(([name, value]) => `${name}=${value}\n`)
    writeFileSync(this.#facts, lines.join(''), { mode: 0o600 })
  }

  /** A file of deploy/cluster/ with everything filled in, as on a machine. */
  file(name: string, machine: Machine): string {
    return execFileSync(fill, [machine.name, name], {
      env: { PATH: process.env['PATH'], CLUSTER_ENV: this.#facts },
      encoding: 'utf8',
    })
  }

  /** The variables in a file of lines `NAME=value`. */
  variables(name: string, machine: Machine): Record<string, string> {
    const lines = this.file(name, machine)
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    return Object.fromEntries(lines.map((line) => line.split(/=(.*)/s, 2)))
  }
}

/**
 * Finds the first three numbers of loopback addresses that no other cluster uses. Linux answers on every
 * address of 127.0.0.0/8, so every machine can have the usual ports.
 */
export const freeNetwork = async (): Promise<string> => {
  for (;;) {
    const network = `127.${randomInt(64, 192)}.${randomInt(256)}`
    const server = createServer()
    try {
      // The first port that a cluster uses.
      await once(server.listen(2380, `${network}.1`), 'listening')
    } catch {
      continue
    }
    server.close()
    await once(server, 'close')
    return network
  }
}

const newPassword = (): string => randomBytes(18).toString('hex')
