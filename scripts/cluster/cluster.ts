import { chmodSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { balancerUrl, startBalancer } from './balancer.ts'
import { countersReady, isMaster, startCounters } from './counters.ts'
import {
  databasePid,
  primaryOf,
  primaryOfThree,
  type Replication,
  startConsensus,
  startDatabases,
} from './databases.ts'
import { cutLinks, mendLinks } from './links.ts'
import { freeNetwork, type Machine, Machines } from './machines.ts'
import { signalAllIn } from './processes-in.ts'
import { Programs } from './programs.ts'
import { baseUrl, makeKey, servicesReady, startServices, variablesOf } from './services.ts'

/** What a process does in the cluster. */
export type Role =
  | 'service'
  | 'primary'
  | 'standby'
  | 'counters'
  | 'counters-replica'
  | 'sentinel'
  | 'consensus'
  | 'balancer'

/** A process, by the name of its machine and its own. */
export type ClusterProcess = { readonly name: string; readonly role: Role; readonly pid: number }

/** One that may not run now. */
type Maybe = Omit<ClusterProcess, 'pid'> & { readonly pid: number | undefined }

/** Addresses end in `/v1`. */
export type ClusterFacts = {
  /** The service on each machine. */
  readonly nodes: readonly string[]
  readonly balancer: string
  /** A key of production with large figures. */
  readonly key: string
  readonly processes: readonly ClusterProcess[]
}

/** Three machines on this one: what docs/cluster.md describes, from the files of deploy/cluster/. */
export class LocalCluster {
  readonly #folder: string
  readonly #machines: Machines
  readonly #programs: Programs
  /** Machines that nobody reaches. */
  readonly #cutOff = new Set<Machine>()
  #replication: Replication = 'synchronous'

  private constructor(folder: string, network: string) {
    this.#folder = folder
    this.#machines = new Machines(folder, network)
    this.#programs = new Programs(folder, restartDelay())
  }

  /** A cluster of which nothing runs yet. */
  static async create(): Promise<LocalCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-cluster-'))
    // PostgreSQL runs as another user, who passes through this folder.
    chmodSync(folder, 0o711)
    return new LocalCluster(folder, await freeNetwork())
  }

  /** Files and logs of all programs, until the end. */
  get folder(): string {
    return this.#folder
  }

  get machines(): readonly Machine[] {
    return this.#machines.all
  }

  /**
   * Starts everything and waits until it serves.
   *
   * @param say is told each step
   * @param further variables of the services, not of their commands
   * @throws Error if a program ends at its start, or `end` is called
   */
  async start(
    replication: Replication,
    say: (step: string) => void,
    further: Readonly<Record<string, string>> = {},
  ): Promise<ClusterFacts> {
    const programs = this.#programs
    const machines = this.#machines
    this.#replication = replication
    const databases = async (): Promise<void> => {
      await startConsensus(programs, machines)
      say('etcd runs on three machines.')
      await startDatabases(programs, machines, replication)
      say('PostgreSQL runs on three machines: a primary and two standbys.')
    }
    const counters = async (): Promise<void> => {
      await startCounters(programs, machines)
      say('Redis runs on three machines, with three sentinels.')
    }
    await Promise.all([databases(), counters()])
    await startServices(programs, machines, further)
    say('The service runs on three machines.')
    await startBalancer(programs, machines)
    const key = await makeKey(machines)
    programs.keepRunning()
    const nodes = machines.all.map(baseUrl)
    return { nodes, balancer: balancerUrl(machines), key, processes: await this.processes() }
  }

  /** The processes as they are now. One that is just being started again is missing. */
  async processes(): Promise<readonly ClusterProcess[]> {
    const primary = await this.primary().catch(() => undefined)
    const all = this.machines.map(async (machine): Promise<ReadonlyArray<Maybe>> => {
      const isCounting = await isMaster(this.#machines, machine)
      const pidOf = (kind: string): number | undefined =>
        this.#programs.pid(`${machine.name}-${kind}`)
      const database = machine === primary ? 'primary' : 'standby'
      const counters = isCounting ? 'counters' : 'counters-replica'
      return [
        { name: `${machine.name}-service`, role: 'service', pid: pidOf('service') },
        { name: `${machine.name}-postgres`, role: database, pid: databasePid(machine) },
        { name: `${machine.name}-patroni`, role: 'consensus', pid: pidOf('patroni') },
        { name: `${machine.name}-etcd`, role: 'consensus', pid: pidOf('etcd') },
        { name: `${machine.name}-counters`, role: counters, pid: pidOf('counters') },
        { name: `${machine.name}-sentinel`, role: 'sentinel', pid: pidOf('sentinel') },
      ]
    })
    const balancer: Maybe = {
      name: 'balancer',
      role: 'balancer',
      pid: this.#programs.pid('balancer'),
    }
    const found = [...(await Promise.all(all)).flat(), balancer]
    return found.flatMap(({ name, role, pid }) => (pid === undefined ? [] : [{ name, role, pid }]))
  }

  /** The machine whose database takes writes, as Patroni says. */
  async primary(): Promise<Machine | undefined> {
    return await primaryOf(this.#machines)
  }

  /** The variables of the service on a machine, also for its commands. */
  variables(machine: Machine): Readonly<Record<string, string>> {
    return variablesOf(this.#machines, machine)
  }

  /** The password of PostgreSQL's administrator. */
  get administrator(): string {
    return this.#machines.passwords.superuser
  }

  /**
   * Kills everything on a machine at once, as if it lost its power.
   *
   * @param isSilent whether nobody is told: the ends of its connections do not reach the others
   */
  lose(machine: Machine, { isSilent = false } = {}): void {
    if (isSilent) {
      cutLinks(machine.address)
      this.#cutOff.add(machine)
    }
    this.#programs.holdDown(programsOf(machine))
    signalAllIn(machine.folder, 'SIGKILL')
  }

  /** Kills one program and starts it no more until `letUp`. */
  hold(name: string): void {
    this.#programs.holdDown([name])
  }

  letUp(name: string): void {
    this.#programs.letUp([name])
  }

  /** Waits until every part is back: three databases, one of which may take over, three counters, three services. */
  async settled(): Promise<void> {
    const programs = this.#programs
    const machines = this.#machines
    const replication = this.#replication
    await programs.until('a-patroni', async () => await primaryOfThree(machines, replication))
    await countersReady(programs, machines)
    await servicesReady(programs, machines)
  }

  /** Starts a lost machine again. */
  bringBack(machine: Machine): void {
    if (this.#cutOff.delete(machine)) mendLinks(machine.address)
    this.#programs.letUp(programsOf(machine))
  }

  /** Ends every program and removes the files. */
  async end(): Promise<void> {
    for (const { address } of this.#cutOff) mendLinks(address)
    this.#cutOff.clear()
    await this.#programs.end()
    rmSync(this.#folder, { recursive: true })
  }
}

const programsOf = ({ name }: Machine): readonly string[] =>
  ['service', 'counters', 'sentinel', 'etcd', 'patroni'].map((kind) => `${name}-${kind}`)

/** Milliseconds until systemd starts again what has ended. */
const restartDelay = (): number => {
  const file = new URL('../../deploy/cluster/restart.conf', import.meta.url)
  return Number(/^RestartSec=(\d+)s$/m.exec(readFileSync(file, 'utf8'))?.[1]) * 1_000
}
