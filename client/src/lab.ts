import type { CreateOptions } from './calls.ts'
import type { components } from './generated/openapi.ts'
import type { Reply } from './reply.ts'
import type { Store } from './store.ts'
import type { Input } from './types.ts'

type Schemas = components['schemas']

/**
 * How far to move the clock: `advance` by a duration like `PT24H`, or `to` a time.
 *
 * @useDeclaredType
 */
export type ClockMove = Input<Schemas['ClockMove'], 'to'>

/**
 * The clock of staging.
 *
 * @useDeclaredType
 */
export type LabClock = Schemas['LabClock']

/**
 * The laboratory of staging: `new Lab(store)`, with a client whose key has the scope `lab`. It is separate from the
 * client, so that only programs that use it load it.
 */
export class Lab {
  readonly #store: Pick<Store, 'request'>

  constructor(store: Pick<Store, 'request'>) {
    this.#store = store
  }

  /**
   * Moves the clock of all of staging forward, once. Everything that falls due in between has happened when the call returns.
   *
   * @throws PetStoreError, a `PermissionError` in production
   */
  moveClock(move: ClockMove, options?: CreateOptions): Reply<LabClock> {
    return this.#store.request('POST /lab/clock', { body: move, ...options })
  }
}
