import { readFileSync } from 'node:fs'

/** File descriptors reserved for Node, databases, logs and metrics. */
const reserved = 100
/** Descriptors for deliveries: limits for each environment, and the divisor of the unreserved ones (8 is an eighth). */
const deliveries = { max: 1_000, min: 16, share: 8 } as const
/** The fewest connections of an environment, however few descriptors there are. */
const minConnections = 16

/** How many connections each environment can accept. `openFiles` is the limit of descriptors, undefined if unknown. */
export const maxConnections = (
  wanted: number,
  environments: number,
  openFiles: number | undefined,
): number => {
  if (openFiles === undefined) return wanted
  const forDeliveries = maxDeliveries(environments, openFiles) * environments
  const free = openFiles - reserved - forDeliveries
  return Math.min(wanted, Math.max(minConnections, Math.floor(free / environments)))
}

/** How many delivery attempts each environment can run at once: a small share of the descriptors, at most 1,000. */
export const maxDeliveries = (environments: number, openFiles: number | undefined): number => {
  if (openFiles === undefined) return deliveries.max
  const part = Math.floor((openFiles - reserved) / deliveries.share / environments)
  return Math.min(deliveries.max, Math.max(deliveries.min, part))
}

/** How many files this process may have open; undefined if the system does not say. */
export const openFileLimit = (): number | undefined => {
  try {
    return maxOpenFiles(readFileSync('/proc/self/limits', 'latin1'))
  } catch {
    return (reported ??= { limit: reportedOpenFileLimit() }).limit
  }
}

let reported: { readonly limit: number | undefined } | undefined

/** The same from Node's diagnostic report, for systems without `/proc`. The first call takes about 40 ms, later ones less. */
const reportedOpenFileLimit = (): number | undefined => {
  // Otherwise Node would resolve the host names of all connected addresses.
  Object.assign(process.report, { excludeNetwork: true })
  // Node's types do not describe the report. Windows has no such limits.
  const report = process.report.getReport() as {
    readonly userLimits?: { readonly open_files?: { readonly soft: unknown } }
  }
  const soft = report.userLimits?.open_files?.soft
  return typeof soft === 'number' ? soft : undefined
}

/** Reads the soft limit of open files from the text of Linux's `/proc/self/limits`. */
export const maxOpenFiles = (limits: string): number | undefined => {
  const soft = /^Max open files\s+(\d+)/m.exec(limits)?.[1]
  return soft === undefined ? undefined : Number(soft)
}
