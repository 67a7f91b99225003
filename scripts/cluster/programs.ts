import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { searchPath } from '../../test/helpers/needs.ts'
import { endAllIn, signalAllIn } from './processes-in.ts'

export type Program = {
  /** A unique name, like `a-service`. */
  readonly name: string
  /** The program and its arguments. */
  readonly command: readonly string[]
  /** The command prefix that runs it as another user, as returned by `otherUser`. */
  readonly as?: readonly string[]
  /** Environment variables besides `PATH`. */
  readonly env?: Readonly<Record<string, string>>
  /** The working directory, which also has its log. */
  readonly folder: string
  /** Whether it is asked to end and given time to. All other programs hold nothing that must be saved, and are killed. */
  readonly endsByItself?: boolean
}

type Running = { readonly program: Program; readonly log: string; child: ChildProcess }

/** The polling interval in milliseconds. */
const lookInterval = 100

/** Milliseconds after which a program that was asked to end is killed. */
const endGrace = 15_000

/** The programs of a cluster on this machine. A program that ends is restarted, as by systemd. */
export class Programs {
  readonly #folder: string
  readonly #restartDelay: number
  readonly #running = new Map<string, Running>()
  readonly #heldDown = new Set<string>()
  readonly #ended = new AbortController()
  #isReady = false

  /**
   * @param folder contains the working directories of all programs
   * @param restartDelay milliseconds between the end of a program and its restart
   */
  constructor(folder: string, restartDelay: number) {
    this.#folder = folder
    this.#restartDelay = restartDelay
  }

  start(program: Program): void {
    const { name, folder } = program
    const log = join(folder, `${name}.log`)
    const running: Running = { program, log, child: this.#spawn(program, log) }
    this.#running.set(name, running)
  }

  /** The process id of a program; undefined while it is not running. */
  pid(name: string): number | undefined {
    const child = this.#running.get(name)?.child
    return child === undefined || hasEnded(child) ? undefined : child.pid
  }

  /** From now on, a program that ends is restarted. Before this call, `until` throws if one ends. */
  keepRunning(): void {
    this.#isReady = true
  }

  /** Kills programs at once and does not restart them until `letUp`. */
  holdDown(names: readonly string[]): void {
    for (const name of names) {
      this.#heldDown.add(name)
      this.#running.get(name)?.child.kill('SIGKILL')
    }
  }

  letUp(names: readonly string[]): void {
    for (const name of names) {
      const running = this.#running.get(name)
      if (!this.#heldDown.delete(name) || running === undefined || !hasEnded(running.child))
        continue
      running.child = this.#spawn(running.program, running.log)
    }
  }

  /**
   * Polls until `look` succeeds. There is no time limit, because a machine may be slow.
   *
   * @param name the program that `look` depends on
   * @param look returns undefined, or throws, while the program is not ready
   * @throws Error if the program ended, with the end of its log
   */
  async until<T>(name: string, look: () => T | undefined | Promise<T | undefined>): Promise<T> {
    for (;;) {
      if (this.#ended.signal.aborted) throw new Error('The cluster was told to end.')
      const { child, log } = this.#running.get(name) ?? {}
      if (child === undefined || log === undefined) throw new Error(`${name} was never started.`)
      if (!this.#isReady && hasEnded(child)) throw new Error(`${name} ended:\n${lastLines(log)}`)
      try {
        const seen = await look()
        if (seen !== undefined) return seen
      } catch {
        // It is not ready yet.
      }
      await wait(lookInterval)
    }
  }

  /** Ends all programs, and the processes that they started. */
  async end(): Promise<void> {
    this.#ended.abort()
    // Resume them first, since some may be paused.
    signalAllIn(this.#folder, 'SIGCONT')
    const all = [...this.#running.values()]
    const patient = all.filter(({ program }) => program.endsByItself === true)
    await Promise.all(patient.map(async ({ child }) => await endOne(child)))
    // Kill Patroni first, because it would restart PostgreSQL.
    for (const { child } of all) child.kill('SIGKILL')
    await endAllIn(this.#folder)
  }

  #spawn(program: Program, log: string): ChildProcess {
    const { command, as = [], env = {}, folder } = program
    const output = openSync(log, 'a')
    // If this process is killed, the program ends too. Changing the user would reset that, so `as` comes first.
    const [file, ...args] = [...as, 'setpriv', '--pdeathsig', 'TERM', ...command]
    const child = spawn(file ?? '', args, {
      cwd: folder,
      env: { PATH: searchPath(), LANG: 'C.UTF-8', ...env },
      stdio: ['ignore', output, output],
      // Keeps Ctrl-C from reaching the program.
      detached: true,
    })
    child.once('exit', () => void this.#startAgain(program.name, child))
    return child
  }

  async #startAgain(name: string, ended: ChildProcess): Promise<void> {
    const { signal } = this.#ended
    await wait(this.#restartDelay, undefined, { signal }).catch(() => {})
    const running = this.#running.get(name)
    if (!this.#isReady || signal.aborted || running?.child !== ended) return
    if (!this.#heldDown.has(name)) running.child = this.#spawn(running.program, running.log)
  }
}

const hasEnded = ({ exitCode, signalCode }: ChildProcess): boolean =>
  exitCode !== null || signalCode !== null

const lastLines = (log: string): string =>
  readFileSync(log, 'utf8').trimEnd().split('\n').slice(-20).join('\n')

const endOne = async (child: ChildProcess): Promise<void> => {
  if (hasEnded(child)) return
  const ended = once(child, 'exit')
  child.kill('SIGTERM')
  const tooLong = setTimeout(() => child.kill('SIGKILL'), endGrace)
  await ended
  clearTimeout(tooLong)
}
