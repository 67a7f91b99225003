import { promises as dns } from 'node:dns'
import { isIP } from 'node:net'

/** Finds all addresses of a host. Rejects if there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** Milliseconds for one answer of a name server, and how often each server is queried. Together less than a connect may take. */
const limits = { timeout: 1_500, tries: 2 } as const

/**
 * Asks name servers directly. `dns.lookup` would ask the system, whose few threads serve the whole process: names that are
 * slow on purpose could hold them all. So the service asks for full names only, and reads no hosts file. Each look-up reads
 * the system's list of name servers anew.
 */
export const askNameServers: Resolve = async (host) => {
  const resolver = new dns.Resolver(limits)
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [ipv4, ipv6].flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason
  return found
}

/** Addresses that stand for every machine itself (RFC 6761 section 6.3). No name server is queried. */
const loopback: readonly string[] = ['127.0.0.1', '::1']

/**
 * The addresses that a host has without a look-up; undefined if it is a name for a name server.
 *
 * @param host as `URL` gives it, which has turned every form of an IPv4 address into the usual one
 */
export const literalAddresses = (host: string): readonly string[] | undefined => {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0) return [bare]
  return /(?:^|\.)localhost\.?$/i.test(bare) ? loopback : undefined
}
