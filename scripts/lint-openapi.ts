/**
 * Checks openapi.json with the usual linters, without network access: Spectral (`spectral:oas` and the OWASP
 * rules) and Redocly's recommended rules. Any finding fails, whatever its severity.
 */
import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { Document, Spectral } from '@stoplight/spectral-core'
import parsers from '@stoplight/spectral-parsers'
import { ruleset } from './openapi-ruleset.ts'

const root = fileURLToPath(new URL('..', import.meta.url))
const file = `${root}openapi.json`

const severities = ['error', 'warning', 'information', 'hint']

/** One line for each finding of Spectral. */
const spectral = async (): Promise<readonly string[]> => {
  const linter = new Spectral()
  linter.setRuleset(ruleset)
  const findings = await linter.run(new Document(readFileSync(file, 'utf8'), parsers.Json, file))
  return findings.map(
    ({ severity, code, message, path, range }) =>
      `openapi.json:${range.start.line + 1} ${severities[severity]} ${code}: ${message} (${path.join('.')})`,
  )
}

/** One line for each finding of Redocly, whose own exit status ignores warnings. */
const redocly = (): readonly string[] => {
  const command = `${root}node_modules/@redocly/cli/bin/cli.js`
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [command, 'lint', 'openapi.json', '--format=json'],
    {
      cwd: root,
      encoding: 'utf8',
      timeout: 60_000,
      env: {
        PATH: process.env['PATH'],
        REDOCLY_TELEMETRY: 'off',
        REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true',
      },
    },
  )
  if (!stdout.startsWith('{')) {
    return [`redocly ended with status ${status} and without a report: ${stderr}`]
  }
  const report: RedoclyReport = JSON.parse(stdout)
  return report.problems.map(
    ({ severity, ruleId, message, location }) =>
      `openapi.json ${severity} ${ruleId}: ${message} (${location[0]?.pointer ?? ''})`,
  )
}

type RedoclyReport = {
  readonly problems: ReadonlyArray<{
    readonly severity: string
    readonly ruleId: string
    readonly message: string
    readonly location: ReadonlyArray<{ readonly pointer?: string }>
  }>
}

const linters = { Spectral: spectral, Redocly: redocly }
for (const [name, lint] of Object.entries(linters)) {
  const findings = await lint()
  for (const finding of findings) process.stderr.write(`${finding}\n`)
  process.stdout.write(`${name}: ${findings.length} findings\n`)
  if (findings.length > 0) process.exitCode = 1
}
