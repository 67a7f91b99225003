import { promises as dns } from 'node:dns'
import { Agent as HttpAgent } from 'node:http'
import { Agent as HttpsAgent } from 'node:https'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { SecureContext } from 'node:tls'
import { type AddressRefusal, type AddressRule, literalAddresses } from './addresses.ts'
import { codeOf } from '../base/errors/message-of.ts'
import { AttemptFailure, attemptTimes } from './attempt.ts'

/** Milliseconds after which an idle connection is closed: less than the 5 s after which Node's own servers close it. */
const idleTimeout = 4_000

/** Maximum number of addresses of a host that are tried in turn. Each has its share of the time to connect. */
const maxAddresses = 4

const refusals: Readonly<Record<AddressRefusal, string>> = {
  no_address: 'The host has no address.',
  not_public: 'The host has an address that is not public.',
  https_only: 'The service calls this host by https only.',
}

/** Finds all addresses of a host. Rejects if there are none. */
export type Resolve = (host: string) => Promise<readonly string[]>

/** Milliseconds for one answer of a name server, and attempts for each server. Together less than the timeout to connect. */
const askLimits = { timeout: 1_500, tries: 2 } as const

/**
 * Asks name servers directly, for full names only. `dns.lookup` uses the few threads of a pool that serves the whole
 * process, so names that are slow on purpose could block it. Each look-up reads the system's list of servers again.
 */
const askNameServers: Resolve = async (host) => {
  const resolver = new dns.Resolver(askLimits)
  const [ipv4, ipv6] = await Promise.allSettled([resolver.resolve4(host), resolver.resolve6(host)])
  const found = [ipv4, ipv6].flatMap((one) => (one.status === 'fulfilled' ? one.value : []))
  if (found.length === 0 && ipv4.status === 'rejected') throw ipv4.reason
  return found
}

type ConnectionParts = {
  /** Asks name servers by default. */
  readonly resolve?: Resolve
  readonly rule: AddressRule
  /** The certificate authorities that TLS trusts. */
  readonly secureContext: SecureContext
  /** Maximum number of open connections. Beyond it, none is kept open for a next message. */
  readonly maxOpen: number
}

export type Connections = ReturnType<typeof openConnections>

/**
 * Opens connections to permitted addresses only. A host is looked up once for each connection. If the rule refuses one of
 * its addresses, none is called. The connection goes to a checked address, so a later look-up cannot lead it elsewhere.
 */
export const openConnections = (parts: ConnectionParts) => {
  const { resolve = askNameServers, rule, secureContext, maxOpen } = parts
  const pool = { keepAlive: true, timeout: idleTimeout, scheduling: 'lifo' } as const
  const agents = {
    'http:': new HttpAgent(pool),
    // A resumed session would skip the check of the certificate.
    'https:': new HttpsAgent({ ...pool, maxCachedSessions: 0 }),
  }
  let open = 0
  for (const agent of Object.values(agents)) {
    const keep = agent.keepSocketAlive.bind(agent)
    agent.keepSocketAlive = (socket) => open <= maxOpen && keep(socket)
  }
  const check = (addresses: readonly string[], isEncrypted: boolean): void => {
    const refusal = rule.refusalOf(addresses, isEncrypted)
    if (refusal !== undefined) throw new AttemptFailure('address', refusals[refusal])
  }
  const find = async (host: string, isEncrypted: boolean) => {
    let found = literalAddresses(host)
    try {
      found ??= await resolve(host)
    } catch (error) {
      const code = codeOf(error) ?? 'unknown error'
      throw new AttemptFailure('address', `The host has no address: ${code}.`, error)
    }
    check(found, isEncrypted)
    return found.slice(0, maxAddresses).map((address) => ({ address, family: isIP(address) }))
  }

  return {
    /**
     * Returns the options of `http.request` for a connection to a URL; `pooled` reuses an open one, if there is one.
     * @throws AttemptFailure if the host is an address that the rule refuses, since Node looks up only names
     */
    optionsFor: ({ protocol, hostname }: URL, kind: 'pooled' | 'fresh') => {
      const isEncrypted = protocol === 'https:'
      const literal = literalAddresses(hostname)
      if (literal !== undefined) check(literal, isEncrypted)
      const host = hostname.replace(/^\[(.*)\]$/, '$1')
      const lookup: LookupFunction = (name, _, found) => {
        find(name, isEncrypted).then(
          (addresses) => found(null, addresses),
          (error: Error) => found(error, []),
        )
      }
      return {
        agent: kind === 'pooled' && agents[isEncrypted ? 'https:' : 'http:'],
        lookup,
        autoSelectFamily: true,
        autoSelectFamilyAttemptTimeout: Math.ceil(attemptTimes.connect / maxAddresses),
        secureContext,
        // An address has no server name (RFC 6066 section 3); its certificate is compared with the host.
        servername: isIP(host) === 0 ? host.replace(/\.$/, '') : '',
      }
    },
    /** Counts a new connection while it is open. */
    count: (socket: Socket): void => {
      open += 1
      socket.once('close', () => (open -= 1))
    },
    close: (): void => {
      for (const agent of Object.values(agents)) agent.destroy()
    },
  }
}
