import { spawnSync } from 'node:child_process'
import { findProgram } from '../../test/helpers/needs.ts'
import { noOtherUser } from '../../test/helpers/other-user.ts'
import { findPostgres } from './databases.ts'

/** Programs, and the Debian packages that contain them. */
const packages = {
  setpriv: 'util-linux',
  etcd: 'etcd-server',
  patroni: 'patroni',
  'redis-server': 'redis-server',
  'redis-cli': 'redis-tools',
  'redis-sentinel': 'redis-sentinel',
  nginx: 'nginx',
} as const

/** Packages that cannot be detected by a program on the search path. */
const further = { postgresql: 'postgresql', etcdForPython: 'python3-etcd' } as const

/** All Debian packages that a cluster needs. */
export const clusterPackages: readonly string[] = [
  ...Object.values(packages),
  ...Object.values(further),
]

/** What is missing here to run a cluster, like "needs …"; undefined if nothing is. */
export const missingHere = (): string | undefined => {
  const missing = Object.entries(packages)
    .filter(([program]) => findProgram(program) === undefined)
    .map(([, name]) => name as string)
  if (findPostgres() === undefined) missing.push(further.postgresql)
  // Patroni cannot talk to etcd without it, and Debian only recommends it.
  if (spawnSync('/usr/bin/python3', ['-c', 'import etcd']).status !== 0)
    missing.push(further.etcdForPython)
  if (missing.length > 0) {
    return `needs packages of Debian: apt-get install --no-install-recommends ${missing.join(' ')}`
  }
  const user = process.getuid?.() === 0 && noOtherUser()
  // PostgreSQL refuses to run as root.
  return user === false ? undefined : user
}
