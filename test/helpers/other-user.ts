import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findProgram } from './needs.ts'

/** Debian's user `nobody`, who owns nothing, and its group. */
const nobody = { uid: 65_534, gid: 65_534 } as const

const program = fileURLToPath(new URL('../../bin/petstore.js', import.meta.url))

const asNobody = [
  'setpriv',
  `--reuid=${nobody.uid}`,
  `--regid=${nobody.gid}`,
  '--clear-groups',
] as const

/** Why programs cannot be run here as another user than the one who owns the checkout; false if they can. */
export const noOtherUser = (): string | false => {
  if (process.getuid?.() !== 0) return 'needs root, to become another user'
  if (findProgram('setpriv') === undefined) return 'needs setpriv'
  const [file, ...rest] = asNobody
  const canRead = spawnSync(file, [...rest, 'test', '-x', program]).status === 0
  return canRead ? false : 'needs a checkout that other users can read'
}

/**
 * How a program is started as another user: arguments to put before its own. Empty if that cannot be done, so that
 * the program is at least run as the user of the tests.
 */
export const otherUser = (): readonly string[] => (noOtherUser() === false ? asNobody : [])

/** Gives a folder to the user that `otherUser` makes programs run as. */
export const giveToOtherUser = (folder: string): void => {
  if (noOtherUser() === false) chownSync(folder, nobody.uid, nobody.gid)
}
