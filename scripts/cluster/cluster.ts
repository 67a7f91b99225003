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

/** The role of a process in the cluster. */
export type Role =
  | 'service'
  | 'primary'
  | 'standby'
  | 'counters'
  | 'counters-replica'
  | 'sentinel'
  | 'consensus'
  | 'balancer'

/** A process, named by its machine and program. */
export type ClusterProcess = { readonly name: string; readonly role: Role; readonly pid: number }

/** A process that may not be running. */
type Maybe = Omit<ClusterProcess, 'pid'> & { readonly pid: number | undefined }

/** Addresses end in `/v1`. */
export type ClusterFacts = {
  /** The service on each machine. */
  readonly nodes: readonly string[]
  readonly balancer: string
  /** A production API key with large limits. */
  readonly key: string
  readonly processes: readonly ClusterProcess[]
}

/** Three simulated machines on this one: the cluster of docs/cluster.md, from the files of deploy/cluster/. */
export class LocalCluster {
  readonly #folder: string
  readonly #machines: Machines
  readonly #programs: Programs
  /** Machines whose links are cut. */
  readonly #cutOff = new Set<Machine>()
  #replication: Replication = 'synchronous'

  private constructor(folder: string, network: string) {
    this.#folder = folder
    this.#machines = new Machines(folder, network)
    this.#programs = new Programs(folder, restartDelay())
  }

  /** Creates a cluster without starting anything. */
  static async create(): Promise<LocalCluster> {
    const folder = mkdtempSync(join(tmpdir(), 'petstore-cluster-'))
    // PostgreSQL runs as another user, who needs access through this folder.
    chmodSync(folder, 0o711)
    return new LocalCluster(folder, await freeNetwork())
  }

  /** The folder with the files and logs of all programs, until `end`. */
  get folder(): string {
    return this.#folder
  }

  get machines(): readonly Machine[] {
    return this.#machines.all
  }

  /**
   * Starts everything and waits until it serves.
   *
   * @param say called with each step
   * @param further extra variables of the services, not of their commands
   * @throws Error if a program ends while starting, or `end` is called
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

  /** The current processes, without those that are just being restarted. */
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

  /** The machine whose database takes writes, according to Patroni. */
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
   * Kills everything on a machine at once, as if it had lost its power.
   *
   * @param isSilent whether its links are cut first, so that the others do not learn that their connections are closed
   */
  lose(machine: Machine, { isSilent = false } = {}): void {
    if (isSilent) {
      cutLinks(machine.address)
      this.#cutOff.add(machine)
    }
    this.#programs.holdDown(programsOf(machine))
    signalAllIn(machine.folder, 'SIGKILL')
  }

  /** Kills one program and does not restart it until `letUp`. */
  hold(name: string): void {
    this.#programs.holdDown([name])
  }

  letUp(name: string): void {
    this.#programs.letUp([name])
  }

  /** Waits until every part is back: three databases including a standby that can take over, three counters, three services. */
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

/** Milliseconds after which systemd restarts a program that has ended. */
const restartDelay = (): number => {
  const file = new URL('../../deploy/cluster/restart.conf', import.meta.url)
  return Number(/^RestartSec=(\d+)s$/m.exec(readFileSync(file, 'utf8'))?.[1]) * 1_000
}
