import { isIPv6 } from 'node:net'

export type HostPort = { readonly host: string; readonly port: number }

/** Where Valkey or Redis counts requests, as plain data that can be sent to other threads. */
export type ValkeyPlace = Readonly<NonNullable<ReturnType<typeof readValkeyPlace>>>

/** Describes the place for people, without any secret. */
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

/** Parses `valkey[s]://[user:password@]host[:port][/prefix]`; with `?sentinels=a,b:26379` the host is the master's name. */
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
    /** The address of the engine; undefined if sentinels name it. */
    at: sentinels ? undefined : { host, port: Number(url.port || usualPorts.engine) },
    /** The sentinels, and the name by which they know the master. */
    sentinels: sentinels && { master: host, at: sentinels.filter((each) => each !== undefined) },
    /** The prefix of the names of all keys. */
    prefix: named || prefix,
    /** Whether connections are encrypted. Certificates are always verified. */
    tls,
    /** A file of certificates to trust instead of those that Node trusts. */
    caFile,
    username: decoded(username),
    /** Must not be shown. */
    password: decoded(password),
    /** A file with the password. It is read for each connection, so that the password can change. */
    passwordFile: undefined as string | undefined,
  }
}

/** Decodes a part of the URL; undefined if it is empty. A part with an invalid escape sequence stays as it is. */
const decoded = (part: string): string | undefined => {
  if (part === '') return undefined
  try {
    return decodeURIComponent(part)
  } catch {
    return part
  }
}

/** Parses `host`, `host:port` or `[::1]:port`; undefined if the text is none of these. */
export const hostPort = (text: string, usualPort: number): HostPort | undefined => {
  const [, bracketed, plain, port] =
    /^(?:\[([\da-fA-F:.]+)\]|([\w.-]+))(?::(\d{1,5}))?$/.exec(text.trim()) ?? []
  const host = bracketed ?? plain
  if (host === undefined || (bracketed !== undefined && !isIPv6(bracketed))) return undefined
  const number = Number(port ?? usualPort)
  return number >= 1 && number <= 65_535 ? { host, port: number } : undefined
}
