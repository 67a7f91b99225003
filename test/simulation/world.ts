import type { KeyStore } from '../../src/access/keys/key-store.ts'
import { issueKey, limitsOf } from '../../src/access/keys/life-cycle.ts'
import { everyScope, scopesOf } from '../../src/access/keys/scopes.ts'
import type { PersistentCounters } from '../../src/access/quotas/counters.ts'
import type { AgreedLimits } from '../../src/access/quotas/plans.ts'
import { buildApp } from '../../src/app.ts'
import { ApiError } from '../../src/base/errors/api-error.ts'
import { OutcomeUnknown, StorageUnavailable } from '../../src/base/errors/storage-errors.ts'
import type { Config } from '../../src/base/config/config.ts'
import type { Observe } from '../../src/base/observation.ts'
import { startDeliveries } from '../../src/delivery/runner.ts'
import { openSealer } from '../../src/delivery/secret-key.ts'
import type { ImageProcesses } from '../../src/images/index.ts'
import { linksUnder } from '../../src/kit/links.ts'
import { keysRevoke } from '../../src/resources/keys/changes.ts'
import type { Changes } from '../../src/store/changes.ts'
import type { Storage } from '../../src/store/port.ts'
import { wideLimits } from '../helpers/app.ts'
import { oneOf } from '../torture/random.ts'
import type { Crowd, Deed, Tortured } from '../torture/run.ts'
import { LinkLost } from './link.ts'
import type { Network } from './network.ts'
import type { VirtualTime } from './time.ts'

export const environment = 'production'

export type WorldParts = {
  readonly time: VirtualTime
  /** Where the file of an empty store is. */
  readonly folder: string
  /** Names of deeds that do not happen. */
  readonly without: ReadonlySet<string>
  readonly crowd: Crowd
  /** Takes each line of the history. */
  readonly print?: ((line: string) => void) | undefined
}

/** What a run works on, and what nothing that was done to it explains. */
export type World = {
  readonly tortured: Tortured
  readonly network: Network
  readonly alarms: readonly string[]
  close(): void
}

/** Whether what is done to a world explains an error. */
export const isExpected = (error: unknown): boolean =>
  error instanceof StorageUnavailable ||
  error instanceof OutcomeUnknown ||
  error instanceof LinkLost ||
  (error instanceof ApiError && error.code === 'service_unavailable')

type NodeParts = {
  readonly time: VirtualTime
  readonly folder: string
  readonly storage: Storage
  readonly changes: Changes
  readonly counters: PersistentCounters
  readonly alarms: string[]
}

/** The application of a node. */
export const startNode = async (parts: NodeParts) => {
  const { time, folder, storage, changes, counters, alarms } = parts
  const links = linksUnder('http://pets.test/v1')
  const observe: Observe = (observation) => {
    const { kind } = observation
    if (kind !== 'background_failed' && kind !== 'request_failed') return
    const { error } = observation
    // What the last moment of a machine was, nobody hears.
    if (time.machine?.isDead === true) return
    if (!isExpected(error))
      alarms.push(`${kind}: ${error instanceof Error ? error.stack : String(error)}`)
  }
  const clock = (): number => time.wall
  const app = await buildApp({
    environment,
    storage,
    eventDays: 30,
    counters,
    links,
    baseUrls: () => ({ production: links.base }),
    trustedProxies: [],
    outboundFault: () => undefined,
    sealer: openSealer({ dataDir: folder, secretKey: undefined }),
    images,
    console: false,
    clock,
    observers: [observe],
  })
  // As much of it as deliveries use.
  const config = { dataDir: folder, secretKey: undefined, environments: [environment] } as const
  const given = config as unknown as Config
  startDeliveries({ config: given, environment, storage, changes, clock, observe })
  return app
}

/** Pictures are not decoded: each size is one byte. */
const images = {
  make: async ({ widths }: { readonly widths: readonly number[] }) =>
    widths.map((width) => ({ bytes: new Uint8Array([1]), width, height: width })),
  close: () => {},
} as unknown as ImageProcesses

/** Does something again and again until nothing disturbs it. */
export const untilDone = async <T>(time: VirtualTime, act: () => Promise<T>): Promise<T> => {
  for (;;) {
    try {
      return await act()
    } catch (error) {
      if (!isExpected(error)) throw error
      await time.wait(100)
    }
  }
}

/** Something that happens to a world; it is over once it resolves. @param length in milliseconds */
export type Act = (length: number, fate: () => number) => Promise<void>

/**
 * A world whose nodes run.
 *
 * @param keys what the commands of an operator change
 * @param longest how long a deed may take, in milliseconds
 */
export const worldOf = async (
  { time, without, crowd }: WorldParts,
  { kills, ...world }: Omit<World, 'tortured'> & Pick<Tortured, 'kills'>,
  keys: () => Pick<KeyStore, 'insert' | 'decide'>,
  deeds: Readonly<Record<string, Act>>,
  longest: number,
): Promise<World> => {
  const { network } = world
  const possible = Object.entries(deeds).filter(([name]) => !without.has(name))
  const disturb = async (fate: () => number): Promise<Deed> => {
    const [what, act] = oneOf<[string, Act?]>(fate, possible) ?? ['nothing']
    // Most are short.
    const length = 50 + fate() ** 2 * longest
    if (act === undefined) return { what, done: time.wait(length) }
    network.note(`${time.now.toFixed(3)} ! ${what} ${length.toFixed(0)}`)
    return { what, done: act(length, fate) }
  }
  const addKey = async (limits: AgreedLimits) => {
    const { key, record } = issueKey({
      environment,
      name: 'simulation',
      plan: 'enterprise',
      limits: limitsOf('enterprise', limits),
      scopes: scopesOf(everyScope),
      now: time.wall,
    })
    await untilDone(time, async () => await keys().insert(record))
    return { key, id: record.id }
  }
  /** Makes keys and revokes them. */
  const petstore = async (...args: readonly string[]): Promise<string> => {
    if (args[1] === 'create') {
      const at = args.indexOf('--per-minute')
      const perMinute = at === -1 ? 600 : Number(args[at + 1])
      return JSON.stringify(await addKey({ perMinute, perDay: 1_000_000 }))
    }
    const [id = '', now] = [args.at(-1), time.wall]
    const revoke = keysRevoke(() => true, now)
    await untilDone(time, async () => await keys().decide(id, revoke, { at: now }))
    return ''
  }
  const tortured = {
    nodes: network.bases,
    key: (await addKey(wideLimits)).key,
    disturb,
    now: () => time.wall,
    late: 2_000,
    kills,
    crowd,
    agent: network.agent(),
    petstore,
  }
  return { ...world, tortured }
}
