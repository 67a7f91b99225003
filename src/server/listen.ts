import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { reachable } from '../core/addresses.ts'

/**
 * Connections that the system holds for a thread until it takes them. The system bounds it
 * (`net.core.somaxconn`, 4,096 on Linux); Node asks for 511 by itself.
 */
const backlog = 4_096

/** Where a server listens. */
export type Place = {
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
  /** The variable that sets the port, for the operator. */
  readonly variable: string
}

/**
 * Listens on a port of its own.
 *
 * @throws Error with a message for the operator
 */
export const listen = async (server: Server, { host, port, variable }: Place): Promise<void> => {
  await listenOn(server, { host, port, variable }, false)
}

/**
 * Listens on a port that other threads listen on too; the system spreads the connections over them.
 *
 * @throws Error with a message for the operator
 */
export const listenTogether = async (server: Server, place: Place): Promise<void> => {
  await listenOn(server, place, true)
}

/**
 * Looks whether nobody listens on a port, by a connection to it. Programs of one user that all share a port would split
 * its connections without a word. To listen alone for a moment would tell as well, but clients that
 * connect within that moment would be reset.
 *
 * @throws Error with a message for the operator
 */
export const refuseTakenPort = async ({ host, port, variable }: Place): Promise<void> => {
  if (port !== 0 && (await isListenedOn(host, port))) {
    throw new Error(problemOf('EADDRINUSE', host, port, variable))
  }
}

/** Milliseconds to connect to a port of this machine. */
const probeTimeout = 1_000

const isListenedOn = async (host: string, port: number): Promise<boolean> => {
  const probe = connect({ host: reachable(host), port })
  try {
    await once(probe, 'connect', { signal: AbortSignal.timeout(probeTimeout) })
    // The system may choose this very port for the probe, which then meets itself.
    return probe.localPort !== port
  } catch {
    // Nobody is there. If something else is wrong, listening will tell.
    return false
  } finally {
    probe.destroy()
  }
}

/** Whether threads can share a port here (SO_REUSEPORT); some systems have no such thing. */
export const canSharePorts = async (): Promise<boolean> => {
  const server = createServer()
  try {
    server.listen({ host: '127.0.0.1', port: 0, reusePort: true })
    await once(server, 'listening')
  } catch {
    return false
  }
  server.close()
  await once(server, 'close')
  return true
}

const listenOn = async (
  server: Server,
  { host, port, variable }: Place,
  reusePort: boolean,
): Promise<void> => {
  try {
    server.listen({ host, port, reusePort, backlog })
    await once(server, 'listening')
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const message = problemOf(code, host, port, variable)
    if (message === undefined) throw error
    throw new Error(message, { cause: error })
  }
}

const problemOf = (
  code: unknown,
  host: string,
  port: number,
  variable: string,
): string | undefined => {
  switch (code) {
    case 'EADDRINUSE':
      return `Port ${port} of ${host} is taken by another program. Stop it, or set ${variable} to another port.`
    case 'EACCES':
      return `Port ${port} needs privileges that this user lacks. Set ${variable} to a port from 1024 on.`
    case 'EADDRNOTAVAIL':
      return `This machine has no address ${host}. Set PETSTORE_HOST to one that it has.`
    default:
      return undefined
  }
}
