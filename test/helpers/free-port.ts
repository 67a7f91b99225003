import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'

/** A free local port. Another program can take it before it is used. */
export const freePort = async (): Promise<number> => {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  return port
}
