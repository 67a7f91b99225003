import { once } from 'node:events'
import type { Server } from 'node:net'

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
 * Listens on a port.
 *
 * @param inherited what listens there already, if anything does
 * @throws Error with a message for the operator
 */
export const listen = async (
  server: Server,
  { host, port, variable }: Place,
  inherited?: Server,
): Promise<void> => {
  try {
    if (inherited === undefined) server.listen({ host, port, backlog })
    else server.listen(inherited, backlog)
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
