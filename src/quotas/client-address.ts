import { BlockList, isIP, isIPv4, SocketAddress } from 'node:net'

/** Peers whose `X-Forwarded-For` is believed. */
export type TrustedProxies = { trusts(address: string): boolean }

/**
 * @param entries IP addresses and CIDR blocks, checked by the configuration
 */
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
  // Behind a proxy all requests have the same peer. To look it up takes longer than all else here.
  let latest = { address: '', isTrusted: trusts('') }
  return {
    trusts: (address) => {
      if (address !== latest.address) latest = { address, isTrusted: trusts(address) }
      return latest.isTrusted
    },
  }
}

/**
 * The address of the client that sent a request. It is the peer, or, if the peer is a trusted proxy, an address in
 * `X-Forwarded-For`: read from its end, the first that is no trusted proxy (or else the first of the list).
 *
 * @param peer the remote address of the socket; undefined once the socket is gone
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

/**
 * The address whose connections are bounded together: the peer's. Undefined for a trusted proxy, which opens
 * connections for many clients.
 */
export const connectionAddress = (peer: string, proxies: TrustedProxies): string | undefined => {
  const address = plainAddress(peer)
  return proxies.trusts(address) ? undefined : bucketAddress(address)
}

/**
 * An address in its canonical spelling, so that another spelling is not another caller. An IPv4 address inside IPv6
 * (RFC 4291 section 2.5.5.2) is the IPv4 address.
 */
const plainAddress = (address: string): string => {
  if (isIP(address) !== 6) return address
  const canonical = new SocketAddress({ address, family: 'ipv6' }).address
  return mappedAddress.exec(canonical)?.[1] ?? canonical
}

const mappedAddress = /^::ffff:(\d+\.\d+\.\d+\.\d+)$/

/** What is counted as one caller: an IPv4 address, or the /64 that an IPv6 address lies in. */
const bucketAddress = (address: string): string => {
  if (isIP(address) !== 6) return address === '' ? 'unknown' : address
  const [head = '', tail] = address.split('::')
  const left = head === '' ? [] : head.split(':')
  // An IPv4 tail (RFC 4291 section 2.2) stands for two groups, both beyond the network.
  const right = tail ? tail.replace(/[\d.]+\.\d+$/, '0:0').split(':') : []
  const zeros = tail === undefined ? 0 : 8 - left.length - right.length
  const groups = [...left, ...Array<string>(Math.max(0, zeros)).fill('0'), ...right]
  return `${groups.slice(0, 4).join(':')}::/64`
}
