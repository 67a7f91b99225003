/** Formats an address for a URL, with brackets around IPv6. Only IPv6 addresses contain a colon. */
export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** Maps each unspecified address, as `URL` normalises it, to a loopback address. */
const wildcards: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['[::]', '::1'],
  ['[::ffff:0:0]', '127.0.0.1'],
])

const wildcardOf = (host: string): string | undefined =>
  wildcards.get(URL.parse(`http://${inUrl(host)}/`)?.hostname ?? '')

/** Whether a listener on this address accepts connections to all addresses of the machine. No link for clients can use it. */
export const isWildcard = (host: string): boolean => wildcardOf(host) !== undefined

/** Returns an address at which this machine can reach its own listener on `host`. */
export const reachable = (host: string): string => wildcardOf(host) ?? host
