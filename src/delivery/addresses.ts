import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Config } from '../base/config/config.ts'
import type { Environment } from '../base/environments.ts'
import type { Outbound } from '../base/outbound.ts'
import { forbiddenRanges } from './forbidden-ranges.ts'

type AddressParts = {
  /** CIDR blocks or addresses that may be called although they are not public (`PETSTORE_WEBHOOK_ALLOW`). */
  readonly allowed: readonly string[]
  /** Whether the allowed addresses may be called by http too. All others are called by https only. */
  readonly takesHttp: boolean
  /** The addresses of this machine's interfaces by default. */
  readonly own?: () => readonly string[]
}

export type AddressRefusal = 'no_address' | 'not_public' | 'https_only'

/** Decides which addresses may be called: public ones that are not this machine's own, and those that the operator allows. */
export class AddressRule {
  readonly #forbidden = new Ranges([...forbiddenRanges.ipv4, ...forbiddenRanges.ipv6].map(first))
  readonly #allowed: Ranges
  /** Whether any host at all may be called by http. */
  readonly takesHttp: boolean
  readonly #own: () => readonly string[]

  constructor({ allowed, takesHttp, own = ownAddresses }: AddressParts) {
    this.#allowed = new Ranges(allowed)
    this.takesHttp = takesHttp && allowed.length > 0
    this.#own = own
  }

  /** Why a host with these addresses may not be called; undefined if it may. */
  refusalOf(addresses: readonly string[], isEncrypted: boolean): AddressRefusal | undefined {
    if (addresses.length === 0) return 'no_address'
    if (!addresses.every((address) => this.#permits(address))) return 'not_public'
    const isPlainRefused = !this.takesHttp || !addresses.every((one) => this.#isAllowed(one))
    return !isEncrypted && isPlainRefused ? 'https_only' : undefined
  }

  #permits(address: string): boolean {
    if (this.#isAllowed(address)) return true
    if (!isPlain(address) || this.#forbidden.has(address)) return false
    return !new Ranges(this.#own()).has(address)
  }

  #isAllowed(address: string): boolean {
    return isPlain(address) && this.#allowed.has(address)
  }
}

/** The rule of an environment. Only staging may call by http. */
export const addressRuleOf = (
  { webhookAllow }: Pick<Config, 'webhookAllow'>,
  environment: Environment,
): AddressRule => new AddressRule({ allowed: webhookAllow, takesHttp: environment === 'staging' })

const httpsOnly = 'must begin with https://'

const faults: Readonly<Record<AddressRefusal, string>> = {
  no_address: 'must have a host',
  not_public: 'must lead to a public address',
  https_only: httpsOnly,
}

/** Refuses URLs whose every attempt would fail: by their scheme, or by an address in place of a name. */
export const outboundBy = (rule: AddressRule): Outbound => ({
  faultOf: ({ protocol, hostname }) => {
    if (protocol !== 'https:' && !(protocol === 'http:' && rule.takesHttp)) return httpsOnly
    const addresses = literalAddresses(hostname)
    const refusal = addresses && rule.refusalOf(addresses, protocol === 'https:')
    return refusal && faults[refusal]
  },
})

/** Addresses that stand for every machine itself (RFC 6761 section 6.3). No name server is asked. */
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

/** Addresses and CIDR blocks. The two families are apart, since a `BlockList` takes every IPv4 address for a mapped one too. */
class Ranges {
  readonly #lists = { ipv4: new BlockList(), ipv6: new BlockList() }

  constructor(ranges: readonly string[]) {
    for (const range of ranges) {
      const [address = '', bits] = range.split('/')
      const family = familyOf(address)
      this.#lists[family].addSubnet(address, Number(bits ?? widths[family]), family)
    }
  }

  has(address: string): boolean {
    const family = familyOf(address)
    return this.#lists[family].check(address, family)
  }
}

const widths = { ipv4: 32, ipv6: 128 } as const

const familyOf = (address: string): keyof typeof widths => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Whether a text is an address without the zone of an interface (RFC 4007). One with a zone is never public. */
const isPlain = (address: string): boolean => isIP(address) !== 0 && !address.includes('%')

const first = ([range]: readonly [string, string]): string => range

const ownAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  )
