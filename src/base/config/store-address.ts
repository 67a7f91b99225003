import { inUrl } from '../addresses.ts'
import { type HostPort, hostPort } from './valkey-place.ts'

/** A database on PostgreSQL servers, as plain data that can be sent to other threads. The password must not be shown. */
export type PostgresAddress = Readonly<NonNullable<ReturnType<typeof postgresAddressOf>>> & {
  /** The path of a file with the password, which is read for each connection. */
  readonly passwordFile?: string
}

export type StoreAddress = 'sqlite' | PostgresAddress

const form =
  /^postgres(?:ql)?:\/\/(?<user>[^:@/?#]+)(?::(?<password>[^@/?#]*))?@(?<hosts>[^/?#]+)\/(?<database>[^/?#]+)(?:\?(?<query>[^#]*))?$/

export const postgresAddressOf = (text: string) => {
  const parts = form.exec(text)?.groups
  if (parts === undefined) return undefined
  const hosts = (parts['hosts'] ?? '').split(',').map((host) => hostPort(host, 5_432))
  const query = new URLSearchParams(parts['query'])
  for (const name of query.keys())
    if (name !== 'sslmode' && name !== 'sslrootcert') return undefined
  const mode = query.get('sslmode') ?? (hosts.every(isLocal) ? 'disable' : 'verify-full')
  if (mode !== 'disable' && mode !== 'verify-full') return undefined
  const known = hosts.filter((host) => host !== undefined)
  if (known.length !== hosts.length) return undefined
  try {
    const { user = '', password, database = '' } = parts
    return {
      /** All servers of the database; one of them takes writes. */
      hosts: known as readonly HostPort[],
      database: decodeURIComponent(database),
      user: decodeURIComponent(user),
      password: password === undefined ? undefined : decodeURIComponent(password),
      /** The file of trusted certificate authorities, if any; undefined for unencrypted connections. */
      tls: mode === 'disable' ? undefined : { authorities: query.get('sslrootcert') ?? undefined },
    }
  } catch {
    // A percent sign does not begin a valid escape sequence.
    return undefined
  }
}

/** Formats the address for people, without the password. */
export const shownAddress = ({ hosts, database, user }: PostgresAddress): string =>
  `postgres://${encodeURIComponent(user)}@${hosts.map(({ host, port }) => `${inUrl(host)}:${port}`).join(',')}/${encodeURIComponent(database)}`

const isLocal = (at: HostPort | undefined): boolean =>
  at !== undefined && /^(?:localhost|127\..*|::1)$/.test(at.host)
