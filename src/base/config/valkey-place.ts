import { isIPv6 } from 'node:net'

export type HostPort = { readonly host: string; readonly port: number }

/** Where Valkey or Redis counts requests. Plain data, so that it passes to other threads. */
export type ValkeyPlace = Readonly<NonNullable<ReturnType<typeof readValkeyPlace>>>

/** The place in words for people, without any secret. */
export const shownPlace = ({ at, sentinels, prefix, tls }: ValkeyPlace): string => {
  const hosts = sentinels === undefined ? [at] : sentinels.at
  const names = hosts.map((each) => each && `${each.host}:${each.port}`).join(',')
  const through = sentinels === undefined ? names : `${sentinels.master} of sentinels ${names}`
  return `${through} (prefix ${prefix}${tls ? ', TLS' : ''})`
}

const usualPorts = { engine: 6_379, sentinel: 26_379 } as const

const encrypted: ReadonlyMap<string, boolean> = new Map([
  ['valkey:', false],
  ['redis:', false],
  ['valkeys:', true],
  ['rediss:', true],
])

const parameters: ReadonlySet<string> = new Set(['sentinels', 'ca'])

/** Reads `valkey[s]://[user:password@]host[:port][/prefix]`, or with `?sentinels=a,b:26379` the master's name as host; undefined if it is none. */
export const readValkeyPlace = (text: string, prefix: string) => {
  const url = URL.parse(text)
  const tls = url === null ? undefined : encrypted.get(url.protocol)
  if (url === null || tls === undefined || url.hostname === '' || url.hash !== '') return undefined
  const { searchParams: search, username, password } = url
  if ([...search.keys()].some((name) => !parameters.has(name))) return undefined
  const named = url.pathname.slice(1)
  if (!/^[\w.:-]{0,64}$/.test(named)) return undefined
  const caFile = search.get('ca') ?? undefined
  if (caFile !== undefined && (!tls || caFile === '')) return undefined
  const list = search.get('sentinels')
  const sentinels = list?.split(',').map((entry) => hostPort(entry, usualPorts.sentinel))
  if (sentinels?.includes(undefined) === true || (sentinels && url.port !== '')) return undefined
  const host = url.hostname.replace(/^\[(.*)\]$/, '$1')
  return {
    /** The process itself; undefined if sentinels name it. */
    at: sentinels ? undefined : { host, port: Number(url.port || usualPorts.engine) },
    /** The sentinels, and the name by which they know the master. */
    sentinels: sentinels && { master: host, at: sentinels.filter((each) => each !== undefined) },
    /** Begins the names of all keys. */
    prefix: named || prefix,
    /** Whether connections are encrypted. Certificates are always verified. */
    tls,
    /** A file of certificates to trust in place of those that Node trusts. */
    caFile,
    username: decoded(username),
    /** It must not be shown. */
    password: decoded(password),
    /** A file with the password. It is read at each connection, so that the password can change. */
    passwordFile: undefined as string | undefined,
  }
}

/** What a part of the URL stands for. A `%` that escapes nothing stands for itself. */
const decoded = (part: string): string | undefined => {
  if (part === '') return undefined
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Reads `host`, `host:port` or `[::1]:port`. */
export const hostPort = (text: string, usualPort: number): HostPort | undefined => {
  const [, bracketed, plain, port] =
    /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/.exec(text.trim()) ?? []
  const host = bracketed ?? plain
  if (host === undefined || (bracketed !== undefined && !isIPv6(bracketed))) return undefined
  const number = Number(port ?? usualPort)
  return number >= 1 && number <= 65_535 ? { host, port: number } : undefined
}
