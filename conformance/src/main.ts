#!/usr/bin/env node
import { writeFileSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { junitOf, tableOf } from './report.ts'
import { runChecks } from './run.ts'

const usage = `Checks an implementation of the pet store interface, sentence by sentence.

  petstore-conformance --url http://127.0.0.1:4010/v1 --key KEY

  --url URL           the base address, which ends in /v1
  --key KEY           an API key; PETSTORE_KEY if it is left out
  --exhaust           use up the quota of the key, to see the answers over the limit
  --only TEXT         run the checks whose id contains TEXT
  --max-requests N    send at most N requests (60; with --exhaust 1200)
  --timeout SECONDS   for one request (10)
  --json FILE         write the report as JSON; - for standard output
  --junit FILE        write the report as JUnit XML; - for standard output

It adds some animals named "Conformance" and "Exact". The status is 0 if no check failed, 1 if one did, 2 if it
could not run.
`

const options = {
  url: { type: 'string' },
  key: { type: 'string' },
  exhaust: { type: 'boolean', default: false },
  only: { type: 'string', default: '' },
  'max-requests': { type: 'string' },
  timeout: { type: 'string', default: '10' },
  json: { type: 'string' },
  junit: { type: 'string' },
  help: { type: 'boolean', default: false },
} as const

const write = (file: string | undefined, text: string): void => {
  if (file === '-') process.stdout.write(text)
  else if (file !== undefined) writeFileSync(file, text)
}

/** @returns the exit status */
const main = async (): Promise<number> => {
  const { values } = parseArgs({ options })
  if (values.help) {
    process.stdout.write(usage)
    return 0
  }
  const { url, exhaust, only, json, junit } = values
  const key = values.key ?? process.env['PETSTORE_KEY']
  if (url === undefined || !URL.canParse(url)) throw new TypeError('--url must be an address.')
  if (key === undefined) throw new TypeError('--key is missing.')
  const report = await runChecks({
    url: url.replace(/\/$/, ''),
    key,
    exhaust,
    only,
    maxRequests: positive('max-requests', values['max-requests'] ?? (exhaust ? '1200' : '60')),
    timeout: positive('timeout', values.timeout) * 1_000,
    now: Date.now,
    wait,
  })
  if (json !== '-' && junit !== '-') process.stdout.write(tableOf(report))
  write(json, `${JSON.stringify(report, null, 2)}\n`)
  write(junit, junitOf(report))
  return report.results.some(({ outcome }) => outcome === 'failed') ? 1 : 0
}

const positive = (name: string, text: string): number => {
  const value = Number(text)
  if (!(value > 0)) throw new TypeError(`--${name} must be a number above 0.`)
  return value
}

try {
  process.exitCode = await main()
} catch (error) {
  process.stderr.write(`${error instanceof Error ? error.message : String(error)}\n\n${usage}`)
  process.exitCode = 2
}
