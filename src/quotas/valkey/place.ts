/** Where one process of Valkey, Redis or Sentinel listens. */
export type HostPort = { readonly host: string; readonly port: number }

/** Where counts are kept in Valkey or Redis. Plain data, so that it passes to other threads. */
export type ValkeyPlace = {
  /** The process itself; undefined if sentinels name it. */
  readonly at: HostPort | undefined
  /** The sentinels, and the name by which they know the master. */
  readonly sentinels: { readonly master: string; readonly at: readonly HostPort[] } | undefined
  /** Begins the names of all keys. */
  readonly prefix: string
  /** Whether the connection is encrypted. Certificates are always verified. */
  readonly tls: boolean
  /** A file of certificates to trust in place of those that Node trusts. */
  readonly caFile: string | undefined
  readonly username: string | undefined
  /** It must not be shown. */
  readonly password: string | undefined
  /** A file with the password. It is read at each connection, so that the password can change. */
  readonly passwordFile: string | undefined
}

/** The place in words for people, without any secret. */
export const shownPlace = ({ at, sentinels, prefix, tls }: ValkeyPlace): string => {
  const hosts = sentinels === undefined ? [at] : sentinels.at
  const names = hosts.map((each) => each && `${each.host}:${each.port}`).join(',')
  const through = sentinels === undefined ? names : `${sentinels.master} of sentinels ${names}`
  return `${through} (prefix ${prefix}${tls ? ', TLS' : ''})`
}
