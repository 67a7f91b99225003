import { AsyncLocalStorage } from 'node:async_hooks'
import crypto from 'node:crypto'
import { syncBuiltinESMExports } from 'node:module'
import timersPromises from 'node:timers/promises'
import { seededRandom } from '../torture/random.ts'

/** A machine of the simulation: what it started stops with it. */
export type Machine = { isDead: boolean; pausedUntil: number }

type Event = {
  at: number
  readonly order: number
  readonly machine: Machine | undefined
  readonly run: () => void
  isCancelled: boolean
}

/** Milliseconds that pass with each event, so that nothing waits for ever for a moment. */
const tick = 0.001

/** Milliseconds after which a run that is not over is stuck. */
const longest = 240_000

/** Wall time of the simulation goes this many times faster than its timers: holds and minutes end within a run. */
const speed = 20

/** The machine's own, which no simulation replaces. */
const nextTurn = setImmediate

const start = Date.parse('2026-11-20T12:00:00Z')

/**
 * Time, timers and randomness of this process, determined by a seed. From `install` on nothing happens by itself any more:
 * `run` takes one event after another from a queue, each in its machine. What the code under test reads of clocks, timers
 * and random bytes is the simulation's.
 */
export class VirtualTime {
  readonly random: () => number
  readonly #bytes: () => number
  readonly #queue: Event[] = []
  readonly #machines = new AsyncLocalStorage<Machine | undefined>()
  #now = 0
  #order = 0

  constructor(seed: number) {
    this.random = seededRandom(seed)
    this.#bytes = seededRandom(seed ^ 0x5eed)
  }

  get now(): number {
    return this.#now
  }

  /** The wall time, in milliseconds since the Unix epoch. */
  get wall(): number {
    return start + Math.floor(this.#now * speed)
  }

  /** Runs an act on a machine: what it starts there ends with the machine. */
  on<T>(machine: Machine | undefined, act: () => T): T {
    return this.#machines.run(machine, act)
  }

  get machine(): Machine | undefined {
    return this.#machines.getStore()
  }

  /** Runs an act after some milliseconds, on the machine that is given. Events of one moment keep their order. */
  after(delay: number, run: () => void, machine = this.machine): Event {
    const at = this.#now + Math.max(0, delay)
    const event = { at, order: (this.#order += 1), machine, run, isCancelled: false }
    this.#push(event)
    return event
  }

  /** A latency between two machines, mostly short, and rarely a hundred times as long. */
  latency(scale = 1): number {
    const draw = this.random()
    return scale * (0.1 + draw * 0.4 + (draw > 0.99 ? 20 * this.random() : 0))
  }

  async wait(delay: number): Promise<void> {
    await new Promise<void>((resolve) => this.after(delay, resolve))
  }

  /** What holds for as long as is said. */
  spell(begin: () => void, end: () => void): (length: number) => Promise<void> {
    return async (length) => {
      begin()
      await this.wait(length)
      end()
    }
  }

  /** Takes events until some work is done. It throws what the work throws, or Error if nothing is left to happen. */
  async run<T>(work: Promise<T>): Promise<T> {
    let isDone = false
    const done = (): void => void (isDone = true)
    void work.catch(() => {}).finally(done)
    for (;;) {
      // All that follows at once from the last event happens before the next one.
      await new Promise<void>((resolve) => void nextTurn(resolve))
      if (isDone) return await work
      const event = this.#queue.pop()
      if (event === undefined)
        throw new Error('Nothing is left to happen, and the work is not done.')
      const { machine } = event
      if (event.isCancelled || machine?.isDead === true) continue
      if (machine !== undefined && machine.pausedUntil > event.at) {
        event.at = machine.pausedUntil
        this.#push(event)
        continue
      }
      this.#now = Math.max(this.#now + tick, event.at)
      if (this.#now > longest) throw new Error(`It is not over after ${longest} ms.`)
      this.#machines.run(machine, event.run)
    }
  }

  /** Puts this time in the place of the process's own. There is no way back. */
  install(): void {
    const cancel = (given: unknown): void => {
      if (given instanceof Timer) given.close()
    }
    const later = <T>(delay: number, value: T, signal?: AbortSignal): Promise<T> =>
      new Promise<T>((resolve, reject) => {
        const abort = (): void => {
          event.isCancelled = true
          reject(new DOMException('The operation was aborted', 'AbortError'))
        }
        const event = this.after(delay, () => {
          signal?.removeEventListener('abort', abort)
          resolve(value)
        })
        if (signal?.aborted === true) abort()
        else signal?.addEventListener('abort', abort, { once: true })
      })
    Object.assign(globalThis, {
      setTimeout: (run: (...args: unknown[]) => void, delay = 1, ...args: unknown[]) =>
        new Timer(this, () => run(...args), delay),
      setInterval: (run: (...args: unknown[]) => void, delay = 1, ...args: unknown[]) =>
        new Timer(this, () => run(...args), delay, true),
      setImmediate: (run: (...args: unknown[]) => void, ...args: unknown[]) =>
        new Timer(this, () => run(...args), -1),
      clearTimeout: cancel,
      clearInterval: cancel,
      clearImmediate: cancel,
    })
    Object.assign(timersPromises, {
      setTimeout: (delay = 1, value?: unknown, { signal }: { signal?: AbortSignal } = {}) =>
        later(Math.max(1, delay), value, signal),
      setImmediate: (value?: unknown) => later(0, value),
    })
    Object.assign(AbortSignal, {
      timeout: (delay: number): AbortSignal => {
        const controller = new AbortController()
        this.after(delay, () => controller.abort(new DOMException('Too late', 'TimeoutError')))
        return controller.signal
      },
    })
    performance.now = () => this.#now
    Date.now = () => this.wall
    process.hrtime.bigint = () => BigInt(Math.round(this.#now * 1e6))
    Math.random = this.random
    const randomInt = (below: number): number => Math.floor(this.#bytes() * below)
    const randomBytes = (size: number): Buffer =>
      // A stock of ids, of which a process may have some from the run before: all are alike.
      size > 1_000
        ? Buffer.alloc(size, 7)
        : Buffer.from(Array.from({ length: size }, () => randomInt(256)))
    Object.assign(crypto, {
      randomBytes,
      randomInt,
      randomUUID: (): string => {
        const hex = randomBytes(16).toString('hex')
        return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20)}`
      },
    })
    syncBuiltinESMExports()
  }

  /** Puts an event into the queue, whose last one is the next to happen. Most are soon. */
  #push(event: Event): void {
    const at = this.#queue.findLastIndex((one) => isBefore(event, one)) + 1
    this.#queue.splice(at, 0, event)
  }
}

const isBefore = (one: Event, other: Event): boolean =>
  one.at < other.at || (one.at === other.at && one.order < other.order)

/** What `setTimeout` and its like return. The delay of an immediate is -1. */
class Timer {
  readonly ref = (): this => this
  readonly unref = (): this => this
  readonly #start: () => { isCancelled: boolean }
  #event: { isCancelled: boolean }

  constructor(time: VirtualTime, run: () => void, delay: number, every = false) {
    const act = (): void => {
      if (every) this.#event = this.#start()
      run()
    }
    this.#start = () => time.after(delay === -1 ? 0 : Math.max(1, delay), act)
    this.#event = this.#start()
  }

  close(): void {
    this.#event.isCancelled = true
  }

  refresh(): this {
    this.close()
    this.#event = this.#start()
    return this
  }
}
