import { hostname, userInfo } from 'node:os'
import type { AuditEntry } from '../../base/audit.ts'
import type { Terminal } from './terminal.ts'

export const byCommand = (
  { env, now }: Terminal,
  action: string,
  target: string,
  detail?: string,
): AuditEntry => {
  const who = systemUser(env['SUDO_USER'])
  return { at: now(), who, action, target, detail, origin: `command line of ${hostname()}` }
}

/** The user of the process, and who became that user by sudo. */
const systemUser = (caller = ''): string => {
  let user = `user ${process.getuid?.()}`
  try {
    user = userInfo().username
  } catch {
    // A user of a container may have no name.
  }
  return /^[\w.@-]{1,100}$/.test(caller) && caller !== user ? `${user} (sudo by ${caller})` : user
}
