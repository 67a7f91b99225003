import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import type { AuditEntry } from '../base/audit.ts'
import { messageOf } from '../base/errors/message-of.ts'
import type { Observe } from '../base/observation.ts'
import type { Restarted } from './supervisor.ts'

/** Who asks for a restart. */
export type Asker = Pick<AuditEntry, 'who' | 'origin'>

/** What was restarted, and why no more was. */
export type RestartAnswer = { readonly restarted: readonly Restarted[]; readonly problem?: string }

/** Takes `petstore restart` on a socket that only the user of the service can open. Its caller has the lock of the folder. */
export const listenForRestart = (
  path: string,
  restart: (asker: Asker) => Promise<RestartAnswer>,
  observe: Observe,
): { close(): void } => {
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    let asked = ''
    socket.setEncoding('utf8').on('data', (part: string) => (asked += part))
    const answer = async (): Promise<void> => {
      const { who, origin }: Asker = JSON.parse(asked)
      socket.end(JSON.stringify(await restart({ who, origin })))
    }
    socket.once('end', () => void answer().catch(() => socket.destroy()))
    socket.on('error', () => socket.destroy())
  })
  const about = `petstore restart will not reach this process, which cannot listen at ${path}`
  server.on('error', (error) =>
    observe({ kind: 'restart_failed', explanation: `${about}: ${messageOf(error)}` }),
  )
  // A process that was killed leaves it.
  rmSync(path, { force: true })
  server.listen(path, () => chmodSync(path, 0o600)).unref()
  return server
}

/** Asks a process for a restart, and waits until it is done. Rejects if none listens, or if it ends meanwhile. */
export const askForRestart = async (path: string, asker: Asker): Promise<RestartAnswer> => {
  const socket = connect({ path, allowHalfOpen: true })
  socket.end(JSON.stringify(asker))
  return JSON.parse(await text(socket))
}
