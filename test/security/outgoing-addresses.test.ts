import assert from 'node:assert/strict'
import { networkInterfaces } from 'node:os'
import { test, type TestContext } from 'node:test'
import { type AddressRule, addressRule, outboundBy } from '../../src/delivery/addresses.ts'
import { localSender, startReceiver } from '../helpers/receiver.ts'

const permits = (rule: AddressRule, address: string): boolean =>
  rule.refusalOf([address], true) === undefined

const strict = addressRule({
  allowed: [],
  takesHttp: true,
  own: () => ['93.184.215.14', '2600:1406:bc00::1'],
})

test('no webhook reaches an end of a range that is not public, nor what lies outside of global unicast', () => {
  const forbidden =
    '0.0.0.0 0.255.255.255 10.0.0.0 10.255.255.255 100.64.0.0 100.127.255.255 127.0.0.0 ' +
    '127.255.255.255 168.63.129.16 169.254.0.0 169.254.255.255 172.16.0.0 172.31.255.255 ' +
    '192.0.0.0 192.0.0.255 192.0.2.0 192.0.2.255 192.31.196.0 192.31.196.255 192.52.193.0 ' +
    '192.52.193.255 192.88.99.0 192.88.99.255 192.168.0.0 192.168.255.255 192.175.48.0 ' +
    '192.175.48.255 198.18.0.0 198.19.255.255 198.51.100.0 198.51.100.255 203.0.113.0 ' +
    '203.0.113.255 224.0.0.0 239.255.255.255 240.0.0.0 255.255.255.255 ' +
    '2001:: 2001:1ff:ffff:ffff:ffff:ffff:ffff:ffff 2001:db8:: ' +
    '2001:db8:ffff:ffff:ffff:ffff:ffff:ffff 2002:: 2002:ffff:ffff:ffff:ffff:ffff:ffff:ffff ' +
    '2620:4f:8000:: 2620:4f:8000:ffff:ffff:ffff:ffff:ffff 3fff:: ' +
    '3fff:fff:ffff:ffff:ffff:ffff:ffff:ffff ' +
    // Loopback, compatible, mapped and translated IPv4, NAT64, discarded, routed by segments, local, multicast.
    ':: ::1 ::10.0.0.1 ::ffff:8.8.8.8 ::ffff:0:8.8.8.8 64:ff9b::8.8.8.8 64:ff9b:1::1 100::1 ' +
    '100:0:0:1::1 1fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 4000:: 5f00::1 ' +
    '7fff:ffff:ffff:ffff:ffff:ffff:ffff:ffff 8000:: fc00::1 fd00:ec2::254 fe80::1 fec0::1 ' +
    'ff02::1 ffff:ffff:ffff:ffff:ffff:ffff:ffff:ffff'
  for (const address of forbidden.split(' ')) assert.ok(!permits(strict, address), address)
})

test('public addresses may be called, up to the ends of what is forbidden', () => {
  const permitted =
    '8.8.8.8 1.1.1.1 9.255.255.255 11.0.0.0 100.63.255.255 100.128.0.0 126.255.255.255 128.0.0.0 ' +
    '169.253.255.255 172.15.255.255 172.32.0.0 192.0.1.0 192.167.255.255 198.17.255.255 198.20.0.0 ' +
    '223.255.255.255 168.63.129.15 168.63.129.17 2001:200::1 2600:: 2606:4700::1111 ' +
    '2a00:1450:4001:80e::200e 3ffe:ffff::1 3fff:1000::'
  for (const address of permitted.split(' ')) assert.ok(permits(strict, address), address)
})

test('the addresses of this machine are refused, and what is no address', () => {
  const refused =
    '93.184.215.14 2600:1406:bc00::1 2600:1406:BC00:0::1 fe80::1%eth0 2600::1%eth0 localhost 8.8.8 8.8.8.8.'
  for (const address of ['', ...refused.split(' ')]) assert.ok(!permits(strict, address), address)
  const real = addressRule({ allowed: [], takesHttp: true })
  for (const { address } of Object.values(networkInterfaces()).flatMap((each) => each ?? [])) {
    assert.ok(!permits(real, address), address)
  }
})

test('an operator opens ranges and single addresses, and nothing beside them', () => {
  const allowed = ['10.1.0.0/16', '127.0.0.1', 'fd00:1::/32', '::1']
  const rule = addressRule({ allowed, takesHttp: true })
  for (const address of ['10.1.2.3', '127.0.0.1', 'fd00:1::5', '::1']) {
    assert.ok(permits(rule, address), address)
    assert.equal(rule.refusalOf([address], false), undefined, 'by http too')
  }
  const beside = '10.2.0.0 127.0.0.2 fd00:2:: ::2 ::ffff:127.0.0.1 ::ffff:10.1.2.3'
  for (const address of beside.split(' ')) assert.ok(!permits(rule, address), address)
  assert.ok(permits(rule, '8.8.8.8'))
  assert.equal(rule.refusalOf(['8.8.8.8'], false), 'https_only')
  assert.equal(rule.refusalOf(['127.0.0.1', '8.8.8.8'], false), 'https_only')
})

test('a URL that can never be called is refused when it is named', () => {
  const local = ['127.0.0.0/8']
  const httpsOnly = 'must begin with https://'
  for (const [url, allowed, takesHttp, refusal] of [
    ['https://receiver.example/', [], false, undefined],
    ['https://8.8.8.8/', [], false, undefined],
    ['http://receiver.example/', local, true, undefined],
    ['http://127.0.0.1/', local, true, undefined],
    // Nothing is allowed, or nothing in this environment.
    ['http://receiver.example/', [], true, httpsOnly],
    ['http://127.0.0.1/', local, false, httpsOnly],
    ['ftp://receiver.example/', local, true, httpsOnly],
    ['http://8.8.8.8/', local, true, httpsOnly],
    ...['127.1', '[::1]', 'localhost', '10.0.0.1', '169.254.169.254'].map(
      (host) => [`https://${host}/`, [], true, 'must lead to a public address'] as const,
    ),
  ] as const) {
    assert.equal(outboundBy(addressRule({ allowed, takesHttp }))(new URL(url)), refusal, url)
  }
})

const secrets = ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw']
const body = JSON.stringify({
  id: 1,
  type: 'pet.deleted',
  timestamp: '2026-11-20T12:00:00.000Z',
  data: { pet: { id: 1, name: 'Rex', categoryId: 3, status: 'available' } },
})
const message = (url: string) => ({ url, secrets, id: 'evt_1', body })

/** Forms that lead to 127.0.0.1 or to another forbidden address, as people wrote them to get past a check. */
const literals = (
  '127.0.0.1 127.1 127.0.1 2130706433 0x7f000001 0x7f.1 0177.0.0.1 017700000001 0x 127.0.0.1. ' +
  '%31%32%37.0.0.1 ①②⑦.0.0.1 127。0。0。1 0 0.0.0.0 00000000 127.255.255.254 [::1] [::] ' +
  '[0:0:0:0:0:0:0:1] [::ffff:127.0.0.1] [::ffff:7f00:1] [::127.0.0.1] [::ffff:0:127.0.0.1] ' +
  '[64:ff9b::127.0.0.1] [64:ff9b:1::7f00:1] [2002:7f00:1::] [2001:0:7f00:1::1] [fe80::1] [fc00::1] ' +
  '[ff02::1] localhost LOCALHOST localhost. a.localhost 169.254.169.254 [fd00:ec2::254] ' +
  '100.100.100.200 168.63.129.16 10.0.0.1 192.168.1.1 255.255.255.255 224.0.0.1'
).split(' ')

/** A receiver that nothing may reach, and a sender for which every address of this machine is forbidden. */
const unreachable = async (t: TestContext, addresses: readonly string[] = []) => {
  const receiver = await startReceiver(t, (_, response) => response.end())
  const asked: string[] = []
  const { send } = localSender(t, {
    allow: [],
    resolve: async (host) => {
      asked.push(host)
      return addresses
    },
  })
  const assertRefused = async (url: string, reason: string): Promise<void> => {
    const attempt = await send(message(url))
    assert.deepEqual([attempt.result, attempt.reason], ['address', reason], url)
    assert.equal(receiver.connections(), 0)
  }
  return { port: receiver.port, asked, assertRefused }
}

const notPublic = 'The host has an address that is not public.'

test('a URL with a forbidden address, however it is written, is refused before anything is sent', async (t) => {
  const { port, asked, assertRefused } = await unreachable(t)
  for (const literal of literals) {
    for (const scheme of ['http', 'https']) {
      await assertRefused(`${scheme}://${literal}:${port}/`, notPublic)
    }
  }
  assert.deepEqual(asked, [])
  for (const literal of ['[fe80::1%25lo]', '[::1%lo]', '256.0.0.1', '1.2.3.4.5', 'a b']) {
    assert.equal(URL.parse(`https://${literal}/`), null, literal)
  }
})

const publicAddress = '8.8.8.8'

for (const [what, addresses] of [
  ['one forbidden address', ['127.0.0.1']],
  ['a public and a forbidden address', [publicAddress, '127.0.0.1']],
  ['a forbidden address at its end', [publicAddress, '1.1.1.1', '9.9.9.9', '8.8.4.4', '::1']],
  ['a mapped address', ['::ffff:127.0.0.1']],
  ['an address with a zone', ['fe80::1%lo']],
] as const) {
  test(`a name with ${what} is refused before anything is sent`, async (t) => {
    const { port, assertRefused } = await unreachable(t, addresses)
    await assertRefused(`https://receiver.example:${port}/`, notPublic)
  })
}

test('a name without an address is told apart', async (t) => {
  const { assertRefused } = await unreachable(t)
  await assertRefused('https://receiver.example/', 'The host has no address.')
})

test('a name that leads elsewhere after the look-up is looked up once, and the checked address is called', async (t) => {
  const receiver = await startReceiver(t, (_, response) => response.end())
  const answers = [['127.0.0.1'], ['127.0.0.2'], ['10.0.0.1']]
  let asked = 0
  const { send } = localSender(t, {
    allow: ['127.0.0.1'],
    resolve: async () => answers[asked++] ?? [],
  })
  const attempt = await send(message(`http://rebinding.example:${receiver.port}/`))
  assert.deepEqual([attempt.result, asked, receiver.connections()], ['delivered', 1, 1])
})

test('a redirect is followed nowhere, and counts as a failure', async (t) => {
  const inner = await startReceiver(t, (_, response) => response.end())
  for (const status of [301, 302, 303, 307, 308]) {
    const outer = await startReceiver(t, (_, response) => {
      response.writeHead(status, { location: `http://127.0.0.1:${inner.port}/` }).end()
    })
    const attempt = await localSender(t).send(message(`http://receiver.example:${outer.port}/`))
    assert.deepEqual([attempt.result, attempt.status], ['status', status])
  }
  assert.equal(inner.connections(), 0)
})

test('http leads only to what the operator allows', async (t) => {
  const { send } = localSender(t, { resolve: async () => [publicAddress] })
  const attempt = await send(message('http://receiver.example/'))
  assert.equal(attempt.reason, 'The service calls this host by https only.')
})
