import { randomUUID } from 'node:crypto'
import type { Config } from '../base/config/config.ts'
import type { Clock } from '../base/clock.ts'
import type { Environment } from '../base/environments.ts'
import { maxDeliveries, openFileLimit } from '../base/file-limit.ts'
import type { Observe } from '../base/observation.ts'
import { runDeliveries } from '../delivery/runner.ts'
import { openSealer } from '../delivery/secret-key.ts'
import { SenderThread } from '../delivery/sender-thread.ts'
import type { Changes } from '../store/changes.ts'
import type { Storage } from '../store/port.ts'

/**
 * Milliseconds that attempts under way have to end once the service stops. What has no answer by then is not recorded,
 * and is sent again by the next service.
 */
const patience = 3_000

export type DeliveriesParts = {
  readonly config: Config
  readonly environment: Environment
  readonly storage: Storage
  readonly changes: Changes
  readonly clock: Clock
  readonly observe: Observe
}

/**
 * Delivers messages to webhooks: this thread works the queue, and another one sends.
 *
 * @returns a function that stops it in order
 */
export const startDeliveries = (parts: DeliveriesParts): (() => Promise<void>) => {
  const { config, environment, storage, changes, clock, observe } = parts
  const holder = randomUUID()
  const maxInFlight = maxDeliveries(config.environments.length, openFileLimit())
  const { webhookAllow } = config
  // Connections that are kept are among those that the limit of open files allows.
  const data = { environment, webhookAllow, maxIdle: Math.ceil(maxInFlight / 2) }
  const sender = new SenderThread(data, observe)
  const stop = runDeliveries({
    storage,
    changes,
    takeLease: (milliseconds) => storage.lease('deliveries', holder, milliseconds),
    sealer: openSealer(config),
    send: sender.send,
    clock,
    random: Math.random,
    observe,
    maxInFlight,
  })
  return async () => {
    await stop(patience)
    await sender.close()
  }
}
