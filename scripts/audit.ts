import { spawnSync } from 'node:child_process'

/** The part of the output of `npm audit --json` that is read here. */
export type AuditReport = {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly name: string; readonly severity: string; readonly range: string }>
  >
  readonly message?: string
}

/** The severities that block a change, if the service runs with the package. */
const stopping: ReadonlySet<string> = new Set(['high', 'critical'])

/**
 * Decides whether known vulnerabilities block a change. Only severe ones in packages that run in production
 * do: an advisory for a development package must not turn an unchanged commit red. The rest is printed.
 *
 * @param all the report on every installed package; undefined if npm printed none
 * @param running the report on the packages that the service runs with
 */
export const judgeAudit = (
  all: AuditReport | undefined,
  running: AuditReport | undefined,
): { readonly lines: readonly string[]; readonly stops: boolean } => {
  if (all?.vulnerabilities === undefined || running?.vulnerabilities === undefined) {
    const reason = all?.message ?? running?.message ?? 'it does not answer'
    return {
      lines: [`The registry cannot be asked (${reason}); nothing is known.`],
      stops: false,
    }
  }
  const severe = new Set(
    Object.values(running.vulnerabilities)
      .filter(({ severity }) => stopping.has(severity))
      .map(({ name }) => name),
  )
  const found = Object.values(all.vulnerabilities)
  const lines = found.map(
    ({ name, severity, range }) =>
      `${name} ${range} (${severity}${severe.has(name) ? ', runs in production' : ''})`,
  )
  lines.push(`${found.length} packages with known vulnerabilities; ${severe.size} stop a change.`)
  return { lines, stops: severe.size > 0 }
}

const audit = (...options: readonly string[]): AuditReport | undefined => {
  const { stdout } = spawnSync('npm', ['audit', '--json', ...options], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  try {
    return JSON.parse(stdout)
  } catch {
    return undefined
  }
}

if (import.meta.main) {
  const { lines, stops } = judgeAudit(audit(), audit('--omit=dev'))
  for (const line of lines) process.stdout.write(`npm audit: ${line}\n`)
  if (stops) process.exitCode = 1
}
