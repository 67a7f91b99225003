import { readFileSync } from 'node:fs'

/** Descriptors that a process needs beside its connections: for Node, databases, logs and metrics. */
const reserved = 100
/** Descriptors that deliveries may take, and the share of what is free that they get at most. */
const deliveries = { most: 1_000, fewest: 16, share: 8 } as const
/** The fewest connections that an environment takes, however few descriptors there are. */
const fewest = 16

/**
 * How many connections each environment can take. So a flood of them never uses up the descriptors of the process. The
 * service closes and reports a connection that it refuses; one that the system refuses makes some other part of the
 * process fail.
 *
 * @param wanted the number to take if the system allows that many
 * @param environments how many environments share the process
 * @param openFiles how many files the process may have open; undefined if the system does not say
 */
export const maxConnections = (
  wanted: number,
  environments: number,
  openFiles: number | undefined,
): number => {
  if (openFiles === undefined) return wanted
  const forDeliveries = maxDeliveries(environments, openFiles) * environments
  const free = openFiles - reserved - forDeliveries
  return Math.min(wanted, Math.max(fewest, Math.floor(free / environments)))
}

/**
 * How many attempts to deliver messages each environment can have under way: up to 1,000, and a small part of the
 * descriptors if these are few.
 */
export const maxDeliveries = (environments: number, openFiles: number | undefined): number => {
  if (openFiles === undefined) return deliveries.most
  const part = Math.floor((openFiles - reserved) / deliveries.share / environments)
  return Math.min(deliveries.most, Math.max(deliveries.fewest, part))
}

/** How many files this process may have open; undefined if the system does not say. */
export const openFileLimit = (): number | undefined => {
  try {
    return maxOpenFiles(readFileSync('/proc/self/limits', 'latin1'))
  } catch {
    return undefined
  }
}

/** Reads the soft limit of open files from the text of Linux's `/proc/self/limits`. */
export const maxOpenFiles = (limits: string): number | undefined => {
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  return soft === undefined ? undefined : Number(soft)
}
