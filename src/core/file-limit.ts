import { readFileSync } from 'node:fs'

/** The descriptors that a process needs beside its connections: for Node, databases, logs, metrics. */
const reserved = 100
/** Those that each further thread needs: for its event loop, its log, its connections to the database. */
const reservedForThread = 16
/** However few there are, some callers are served. */
const fewest = 16

/**
 * How many connections each environment can take, so that a flood of them never takes the descriptors that
 * the rest of the process needs: refused by the service a connection is closed and told of, refused
 * by the system it fails whoever asks next.
 *
 * @param wanted where the system allows as many
 * @param environments how many share the process
 * @param threads how many serve each of them
 * @param openFiles how many files the process may have open; undefined where the system does not say
 */
export const mostConnections = (
  wanted: number,
  environments: number,
  threads: number,
  openFiles: number | undefined,
): number => {
  if (openFiles === undefined) return wanted
  const free = openFiles - reserved - environments * (threads - 1) * reservedForThread
  return Math.min(wanted, Math.max(fewest, Math.floor(free / environments)))
}

/** How many files this process may have open; undefined where the system does not say. */
export const openFileLimit = (): number | undefined => {
  try {
    return mostOpenFiles(readFileSync('/proc/self/limits', 'latin1'))
  } catch {
    return undefined
  }
}

/** Reads the soft limit of open files off what Linux says in `/proc/self/limits`. */
export const mostOpenFiles = (limits: string): number | undefined => {
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  return soft === undefined ? undefined : Number(soft)
}
