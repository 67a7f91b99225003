import type { ValkeyPlace } from '../../../base/config/valkey-place.ts'
import type { CountStore, StoredCount, Subject } from '../counters.ts'
import { bounded, connect, type Runner, scriptOf } from './connection.ts'
import { bucketBytes, unpackBucket } from './count-script.ts'

export const namesOf = (prefix: string) => ({
  /** The marks: of the store, of the data, of the keys. */
  marks: `${prefix}:marks`,
  /** The keys whose counts may cause an alert. */
  alerts: `${prefix}:news`,
  /** The live nodes, with the time of the last heartbeat of each. */
  nodes: `${prefix}:nodes`,
  bucket: ({ kind, id }: Subject): string => `${prefix}:${kind === 'key' ? 'k' : 'a'}:${id}`,
  /** Returns the id of the owner from the name of a key's bucket. */
  ownerOf: (bucket: string): string => bucket.slice(`${prefix}:k:`.length),
})

/** Seconds without a heartbeat after which a node counts as dead. */
const nodeSeconds = 10

/** The heartbeat. `KEYS`: the nodes; `ARGV`: the node's id. Returns the number of live nodes, and the time in milliseconds. */
export const beatScript = scriptOf(
  'upkeep',
  `
local clock = redis.call('TIME')
local now = clock[1] * 1000 + math.floor(clock[2] / 1000)
redis.call('ZADD', KEYS[1], string.format('%.0f', now), ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', string.format('%.0f', now - ${nodeSeconds * 1_000}))
return { redis.call('ZCARD', KEYS[1]), now }
`,
)

/** Reads pending alerts. `KEYS`: the alerts; `ARGV`: the maximum. Returns `PendingAlerts`. */
const alertsScript = scriptOf(
  'news',
  `
local found = redis.call('ZRANGE', KEYS[1], 0, ARGV[1] - 1, 'WITHSCORES')
local results = {}
for at = 1, #found, 2 do
  results[#results + 1] = { found[at], found[at + 1], redis.call('GET', found[at]) or '' }
end
return results
`,
)

/** Deletes saved alerts. `KEYS`: the alerts; `ARGV`: for each the bucket and the number that was read. Newer ones stay. */
const forgetAlertsScript = scriptOf(
  'news',
  `
for at = 1, #ARGV, 2 do
  if redis.call('ZSCORE', KEYS[1], ARGV[at]) == ARGV[at + 1] then
    redis.call('ZREM', KEYS[1], ARGV[at])
  end
end
return 1
`,
)

const savedAtOnce = 100

/** For each key its bucket's name, the number of the alert, and the packed bucket. */
type PendingAlerts = readonly (readonly [Buffer, Buffer, Buffer])[]

/**
 * Saves the counts that may cause an alert, because a share of the day was reached or a ban began. The engine lists such a
 * key in the step that counts, until the store has saved the count and its event. So any node can take over. One node saves
 * at a time, so that none overwrites a newer count. The store ignores known counts, so each event is written exactly once.
 *
 * Rejects as the store or the engine does, and then deletes no alert.
 */
export const saveAlerts = async (
  run: Runner,
  { alerts, ownerOf }: ReturnType<typeof namesOf>,
  store: Pick<CountStore, 'save' | 'inTurn'>,
): Promise<void> => {
  const pending = async () =>
    (await run(alertsScript, [alerts], [String(savedAtOnce)])) as PendingAlerts
  const saveAll = async (): Promise<void> => {
    let found: PendingAlerts
    do {
      // Read again: another node may have saved them in the meantime.
      found = await pending()
      if (found.length === 0) return
      const counts = found.flatMap(([name, , packed]): StoredCount[] =>
        // The engine may have evicted the bucket in the meantime.
        packed.length === bucketBytes
          ? [{ kind: 'key', id: ownerOf(String(name)), ...unpackBucket(packed) }]
          : [],
      )
      if (counts.length > 0) await store.save(counts, [])
      const saved = found.flatMap(([name, number]) => [name, number])
      await run(forgetAlertsScript, [alerts], saved)
    } while (found.length === savedAtOnce)
  }
  if ((await pending()).length === 0) return
  await (store.inTurn === undefined ? saveAll() : store.inTurn(saveAll))
}

/** Changes a mark. `KEYS`: the marks; `ARGV`: which one. A mark never gets a value that it had before. */
export const moveScript = scriptOf(
  'news',
  `
local clock = redis.call('TIME')
local now = clock[1] * 1000000 + clock[2]
local mark = tonumber(redis.call('HGET', KEYS[1], ARGV[1]) or '')
if not mark then
  local first = string.format('%.0f', now)
  redis.call('HSET', KEYS[1], 'store', first, 'data', first, 'keys', first)
  mark = now
end
redis.call('HSET', KEYS[1], ARGV[1], string.format('%.0f', math.max(mark + 1, now)))
return 1
`,
)

/** Announces a change of an API key to all nodes. If it throws, the mark of `keyRevision` may have changed anyway. */
export const announceKeys = async (place: ValkeyPlace): Promise<void> => {
  using connection = await connect(place)
  await bounded(connection.run(moveScript, [namesOf(place.prefix).marks], ['keys']))
}
