import { chmodSync, rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { text } from 'node:stream/consumers'
import type { AuditEntry } from '../base/audit.ts'
import { messageOf } from '../base/errors/message-of.ts'
import type { Observe } from '../base/observation.ts'
import type { Restarted, Supervisor } from './supervisor.ts'

/** What was restarted, and why no more was. */
type Answer = { readonly restarted: readonly Restarted[]; readonly problem?: string }

/** Takes `petstore restart` on a socket that only the user of the service can open. Its caller has the lock of the folder. */
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
    // A few hundred bytes, which arrive at once.
    socket.once('data', (asked) => void answer(asked).catch(() => socket.destroy()))
    socket.on('error', () => socket.destroy()).unref()
  })
  server.on('error', (error) => {
    const explanation = `petstore restart will not reach this process: ${messageOf(error)}`
    observe({ kind: 'restart_failed', explanation })
  })
  // A process that was killed leaves it.
  rmSync(path, { force: true })
  return server.listen(path, () => chmodSync(path, 0o600)).unref()
}

/** Asks a process for a restart, and waits until it is done. Rejects if none listens, or if it ends meanwhile. */
export const askForRestart = async (path: string, audit: AuditEntry): Promise<Answer> => {
  const socket = connect(path)
  socket.write(JSON.stringify(audit))
  return JSON.parse(await text(socket))
}
