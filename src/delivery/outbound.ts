import type { Outbound } from '../core/outbound.ts'
import type { AddressRefusal, AddressRule } from './addresses.ts'
import { literalAddresses } from './resolve.ts'

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
