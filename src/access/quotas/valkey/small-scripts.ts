import type { ValkeyPlace } from '../../../base/config/valkey-place.ts'
import { bounded, connect, scriptOf } from './connection.ts'
import { Names } from './names.ts'

/** Seconds without a heartbeat after which a node counts as dead. */
const nodeSeconds = 10

/**
 * The heartbeat of a node. `KEYS`: the nodes; `ARGV`: the id of the node. Returns how many nodes live, and the time in
 * milliseconds.
 */
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

/** Removes a node that ends. `KEYS` and `ARGV` as for the heartbeat. */
export const leaveScript = scriptOf('upkeep', `return redis.call('ZREM', KEYS[1], ARGV[1])`)

/**
 * Reads pending alerts. `KEYS`: the alerts; `ARGV`: the maximum. Returns for each the name of the bucket, the number of
 * the alert, and the packed bucket.
 */
export const alertsScript = scriptOf(
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

/**
 * Forgets alerts that were saved. `KEYS`: the alerts; `ARGV`: for each the name of the bucket and the number that was
 * read. A newer alert stays.
 */
export const forgetAlertsScript = scriptOf(
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

/** Moves a mark. `KEYS`: the marks; `ARGV`: which one. It never has the value again that it had. */
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

/** Reads the mark of the API keys, which moves with every change of one. `KEYS`: the marks. */
export const keyRevisionScript = scriptOf(
  'news',
  `return redis.call('HGET', KEYS[1], 'keys') or ''`,
)

/**
 * Announces a change of an API key to all nodes that count in the engine, by `PersistentCounters.keyRevision`.
 *
 * @throws Error if the engine does not answer; the mark may have moved nevertheless
 */
export const announceKeys = async (place: ValkeyPlace): Promise<void> => {
  const connection = await connect(place)
  try {
    await bounded(connection.run(moveScript, [new Names(place.prefix).marks], ['keys']))
  } finally {
    connection.close()
  }
}
