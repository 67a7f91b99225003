import { createServer } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { WireCase } from './case.ts'
import { runCase } from './run-case.ts'

/**
 * Sends each case to a plain server of Node, to show what happens to the
 * same bytes without the checks of the service. Its handler reads the body and answers 200.
 *
 * @param patience milliseconds; if no answer comes, only time can show it
 * @returns by what is sent: the statuses, and what became of the connection
 */
export const askBareNode = async (
  cases: readonly WireCase[],
  patience = 400,
): Promise<Readonly<Record<string, string>>> => {
  const server = createServer((request, response) => {
    request.resume().on('end', () => {
      response.writeHead(200, { 'Content-Length': 2 })
      response.end('[]')
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  // A TCP server's address is an object once it listens.
  const { port } = server.address() as AddressInfo
  const shown: Record<string, string> = {}
  for (const each of cases) {
    const { answers, connection } = await runCase(each, port, 'key', patience)
    const statuses = answers.map(({ status }) => status).join(', ')
    shown[each.sent] =
      `${statuses || 'no answer'}, ${connection === 'silent' ? 'waits' : connection}`
  }
  server.closeAllConnections()
  server.close()
  return shown
}
