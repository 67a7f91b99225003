import { spawnSync } from 'node:child_process'
import { findProgram } from '../../test/helpers/needs.ts'

/** Why links cannot be cut here, like "needs …"; undefined if they can. */
export const noCutting = (): string | undefined => {
  if (findProgram('iptables') === undefined) return 'needs iptables'
  return spawnSync('iptables', ['--wait', '-L', 'INPUT', '-n']).status === 0
    ? undefined
    : 'needs the right to change the firewall'
}

/**
 * Silently drops every packet from and to an address of this machine, as if a machine had lost its power: no
 * peer learns that its connection is gone.
 *
 * @throws Error if the firewall cannot be changed
 */
export const cutLinks = (address: string): void => change('--insert', address)

/** Undoes `cutLinks` for an address. */
export const mendLinks = (address: string): void => change('--delete', address)

const change = (how: '--insert' | '--delete', address: string): void => {
  for (const end of ['--source', '--destination']) {
    const rule = ['--wait', how, 'INPUT', end, address, '--jump', 'DROP']
    const { status, stderr } = spawnSync('iptables', rule, { encoding: 'utf8' })
    if (status !== 0) throw new Error(`iptables ${rule.join(' ')} failed: ${stderr}`)
  }
}
