import { BlockList, isIP } from 'node:net'
import { networkInterfaces } from 'node:os'
import type { Config } from '../base/config/config.ts'
import type { Environment } from '../base/environments.ts'
import { forbiddenRanges } from './forbidden-ranges.ts'

type AddressParts = {
  /** CIDR blocks or addresses that may be called although they are not public (`PETSTORE_WEBHOOK_ALLOW`). */
  readonly allowed: readonly string[]
  /** Whether the allowed addresses may be called by http too. All others are called by https only. */
  readonly takesHttp: boolean
  /** This machine's own addresses; by default, those of its network interfaces. */
  readonly own?: () => readonly string[]
}

export type AddressRefusal = 'no_address' | 'not_public' | 'https_only'

export type AddressRule = ReturnType<typeof addressRule>

/** Decides which addresses may be called: public ones that are not this machine's own, and those that the operator allows. */
export const addressRule = ({ allowed, takesHttp, own = ownAddresses }: AddressParts) => {
  const isForbidden = within(
    [...forbiddenRanges.ipv4, ...forbiddenRanges.ipv6].map(([range]) => range),
  )
  const isListed = within(allowed)
  const isAllowed = (address: string): boolean => isPlain(address) && isListed(address)
  const isPermitted = (address: string): boolean => {
    if (isAllowed(address)) return true
    return isPlain(address) && !isForbidden(address) && !within(own())(address)
  }
  /** Whether any host at all may be called by http. */
  const callsByHttp = takesHttp && allowed.length > 0
  return {
    takesHttp: callsByHttp,
    /** Why a host with these addresses may not be called; undefined if it may. */
    refusalOf: (addresses: readonly string[], isEncrypted: boolean): AddressRefusal | undefined => {
      if (addresses.length === 0) return 'no_address'
      if (!addresses.every(isPermitted)) return 'not_public'
      const isPlainRefused = !callsByHttp || !addresses.every(isAllowed)
      return !isEncrypted && isPlainRefused ? 'https_only' : undefined
    },
  }
}

/** The rule of an environment. Only staging may call by http. */
export const addressRuleOf = (
  { webhookAllow }: Pick<Config, 'webhookAllow'>,
  environment: Environment,
): AddressRule => addressRule({ allowed: webhookAllow, takesHttp: environment === 'staging' })

const httpsOnly = 'must begin with https://'

const faults: Readonly<Record<AddressRefusal, string>> = {
  no_address: 'must have a host',
  not_public: 'must lead to a public address',
  https_only: httpsOnly,
}

/** Returns why every attempt to a URL would fail: its scheme, or an address in place of a name. Undefined otherwise. */
export const outboundBy =
  (rule: AddressRule) =>
  ({ protocol, hostname }: URL): string | undefined => {
    if (protocol !== 'https:' && !(protocol === 'http:' && rule.takesHttp)) return httpsOnly
    const addresses = literalAddresses(hostname)
    const refusal = addresses && rule.refusalOf(addresses, protocol === 'https:')
    return refusal && faults[refusal]
  }

/** The addresses of `localhost` (RFC 6761 section 6.3), for which no name server is asked. */
const loopback: readonly string[] = ['127.0.0.1', '::1']

/**
 * Returns the addresses that a host has without a look-up; undefined if a name server must be asked.
 *
 * @param host as `URL` gives it, which converts every form of an IPv4 address to the usual one
 */
export const literalAddresses = (host: string): readonly string[] | undefined => {
  const bare = host.replace(/^\[(.*)\]$/, '$1')
  if (isIP(bare) !== 0) return [bare]
  return /(?:^|\.)localhost\.?$/i.test(bare) ? loopback : undefined
}

/** Returns a test for addresses in `ranges`. Each family has its own list, as a `BlockList` also takes IPv4 for mapped IPv6. */
const within = (ranges: readonly string[]): ((address: string) => boolean) => {
  const lists = { ipv4: new BlockList(), ipv6: new BlockList() }
  for (const range of ranges) {
    const [address = '', bits] = range.split('/')
    const family = familyOf(address)
    lists[family].addSubnet(address, Number(bits ?? widths[family]), family)
  }
  return (address) => lists[familyOf(address)].check(address, familyOf(address))
}

const widths = { ipv4: 32, ipv6: 128 } as const

const familyOf = (address: string): keyof typeof widths => (isIP(address) === 4 ? 'ipv4' : 'ipv6')

/** Whether a text is an address without a zone (RFC 4007). An address with a zone is never public. */
const isPlain = (address: string): boolean => isIP(address) !== 0 && !address.includes('%')

const ownAddresses = (): readonly string[] =>
  Object.values(networkInterfaces()).flatMap((addresses = []) =>
    addresses.map(({ address }) => address),
  )
