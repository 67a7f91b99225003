import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import type { AuditEntry } from '../base/audit.ts'
import { messageOf } from '../base/errors/message-of.ts'
import type { Observe } from '../base/observation.ts'
import type { Restarted, Supervisor } from './supervisor.ts'

/** The environments that were restarted, and the problem that stopped the rest. */
type Answer = { readonly restarted: readonly Restarted[]; readonly problem?: string }

/** Serves `petstore restart` on a socket that only the service's user can open. The caller must hold the folder's lock. */
export const listenForRestart = (
  path: string,
  supervisors: readonly Supervisor[],
  observe: Observe,
): { close(): void } => {
  const restart = async (audit: AuditEntry): Promise<Answer> => {
    const restarted: Restarted[] = []
    try {
      for (const each of supervisors) restarted.push(await each.restart(audit))
      return { restarted }
    } catch (error) {
      const problem = `${supervisors[restarted.length]?.environment} was not restarted: ${messageOf(error)}`
      observe({ kind: 'restart_failed', explanation: problem })
      return { restarted, problem }
    }
  }
  const server = createServer((socket) => {
    const answer = async (asked: Buffer | string) =>
      socket.end(JSON.stringify(await restart(JSON.parse(String(asked)))))
    // The request is a few hundred bytes, so it arrives in one chunk.
    socket.once('data', (asked) => void answer(asked).catch(() => socket.destroy()))
    socket.on('error', () => socket.destroy()).unref()
  })
  server.on('error', (error) => {
    const explanation = `petstore restart will not reach this process: ${messageOf(error)}`
    observe({ kind: 'restart_failed', explanation })
  })
  // A killed process leaves its socket file behind.
  rmSync(path, { force: true })
  return server.listen(path, () => chmodSync(path, 0o600)).unref()
}

/** Asks a process for a restart, and waits until it is done. Rejects if none listens, or if it ends before it answers. */
export const askForRestart = async (path: string, audit: AuditEntry): Promise<Answer> => {
  const socket = connect(path)
  socket.write(JSON.stringify(audit))
  return JSON.parse(await text(socket))
}
