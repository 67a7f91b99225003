import { generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto'

/** A certificate and its key, in PEM. */
export type Certificate = { readonly cert: string; readonly key: string }

const hour = 3_600_000

const newKeys = () => generateKeyPairSync('ec', { namedCurve: 'P-256' })

/** Makes an authority and its certificates (RFC 5280), as small as a TLS client takes them. */
export const makeAuthority = () => {
  const own = newKeys()
  const name = `test authority ${randomBytes(4).toString('hex')}`
  const certificate = (
    subject: string,
    publicKey: KeyObject,
    extension: readonly Buffer[],
    until = Date.now() + hour,
  ): string => {
    const begin = Math.min(until, Date.now()) - hour
    const toBeSigned = sequence(
      tagged(0xa0, Buffer.from('020102', 'hex')),
      tagged(0x02, Buffer.concat([Buffer.from([1]), randomBytes(8)])),
      ecdsaWithSha256,
      nameOf(name),
      sequence(time(begin), time(until)),
      nameOf(subject),
      publicKey.export({ type: 'spki', format: 'der' }),
      tagged(0xa3, sequence(sequence(...extension))),
    )
    const signature = Buffer.concat([Buffer.from([0]), sign('sha256', toBeSigned, own.privateKey)])
    const der = sequence(toBeSigned, ecdsaWithSha256, tagged(0x03, signature))
    const lines = der.toString('base64').replaceAll(/.{64}(?=.)/g, '$&\n')
    return `-----BEGIN CERTIFICATE-----\n${lines}\n-----END CERTIFICATE-----\n`
  }
  const isAuthority = Buffer.from('0101ff', 'hex')
  const constraints = [oid('551d13'), isAuthority, octets(sequence(isAuthority))]
  return {
    /** Its own certificate, in PEM. */
    cert: certificate(name, own.publicKey, constraints),
    /**
     * @param hosts names, or IPv4 addresses, for which the certificate is good
     * @param until the end of its time, in milliseconds since the Unix epoch; an hour from now by default
     */
    issue: (hosts: readonly string[], until?: number): Certificate => {
      const { publicKey, privateKey } = newKeys()
      const names = [oid('551d11'), octets(sequence(...hosts.map(altName)))]
      return {
        cert: certificate(hosts[0] ?? '', publicKey, names, until),
        key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
      }
    },
  }
}

/** DER: a tag, a length, the content. */
const tagged = (tag: number, ...content: readonly Uint8Array[]): Buffer => {
  const all = Buffer.concat(content)
  const { length } = all
  const head =
    length < 0x80
      ? [tag, length]
      : length < 0x100
        ? [tag, 0x81, length]
        : [tag, 0x82, length >> 8, length & 0xff]
  return Buffer.concat([Buffer.from(head), all])
}

const sequence = (...content: readonly Uint8Array[]): Buffer => tagged(0x30, ...content)
const octets = (content: Uint8Array): Buffer => tagged(0x04, content)
const oid = (hex: string): Buffer => tagged(0x06, Buffer.from(hex, 'hex'))
const ecdsaWithSha256 = sequence(oid('2a8648ce3d040302'))

const nameOf = (common: string): Buffer =>
  sequence(tagged(0x31, sequence(oid('550403'), tagged(0x0c, Buffer.from(common)))))

const altName = (host: string): Buffer =>
  /^[\d.]+$/.test(host)
    ? tagged(0x87, Buffer.from(host.split('.').map(Number)))
    : tagged(0x82, Buffer.from(host))

/** UTCTime: two digits of the year. */
const time = (at: number): Buffer => {
  const digits = new Date(at).toISOString().replaceAll(/[-:T]|\.\d+/g, '')
  return tagged(0x17, Buffer.from(digits.slice(2)))
}
