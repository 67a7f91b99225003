import { randomUUID } from 'node:crypto'
import { createSecureContext } from 'node:tls'
import type { Config } from '../config/config.ts'
import type { Clock } from '../core/clock.ts'
import type { Environment } from '../core/environments.ts'
import { maxDeliveries, openFileLimit } from '../core/file-limit.ts'
import type { Observe } from '../core/observation.ts'
import { addressRuleOf } from '../delivery/addresses.ts'
import { dialingAgents } from '../delivery/agent.ts'
import { dialer } from '../delivery/dial.ts'
import { systemResolver } from '../delivery/resolve.ts'
import { runDeliveries } from '../delivery/runner.ts'
import { openSealer } from '../delivery/secret-key.ts'
import { sender } from '../delivery/send.ts'
import type { Changes } from '../storage/changes.ts'
import type { Storage } from '../storage/port.ts'

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
 * Delivers messages to webhooks.
 *
 * @returns a function that stops it in order
 */
export const startDeliveries = (parts: DeliveriesParts): (() => Promise<void>) => {
  const { config, environment, storage, changes, clock, observe } = parts
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
    changes,
    takeLease: (milliseconds) => storage.lease('deliveries', holder, milliseconds),
    sealer: openSealer(config),
    send: sender({ agents, clock }),
    clock,
    random: Math.random,
    observe,
    mostInFlight,
  })
  return async () => {
    await stop(patience)
    agents.close()
  }
}
