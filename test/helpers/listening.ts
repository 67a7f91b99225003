import { once } from 'node:events'
import type { AddressInfo, Server } from 'node:net'
import type { Cleanup } from './cleanup.ts'

/** Lets a server listen on a free port of 127.0.0.1 until the test ends, and returns the port. */
export const listen = async (
  t: Cleanup,
  server: Server & { closeAllConnections?(): void },
): Promise<number> => {
  t.after(() => {
    server.close()
    server.closeAllConnections?.()
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  // A TCP server's address is an object once it listens.
  return (server.address() as AddressInfo).port
}
