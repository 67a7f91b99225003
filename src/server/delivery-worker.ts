import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { createSecureContext } from 'node:tls'
import type { MessagePort } from 'node:worker_threads'
import { maxDeliveries, openFileLimit } from '../core/file-limit.ts'
import { addressRuleOf } from '../delivery/addresses.ts'
import { toAll } from '../core/observation.ts'
import { dialingAgents } from '../delivery/agent.ts'
import { dialer } from '../delivery/dial.ts'
import { systemResolver } from '../delivery/resolve.ts'
import { runDeliveries } from '../delivery/runner.ts'
import { openSealer } from '../delivery/secret-key.ts'
import { sender } from '../delivery/send.ts'
import { observedStorage } from '../observability/observed-storage.ts'
import { watchVitalSigns } from '../observability/vital-signs.ts'
import { contents } from '../resources.ts'
import { openForwardingStorage } from '../storage/configured/storage.ts'
import { ForwardedWrites } from '../storage/forwarding/forwarded-writes.ts'
import type { ThreadParts } from './worker.ts'

/**
 * Milliseconds that attempts under way have to end once the service stops. What has no answer by then is not recorded,
 * and is sent again by the next service.
 */
const patience = 3_000

/**
 * The thread that delivers messages to webhooks. It serves no requests. It reads by itself and sends its writes to the
 * writer, as other workers do.
 */
export class DeliveryWorker {
  readonly #parts: Omit<ThreadParts, 'onWebhooks'>
  readonly #forwarded = new ForwardedWrites()
  #begun: Promise<void> | undefined
  #end: (() => Promise<void>) | undefined

  constructor(parts: Omit<ThreadParts, 'onWebhooks'>) {
    this.#parts = parts
  }

  /** Sends the writes of this thread through a port to the writer. */
  writeThrough(port: MessagePort): void {
    this.#forwarded.connect(port)
  }

  /** @throws Error if the store cannot be opened */
  async begin(): Promise<void> {
    this.#begun = this.#begin()
    await this.#begun
  }

  async #begin(): Promise<void> {
    const { data, memory, clock, observers, logLinesDropped } = this.#parts
    const observe = toAll(observers)
    const { config, environment } = data
    const store = config.stores[environment]
    const place = { dataDir: config.dataDir, environment, store, contents, observe }
    const storage = observedStorage(
      await openForwardingStorage(place, memory.changes, this.#forwarded),
      observe,
    )
    const holder = randomUUID()
    const mostInFlight = maxDeliveries(config.environments.length, openFileLimit())
    const dial = dialer({
      resolve: systemResolver(),
      rule: addressRuleOf(config, environment),
      secureContext: createSecureContext(),
    })
    // Connections that are kept are among those that the limit of open files allows.
    const agents = dialingAgents(dial, Math.ceil(mostInFlight / 2))
    const stop = runDeliveries({
      storage,
      changes: memory.changes,
      takeLease: (milliseconds) => storage.lease('deliveries', holder, milliseconds),
      sealer: openSealer(config),
      send: sender({ agents, clock }),
      clock,
      random: Math.random,
      observe,
      mostInFlight,
    })
    const stopWatching = watchVitalSigns({ storage, clock, logLinesDropped, observe })
    this.#end = async () => {
      await stop(patience)
      stopWatching()
      agents.close()
      await storage.close()
    }
  }

  /**
   * Ends in order.
   *
   * @param grace milliseconds for which the service goes on as before
   */
  async stop(grace: number): Promise<void> {
    await wait(grace)
    await this.#begun
    if (this.#end === undefined) this.#forwarded.close()
    else await this.#end()
  }
}
