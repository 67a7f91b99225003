import { once } from 'node:events'
import { connect, createServer, type Server } from 'node:net'
import { reachable } from '../core/addresses.ts'

/**
 * Connections that the system queues for a worker until it accepts them. The system bounds the number
 * (`net.core.somaxconn`, 4,096 on Linux); Node's default is 511.
 */
const backlog = 4_096

/** The address on which a server listens. */
export type Place = {
  readonly host: string
  /** 0 for any free port. */
  readonly port: number
  /** The variable that sets the port, to be named in messages to the operator. */
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
 * Listens on a port that other workers listen on too; the system spreads the connections over them.
 *
 * @throws Error with a message for the operator
 */
export const listenTogether = async (server: Server, place: Place): Promise<void> => {
  await listenOn(server, place, true)
}

/**
 * Checks by connecting that nobody listens on a port yet. Two programs of one user can share a port, and would silently
 * split its connections. Listening alone for a moment would show it too, but would reset clients that connect in that
 * moment.
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
    // The system may choose this very port for the probe, which then connects to itself.
    return probe.localPort !== port
  } catch {
    // Nobody listens. If something else is wrong, listening will fail with the reason.
    return false
  } finally {
    probe.destroy()
  }
}

/** Whether threads can share a port on this system (SO_REUSEPORT). */
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
