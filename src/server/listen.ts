import { once } from 'node:events'
import type { Server } from 'node:net'
import { codeOf } from '../base/errors/message-of.ts'

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
    const problems: Readonly<Record<string, string>> = {
      EADDRINUSE: `Port ${port} of ${host} is taken by another program. Stop it, or set ${variable} to another port.`,
      EACCES: `Port ${port} needs privileges that this user lacks. Set ${variable} to a port from 1024 on.`,
      EADDRNOTAVAIL: `This machine has no address ${host}. Set PETSTORE_HOST to one that it has.`,
    }
    const problem = problems[codeOf(error) ?? '']
    if (problem === undefined) throw error
    throw new Error(problem, { cause: error })
  }
}
