import { type Cost, freePort, run, startProgram, stopProgram, timeOfAll } from './program.ts'

/**
 * Rolls and spends both windows of a caller, as `src/quotas/bucket.ts` does, short of the bans. Arguments: the number of
 * the minute, of the day, and the limits.
 */
const script = `
  local at = redis.call('HMGET', KEYS[1], 'minute', 'minute_used', 'day', 'day_used', 'refused', 'ban_ends')
  local minute, day = tonumber(ARGV[1]), tonumber(ARGV[2])
  local minuteUsed = tonumber(at[1]) == minute and tonumber(at[2]) or 0
  local dayUsed = tonumber(at[3]) == day and tonumber(at[4]) or 0
  local refused = tonumber(at[1]) == minute and tonumber(at[5]) or 0
  local spent = minuteUsed < tonumber(ARGV[3]) and dayUsed < tonumber(ARGV[4])
  if spent then
    minuteUsed = minuteUsed + 1
    dayUsed = dayUsed + 1
  else
    refused = refused + 1
  end
  redis.call('HSET', KEYS[1], 'minute', minute, 'minute_used', minuteUsed, 'day', day, 'day_used', dayUsed, 'refused', refused)
  return { spent and 1 or 0, minuteUsed, dayUsed }`

const calls = 500_000

/** Measured with redis-benchmark: 32 connections, 10,000 callers. */
export const measureRedis = async (): Promise<{ readonly spend: Cost }> => {
  const port = String(await freePort())
  const args = ['--port', port, '--bind', '127.0.0.1', '--save', '', '--appendonly', 'no']
  const server = await startProgram('redis-server', args, /ready to accept/i)
  try {
    const { stdout } = await run('redis-cli', ['-p', port, 'SCRIPT', 'LOAD', script])
    const call = ['EVALSHA', stdout.trim(), '1', 'caller:__rand_int__', '1', '1', '60', '5000']
    const load = ['-p', port, '-c', '32', '-n', String(calls), '-r', '10000', '-q', ...call]
    const before = timeOfAll(server.pid)
    const begun = performance.now()
    await run('redis-benchmark', load)
    const elapsed = (performance.now() - begun) / 1_000
    return { spend: { cpu: (timeOfAll(server.pid) - before) / calls, perSecond: calls / elapsed } }
  } finally {
    await stopProgram(server)
  }
}
