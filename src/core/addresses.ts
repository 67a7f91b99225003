import { isIPv6 } from 'node:net'

/** An address as it stands in a URL. */
export const inUrl = (host: string): string => (isIPv6(host) ? `[${host}]` : host)

/** Addresses that stand for all of a machine, in the one spelling that a URL gives them. */
const wildcards: ReadonlyMap<string, string> = new Map([
  ['0.0.0.0', '127.0.0.1'],
  ['[::]', '::1'],
  ['[::ffff:0:0]', '127.0.0.1'],
])

const wildcardOf = (host: string): string | undefined =>
  wildcards.get(URL.parse(`http://${inUrl(host)}/`)?.hostname ?? '')

/** Whether who listens on an address listens on all of the machine, so that no client can be sent there. */
export const isWildcard = (host: string): boolean => wildcardOf(host) !== undefined

/** An address by which this machine reaches what listens on an address of its own. */
export const reachable = (host: string): string => wildcardOf(host) ?? host
