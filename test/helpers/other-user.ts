import { spawnSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { findProgram } from './needs.ts'

/** Debian's user `nobody` and its group, which own no files. */
const nobody = { uid: 65_534, gid: 65_534 } as const

const program = fileURLToPath(new URL('../../bin/petstore.js', import.meta.url))

const asNobody = [
  'setpriv',
  `--reuid=${nobody.uid}`,
  `--regid=${nobody.gid}`,
  '--clear-groups',
] as const

/** Why programs cannot run here as another user than the owner of the checkout; false if they can. */
export const noOtherUser = (): string | false => {
  if (process.getuid?.() !== 0) return 'needs root, to become another user'
  if (findProgram('setpriv') === undefined) return 'needs setpriv'
  const [file, ...rest] = asNobody
  const canRead = spawnSync(file, [...rest, 'test', '-x', program]).status === 0
  return canRead ? false : 'needs a checkout that other users can read'
}

/**
 * Arguments that start a program as another user, to put before its own. Empty if that is impossible, so that
 * the program runs as the user of the tests.
 */
export const otherUser = (): readonly string[] => (noOtherUser() === false ? asNobody : [])

/** Gives a folder to the user of `otherUser`. */
export const giveToOtherUser = (folder: string): void => {
  if (noOtherUser() === false) chownSync(folder, nobody.uid, nobody.gid)
}
