import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'

export type TrustedProxies = { trusts(address: string): boolean }

/** @param entries IP addresses and CIDR blocks, checked by the configuration */
export const trustedProxies = (entries: readonly string[]): TrustedProxies => {
  const list = new BlockList()
  for (const entry of entries) {
    const [address = '', prefix] = entry.split('/')
    const family = isIPv4(address) ? 'ipv4' : 'ipv6'
    if (prefix === undefined) list.addAddress(address, family)
    else list.addSubnet(address, Number(prefix), family)
  }
  const trusts = (address: string): boolean =>
    entries.length > 0 && list.check(address, isIPv4(address) ? 'ipv4' : 'ipv6')
  // Cache the latest result: behind a proxy all requests have the same peer, and the look-up would dominate the cost.
  let latest = { address: '', isTrusted: trusts('') }
  return {
    trusts: (address) => {
      if (address !== latest.address) latest = { address, isTrusted: trusts(address) }
      return latest.isTrusted
    },
  }
}

/**
 * The address of the client: the peer or, if the peer is a trusted proxy, the last address in `X-Forwarded-For` that is
 * not a trusted proxy (or else the first one).
 * @param peer the remote address of the socket; undefined once it is closed
 * @param forwardedFor the `X-Forwarded-For` header, repetitions joined by commas
 */
export const clientAddress = (
  peer: string | undefined,
  forwardedFor: string | undefined,
  proxies: TrustedProxies,
): string => {
  let address = plainAddress(peer ?? '')
  if (forwardedFor === undefined || !proxies.trusts(address)) return bucketAddress(address)
  const hops = forwardedFor.split(',')
  do {
    const hop = plainAddress((hops.pop() ?? '').trim())
    if (isIP(hop) === 0) break
    address = hop
  } while (hops.length > 0 && proxies.trusts(address))
  return bucketAddress(address)
}

/** The address for the limit of connections; undefined for a trusted proxy, whose connections serve many clients. */
export const connectionAddress = (peer: string, proxies: TrustedProxies): string | undefined => {
  const address = plainAddress(peer)
  return proxies.trusts(address) ? undefined : bucketAddress(address)
}

/** An address in canonical form. An IPv4-mapped IPv6 address (RFC 4291 section 2.5.5.2) becomes the IPv4 address. */
const plainAddress = (address: string): string => {
  if (isIP(address) !== 6) return address
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  return mappedAddress.exec(canonical)?.[1] ?? canonical
}

const mappedAddress = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

/** The subject of address counts: an IPv4 address, or the /64 network of an IPv6 address. */
const bucketAddress = (address: string): string => {
  if (isIP(address) !== 6) return address === '' ? 'unknown' : address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  // An IPv4 suffix (RFC 4291 section 2.2) is two groups, both outside the /64.
  const right = tail ? tail.replace(/[\d.]+\.\d+$/, '0:0').split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}
