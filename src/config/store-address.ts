/** A database on PostgreSQL servers. Plain data, which passes to other threads. The password must not be shown. */
export type PostgresAddress = {
  /** All servers of the database; one of them takes writes. */
  readonly hosts: ReadonlyArray<{ readonly host: string; readonly port: number }>
  readonly database: string
  readonly user: string
  readonly password: string | undefined
  /** The path of a file with the password, which is read for each connection. */
  readonly passwordFile?: string
  /** How the servers prove who they are; undefined for connections that are not encrypted. */
  readonly tls:
    | {
        /** The file of the authorities that may have signed the certificates; undefined for those of Node. */
        readonly authorities: string | undefined
      }
    | undefined
}

/** Where an environment keeps its data: in a file of its own, or on servers. */
export type StoreAddress = 'sqlite' | PostgresAddress

const form =
  /^postgres(?:ql)?:\/\/(?<user>[^:@/?#]+)(?::(?<password>[^@/?#]*))?@(?<hosts>[^/?#]+)\/(?<database>[^/?#]+)(?:\?(?<query>[^#]*))?$/

const hostForm = /^(?<host>[\w.-]+|\[[\da-fA-F:.]+\])(?::(?<port>\d{1,5}))?$/

/** @returns undefined if the text is no address */
export const postgresAddressOf = (text: string): PostgresAddress | undefined => {
  const parts = form.exec(text)?.groups
  if (parts === undefined) return undefined
  const hosts = (parts['hosts'] ?? '').split(',').map(hostOf)
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
      hosts: known,
      database: decodeURIComponent(database),
      user: decodeURIComponent(user),
      password: password === undefined ? undefined : decodeURIComponent(password),
      tls: mode === 'disable' ? undefined : { authorities: query.get('sslrootcert') ?? undefined },
    }
  } catch {
    // A percent sign that begins no character.
    return undefined
  }
}

/** The address as people may see it: without the password. */
export const shownAddress = ({ hosts, database, user }: PostgresAddress): string =>
  `postgres://${encodeURIComponent(user)}@${hosts.map(({ host, port }) => `${host.includes(':') ? `[${host}]` : host}:${port}`).join(',')}/${encodeURIComponent(database)}`

const hostOf = (text: string): PostgresAddress['hosts'][number] | undefined => {
  const { host, port = '5432' } = hostForm.exec(text)?.groups ?? {}
  const number = Number(port)
  if (host === undefined || number < 1 || number > 65_535) return undefined
  return { host: host.replace(/^\[(.*)\]$/, '$1'), port: number }
}

const isLocal = (at: PostgresAddress['hosts'][number] | undefined): boolean =>
  at !== undefined && /^(?:localhost|127\..*|::1)$/.test(at.host)
