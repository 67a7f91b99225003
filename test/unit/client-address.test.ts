import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientAddress, trustedProxies } from '../../src/access/quotas/client-address.ts'

const none = trustedProxies([])
const proxies = trustedProxies(['10.0.0.0/8', '192.0.2.7', '2001:db8:aaaa::/48', '::1'])

for (const [peer, header, expected, what, list = proxies] of [
  ['198.51.100.1', '203.0.113.9', '198.51.100.1', 'without proxies the header is never read', none],
  ['10.0.0.1', '203.0.113.9', '10.0.0.1', 'nor is it for the address of a private network', none],
  [undefined, '203.0.113.9', 'unknown', 'a peer that is gone is counted as unknown'],
  ['198.51.100.1', '203.0.113.9', '198.51.100.1', 'a peer that is no proxy is itself'],
  ['10.1.2.3', '203.0.113.9', '203.0.113.9', 'a proxy names the client'],
  ['192.0.2.7', '203.0.113.9', '203.0.113.9', 'a single address is a proxy'],
  ['192.0.2.8', '203.0.113.9', '192.0.2.8', 'the neighbour of a single address is none'],
  ['10.1.2.3', undefined, '10.1.2.3', 'a proxy that names no one is the caller'],
  ['10.1.2.3', '', '10.1.2.3', 'an empty header names no one'],
  ['10.1.2.3', '1.1.1.1, 203.0.113.9', '203.0.113.9', 'what the client put first is not believed'],
  ['10.1.2.3', '1.1.1.1, 203.0.113.9, 10.9.9.9,192.0.2.7', '203.0.113.9', 'a chain, from its end'],
  ['10.1.2.3', '10.0.0.9, 203.0.113.9', '203.0.113.9', 'a spoofed proxy changes nothing'],
  ['10.1.2.3', '10.0.0.9, 10.0.0.8', '10.0.0.9', 'where all are proxies the first is the caller'],
  ['10.1.2.3', 'unknown', '10.1.2.3', 'nonsense ends the walk at the last proxy'],
  ['10.1.2.3', '1.1.1.1, <script>, 10.0.0.8', '10.0.0.8', 'nonsense behind a proxy ends it there'],
  ['2001:db8:aaaa:1::5', '203.0.113.9', '203.0.113.9', 'a proxy on IPv6 is a proxy'],
  ['::ffff:10.1.2.3', '203.0.113.9', '203.0.113.9', 'a proxy on IPv4 inside IPv6 is a proxy'],
  ['10.1.2.3', 'fe80::1%eth0', 'fe80:0:0:0::/64', 'a zone does not disturb'],
] as const) {
  test(what, () => assert.equal(clientAddress(peer, header, list), expected))
}

test('an address of IPv6 is counted with its network, one of IPv4 as such, however it is spelled', () => {
  for (const [address, counted] of [
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:db8:1:2::', '2001:db8:1:2::/64'],
    ['2001:0DB8:0001:0002::ffff', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['1::2:3:4:5:1.2.3.4', '1:0:2:3::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:192.0.2.1', '192.0.2.1'],
    ['::ffff:c000:201', '192.0.2.1'],
    ['192.0.2.1', '192.0.2.1'],
  ] as const) {
    assert.equal(clientAddress(address, undefined, none), counted)
  }
})

test('whom a proxy list trusts does not depend on who was looked up before', () => {
  const two = trustedProxies(['10.0.0.1', 'fd00::/8'])
  const addresses = ['10.0.0.1', '10.0.0.1', '10.0.0.2', '', 'fd00::1', 'fe00::1', '10.0.0.1']
  const seen = addresses.map((address) => two.trusts(address))
  assert.deepEqual(seen, [true, true, false, false, true, false, true])
})
