import { spawnSync } from 'node:child_process'

/**
 * Asks the registry for known vulnerabilities of every package installed, those of development included,
 * at any level, and fails if there is one. A registry that cannot be asked is no finding: it is
 * said, and the run goes on.
 */
const main = (): void => {
  const { stdout } = spawnSync('npm', ['audit', '--json', '--audit-level=info'], {
    encoding: 'utf8',
    timeout: 60_000,
  })
  const report = parse(stdout)
  if (report?.vulnerabilities === undefined) {
    const reason = report?.message ?? 'it does not answer'
    process.stdout.write(`npm audit: the registry cannot be asked (${reason}); nothing is known.\n`)
    return
  }
  const found = Object.values(report.vulnerabilities)
  for (const { name, severity, range } of found) {
    process.stdout.write(`npm audit: ${name} ${range} (${severity})\n`)
  }
  process.stdout.write(`npm audit: ${found.length} packages with known vulnerabilities.\n`)
  if (found.length > 0) process.exitCode = 1
}

/** What npm prints, as far as it is read here. */
type Report = {
  readonly vulnerabilities?: Readonly<
    Record<string, { readonly name: string; readonly severity: string; readonly range: string }>
  >
  readonly message?: string
}

const parse = (text: string): Report | undefined => {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

main()
