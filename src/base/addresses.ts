/** An address as it is written in a URL. Only IPv6 addresses contain a colon. */
export const inUrl = (host: string): string => (host.includes(':') ? `[${host}]` : host)

/** The unspecified addresses, in the form that a URL gives them. */
const wildcards: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['[::]', '::1'],
  ['[::ffff:0:0]', '127.0.0.1'],
])

const wildcardOf = (host: string): string | undefined =>
  wildcards.get(URL.parse(`http://${inUrl(host)}/`)?.hostname ?? '')

/** Whether a listener on this address listens on all of the machine. No client can be sent to such an address. */
export const isWildcard = (host: string): boolean => wildcardOf(host) !== undefined

/** An address by which this machine can reach a listener on one of its own addresses. */
export const reachable = (host: string): string => wildcardOf(host) ?? host
