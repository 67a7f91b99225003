import type { Follower } from '../../core/engines.ts'

/** An answer to `INFO` as names and values. */
export const infoIn = (answer: unknown): ReadonlyMap<string, string> =>
  new Map(
    String(answer)
      .split('\r\n')
      .filter((line) => line.includes(':'))
      .map((line) => {
        const colon = line.indexOf(':')
        return [line.slice(0, colon), line.slice(colon + 1)]
      }),
  )

/** A line of `INFO replication`, like `slave0:ip=10.0.0.2,port=6379,state=online,offset=42,lag=0`. */
const replicaLine =
  /^ip=(?<ip>[^,]*),port=(?<port>\d+),state=online,offset=(?<offset>\d+),lag=(?<lag>\d+)/

/** The replicas that follow the master, and how far each is behind. One that still copies everything is not among them. */
export const replicasIn = (info: ReadonlyMap<string, string>): readonly Follower[] => {
  const newest = Number(info.get('master_repl_offset') ?? 0)
  return [...info].flatMap(([name, value]) => {
    const found = /^slave\d+$/.test(name) ? replicaLine.exec(value)?.groups : undefined
    if (found === undefined) return []
    const { ip = '', port = '', offset, lag } = found
    return {
      name: `${ip}:${port}`,
      lagBytes: Math.max(0, newest - Number(offset)),
      lagSeconds: Number(lag),
    }
  })
}
