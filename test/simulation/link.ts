import { StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import type { Machine, VirtualTime } from './time.ts'

/** What a caller of a server gets if the way there or back is lost; the server may have done it. */
export class LinkLost extends Error {}

/**
 * The way from one machine to a server that all nodes reach: the database, or the engine of the counters.
 *
 * @param machine at its near end; none for commands
 */
export const linkTo = (
  time: VirtualTime,
  server: { readonly isUp: boolean },
  machine?: Machine,
) => {
  /** What may be wrong with it. */
  const way = {
    /** `cut`: both sides are told. `hanging`: nothing arrives any more, and nobody is told. */
    state: 'open' as 'open' | 'cut' | 'hanging',
    slowness: 1,
    /** The chance that the server does something, and its answer is lost. */
    replyLoss: 0,
    /** The chance that the connection breaks then, and the caller is told at once. */
    breaking: 0,
  }
  /**
   * Sends something to the server, which answers now or later.
   *
   * @param patience milliseconds until the caller gives it up
   * @throws LinkLost; what the server throws
   */
  const ask = <T>(serve: (send: (value: T) => void) => void, patience: number): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      const lost = (): void => reject(new LinkLost('The connection was lost.'))
      const late = time.after(patience, lost, machine)
      const later = (act: () => void, where?: Machine): void =>
        void time.after(time.latency(way.slowness), act, where)
      const back = (act: () => void): void => {
        if (way.state === 'hanging') return
        const cut = way.state === 'cut' || !server.isUp
        later(() => {
          late.isCancelled = true
          if (cut) lost()
          else act()
        }, machine)
      }
      if (way.state === 'hanging') return
      if (way.state === 'cut') {
        back(lost)
        return
      }
      later(() => {
        if (!server.isUp || way.state !== 'open') {
          back(lost)
          return
        }
        const loses = time.random() < way.replyLoss
        const breaks = time.random() < way.breaking
        try {
          serve((value) => loses || back(() => (breaks ? lost() : resolve(value))))
        } catch (error) {
          back(() => reject(error))
        }
      })
    })
  /** Lets the server do something at once, and returns its answer. As `ask` otherwise. */
  const call = <T>(serve: () => T, patience: number): Promise<T> =>
    ask<T>((send) => send(serve()), patience)
  return Object.assign(way, { machine, ask, call })
}
export type Link = ReturnType<typeof linkTo>

/** A lost connection, as the store tells of it while nothing can have been written. */
export const unreachable = (error: unknown): unknown =>
  error instanceof LinkLost ? new StorageUnavailable('unreachable', error) : error
