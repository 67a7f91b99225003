import { StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import type { Machine, VirtualTime } from './time.ts'

/** A server that all nodes reach: the database, or the engine of the counters. */
export type Engine = { isUp: boolean }

/** What a caller of a server gets if the way there or back is lost; the server may have done it. */
export class LinkLost extends Error {}

/** The way from one machine to a server. */
export class Link {
  /** `cut`: both sides are told. `hanging`: nothing arrives any more, and nobody is told. */
  state: 'open' | 'cut' | 'hanging' = 'open'
  slowness = 1
  /** The chance that the server does something, and its answer is lost. */
  replyLoss = 0
  /** The chance that the connection breaks then, and the caller is told at once. */
  breaking = 0
  readonly #time: VirtualTime
  readonly #engine: Engine
  /** The machine at its near end; none for commands. */
  readonly machine: Machine | undefined

  constructor(time: VirtualTime, engine: Engine, machine?: Machine) {
    this.#time = time
    this.#engine = engine
    this.machine = machine
  }

  /** Lets the server do something at once, and returns its answer. As `ask` otherwise. */
  call<T>(serve: () => T, patience: number): Promise<T> {
    return this.ask((send) => send(serve()), patience)
  }

  /**
   * Sends something to the server, which answers now or later.
   *
   * @param patience milliseconds until the caller gives it up
   * @throws LinkLost; what the server throws
   */
  ask<T>(serve: (send: (value: T) => void) => void, patience: number): Promise<T> {
    const time = this.#time
    const { machine } = this
    return new Promise<T>((resolve, reject) => {
      const lost = (): void => reject(new LinkLost('The connection was lost.'))
      const late = time.after(patience, lost, machine)
      const back = (act: () => void): void => {
        if (this.state === 'hanging') return
        const cut = this.state === 'cut' || !this.#engine.isUp
        time.after(
          time.latency(this.slowness),
          () => {
            late.isCancelled = true
            if (cut) lost()
            else act()
          },
          machine,
        )
      }
      if (this.state === 'hanging') return
      if (this.state === 'cut') {
        back(lost)
        return
      }
      time.after(
        time.latency(this.slowness),
        () => {
          if (!this.#engine.isUp || this.state !== 'open') {
            back(lost)
            return
          }
          const loses = time.random() < this.replyLoss
          const breaks = time.random() < this.breaking
          try {
            serve((value) => loses || back(() => (breaks ? lost() : resolve(value))))
          } catch (error) {
            back(() => reject(error))
          }
        },
        undefined,
      )
    })
  }
}

/** A lost connection, as the store tells of it while nothing can have been written. */
export const unreachable = (error: unknown): unknown =>
  error instanceof LinkLost ? new StorageUnavailable('unreachable', error) : error
