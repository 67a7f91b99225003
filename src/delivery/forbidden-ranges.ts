/**
 * Every range of addresses that no webhook may reach. Sources: the registries of special-purpose addresses
 * (RFC 6890, RFC 8190; iana.org/assignments/iana-ipv4-special-registry and iana-ipv6-special-registry, read in 2026),
 * those of multicast, and what is named beside a row.
 *
 * Some rows are reachable over the Internet (the anycast addresses of AS112 and of relays), but no receiver uses one.
 */
export const forbiddenRanges = {
  ipv4: [
    ['0.0.0.0/8', 'this network (RFC 791); the system takes 0.0.0.0 for itself'],
    ['10.0.0.0/8', 'private use (RFC 1918)'],
    ['100.64.0.0/10', 'carrier-grade NAT (RFC 6598); 100.100.100.200 is a metadata service'],
    ['127.0.0.0/8', 'loopback (RFC 1122)'],
    [
      '168.63.129.16/32',
      'a public address by which a large cloud offers its virtual machines their own services',
    ],
    [
      '169.254.0.0/16',
      'link-local (RFC 3927); 169.254.169.254 is the metadata service of most clouds',
    ],
    ['172.16.0.0/12', 'private use (RFC 1918)'],
    ['192.0.0.0/24', 'protocol assignments (RFC 6890); 192.0.0.192 is a metadata service'],
    ['192.0.2.0/24', 'documentation (RFC 5737)'],
    ['192.31.196.0/24', 'AS112 (RFC 7535)'],
    ['192.52.193.0/24', 'AMT (RFC 7450)'],
    ['192.88.99.0/24', 'relays of 6to4 (RFC 7526)'],
    ['192.168.0.0/16', 'private use (RFC 1918)'],
    ['192.175.48.0/24', 'AS112 (RFC 7534)'],
    ['198.18.0.0/15', 'benchmarks of devices (RFC 2544)'],
    ['198.51.100.0/24', 'documentation (RFC 5737)'],
    ['203.0.113.0/24', 'documentation (RFC 5737)'],
    ['224.0.0.0/4', 'multicast (RFC 5771)'],
    ['240.0.0.0/4', 'reserved (RFC 1112), with the broadcast 255.255.255.255 (RFC 919)'],
  ],
  // Only 2000::/3 is global unicast (RFC 4291 section 2.4). Outside of it are loopback, mapped and translated IPv4 addresses,
  // NAT64, unique local and link-local addresses, and multicast.
  ipv6: [
    ['::/3', 'not global unicast (RFC 4291)'],
    ['4000::/2', 'not global unicast (RFC 4291)'],
    ['8000::/1', 'not global unicast (RFC 4291)'],
    [
      '2001::/23',
      'protocol assignments (RFC 2928): Teredo (RFC 4380), ORCHIDv2 (RFC 7343), AS112, AMT',
    ],
    ['2001:db8::/32', 'documentation (RFC 3849)'],
    ['2002::/16', '6to4, which leads to an IPv4 address (RFC 3056)'],
    ['2620:4f:8000::/48', 'AS112 (RFC 7534)'],
    ['3fff::/20', 'documentation (RFC 9637)'],
  ],
} as const
