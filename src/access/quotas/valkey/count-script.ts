import { type Outcome, outcomes } from '../../../base/spending.ts'
import { banSeconds, type Bucket, bucketFields, bucketOf, windowSeconds } from '../bucket.ts'
import { alertShares } from '../quota-alerts.ts'
import { type Runner, scriptOf } from './connection.ts'

/** Bytes of a packed bucket: each number is an unsigned 32-bit integer, little-endian. */
export const bucketBytes = 4 * bucketFields.length

/** The operations of the script on one subject, each with its letter. */
export const operations = {
  /** Spends one request, with bans and alerts. Arguments: the limits of the minute and of the day. */
  spendKey: 'k',
  /** The same without bans and alerts. */
  spendAddress: 'a',
  read: 'r',
  /** Lifts a ban. Argument: whole Unix seconds; a ban that began later stays. */
  lift: 'l',
  /**
   * Merges a node's counts into a bucket. Arguments: a packed bucket that the node has seen, of which the larger
   * figures win; and a packed bucket that it counted alone, whose figures are added.
   */
  join: 'j',
} as const

const code = (outcome: (typeof outcomes)[number]): number => outcomes.indexOf(outcome)
const layout = `'<${'I4'.repeat(bucketFields.length)}'`
const fields = bucketFields.join(', ')
const seen = bucketFields.map((field) => `s_${field}`).join(', ')
const own = bucketFields.map((field) => `o_${field}`).join(', ')
const minShare = Math.min(...alertShares) / 100
/** A Lua condition: whether the day's count has just reached a share of its limit. */
const reaches = alertShares
  .map((percent) => `(used >= ${percent / 100} and before < ${percent / 100})`)
  .join(' or ')

/** The minimum lifetime of a bucket in milliseconds, so that a read soon after a count always finds it. */
const minLifetime = 60_000

/**
 * Applies the rules of `quotas/bucket.ts` to a batch of subjects, in one atomic step of Valkey or Redis. Property tests
 * compare it with `bucket.ts`, byte for byte.
 *
 * - `KEYS`: the marks, the alerts, then the bucket of each subject
 * - `ARGV`: milliseconds since the Unix epoch, or empty for the engine's own clock; then for each subject its operation
 *   and two arguments
 * - returns the time in milliseconds; the marks of the store and of its data; and for each subject the code
 *   of the outcome in a byte, and its packed bucket
 *
 * A bucket expires once it no longer matters. The bucket of a key expires a day later, so that an engine that runs out
 * of memory (`volatile-ttl`) evicts the buckets of addresses first. The alerts are the keys whose counts may cause an
 * alert. Each has an increasing number, so that a reader can tell a new alert from one that it has read.
 */
const countScript = scriptOf(
  'count',
  `
local clock = redis.call('TIME')
local now = tonumber(ARGV[1])
if not now then now = clock[1] * 1000 + math.floor(clock[2] / 1000) end
local seconds = now / 1000
local thisMinute = math.floor(seconds / ${windowSeconds.minute})
local thisDay = math.floor(seconds / ${windowSeconds.day})

-- What is no count and no mark, because something else wrote there, is as if it were missing: it must not stop others.
local marks = redis.pcall('HMGET', KEYS[1], 'store', 'data')
if not (tonumber(marks[1]) and tonumber(marks[2])) then
  redis.call('DEL', KEYS[1])
  local first = string.format('%.0f', clock[1] * 1000000 + clock[2])
  redis.call('HSET', KEYS[1], 'store', first, 'data', first, 'keys', first)
  marks = { first, first }
end

local function moved(from, to) return to > from or to < from - 1 end

local results = {}
for subject = 1, #KEYS - 2 do
  local key = KEYS[subject + 2]
  local at = 1 + (subject - 1) * 3
  local operation, first, second = ARGV[at + 1], ARGV[at + 2], ARGV[at + 3]
  local packed = redis.pcall('GET', key)
  if type(packed) ~= 'string' or #packed ~= ${bucketBytes} then packed = false end
  local ${fields} = 0, 0, 0, 0, 0, 0, 0
  if packed then ${fields} = struct.unpack(${layout}, packed) end
  local outcome, isAlert = ${code('allowed')}, false

  if operation == '${operations.spendKey}' or operation == '${operations.spendAddress}' then
    local isKey = operation == '${operations.spendKey}'
    local perMinute, perDay = tonumber(first), tonumber(second)
    if seconds < banEnds then
      outcome = ${code('banned')}
      banEnds = math.min(banEnds, math.floor(seconds) + banLength)
    else
      if moved(minute, thisMinute) then minute, minuteUsed, minuteRefused = thisMinute, 0, 0 end
      if moved(day, thisDay) then day, dayUsed = thisDay, 0 end
      local before = (dayUsed - 1) / perDay
      if dayUsed >= perDay or minuteUsed >= perMinute then
        minuteRefused = minuteRefused + 1
        outcome = dayUsed >= perDay and ${code('day_used_up')} or ${code('minute_used_up')}
        if isKey and minuteRefused >= perMinute then
          local again = banLength > 0 and seconds - banEnds <= ${banSeconds.memory}
          banLength = again and math.min(banLength * 2, ${banSeconds.max}) or ${banSeconds.first}
          banEnds = math.floor(seconds) + banLength
          minuteRefused = 0
          isAlert = true
        end
      else
        before = dayUsed / perDay
        minuteUsed = minuteUsed + 1
        dayUsed = dayUsed + 1
      end
      local used = dayUsed / perDay
      if isKey and used >= ${minShare} then
        -- At the first request of a minute too: the key may have got another plan.
        isAlert = isAlert or ${reaches} or minuteUsed + minuteRefused == 1
      end
    end
  elseif operation == '${operations.lift}' then
    if banLength > 0 and banEnds - banLength <= tonumber(first) then
      banEnds, banLength, minuteRefused = 0, 0, 0
    end
  elseif operation == '${operations.join}' then
    if moved(minute, thisMinute) then minute, minuteUsed, minuteRefused = thisMinute, 0, 0 end
    if moved(day, thisDay) then day, dayUsed = thisDay, 0 end
    if #first == ${bucketBytes} then
      local ${seen} = struct.unpack(${layout}, first)
      if s_minute == minute then
        minuteUsed = math.max(minuteUsed, s_minuteUsed)
        minuteRefused = math.max(minuteRefused, s_minuteRefused)
      end
      if s_day == day then dayUsed = math.max(dayUsed, s_dayUsed) end
      if s_banEnds > banEnds then banEnds, banLength = s_banEnds, s_banLength end
    end
    if #second == ${bucketBytes} then
      local ${own} = struct.unpack(${layout}, second)
      if o_minute == minute then
        minuteUsed = minuteUsed + o_minuteUsed
        minuteRefused = minuteRefused + o_minuteRefused
      end
      if o_day == day then dayUsed = dayUsed + o_dayUsed end
      if o_banEnds > banEnds then
        banEnds, banLength, isAlert = o_banEnds, o_banLength, true
      end
    end
  end

  local after = struct.pack(${layout}, ${fields})
  if operation ~= '${operations.read}' and after ~= packed and (packed or day > 0) then
    local ends = math.max((day + 1) * ${windowSeconds.day}, banEnds + ${banSeconds.memory}) * 1000 + 1
    if operation ~= '${operations.spendAddress}' then ends = ends + ${windowSeconds.day * 1_000} end
    redis.call('SET', key, after, 'PX', string.format('%.0f', math.max(${minLifetime}, ends - now)))
  end
  if isAlert then
    redis.call('ZADD', KEYS[2], redis.call('HINCRBY', KEYS[1], 'news', 1), key)
  end
  results[subject] = string.char(outcome) .. after
end
return { now, tonumber(marks[1]), tonumber(marks[2]), table.concat(results) }
`,
)

export type CountReply = Awaited<ReturnType<typeof runCommands>>[number]

/** Numbers that the engine stores beside the counts. They can only be compared for equality. */
export type Marks = {
  /** Created with the engine's data. Another value means that the data was lost. */
  readonly store: number
  /** Changes with every change of the service's data, if the nodes share it. */
  readonly data: number
}

/** A command for a bucket, by its name. */
export type BucketCommand = {
  readonly operation: (typeof operations)[keyof typeof operations]
  readonly key: string
  readonly first: string | Buffer
  readonly second: string | Buffer
}

/** The most commands in one call, which blocks the engine for about a millisecond. */
export const maxBatch = 128

/** Runs commands in one call, at `time` in milliseconds since the Unix epoch, or by the engine's own clock if it is empty. */
export const runCommands = async (
  run: Runner,
  fixed: readonly string[],
  commands: readonly BucketCommand[],
  time: string,
) => {
  const keys = [...fixed, ...commands.map(({ key }) => key)]
  const args = commands.flatMap(({ operation, first, second }) => [operation, first, second])
  const reply = await run(countScript, keys, [time, ...args])
  // As the script returns it.
  const [now, store, data, results] = reply as [number, number, number, Buffer]
  const marks: Marks = { store, data }
  return commands.map((_, index) => {
    const at = index * (1 + bucketBytes)
    const outcome: Outcome = outcomes[results[at] ?? 0] ?? 'allowed'
    // `now` is the time by which the engine counted, in milliseconds since the Unix epoch.
    return { outcome, bucket: unpackBucket(results, at + 1), now, marks }
  })
}

export const packBucket = (bucket: Bucket): Buffer => {
  const bytes = Buffer.allocUnsafe(bucketBytes)
  let at = 0
  for (const field of bucketFields) at = bytes.writeUInt32LE(bucket[field], at)
  return bytes
}

/** @param at where the bucket begins */
export const unpackBucket = (bytes: Buffer, at = 0): Bucket =>
  bucketOf((field) => bytes.readUInt32LE(at + 4 * field))
