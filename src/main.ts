import { existsSync, fstatSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { isatty } from 'node:tty'
import { parseEnv } from 'node:util'
import { runCommandLine } from './cli/command-line.ts'
import { codeOf, messageOf } from './base/errors/message-of.ts'

/** The variables that the process was started with. They win over those of the file. */
const startVariables = { ...process.env }

// Without this check, an unreadable file would be skipped, and defaults would stand in for its values.
try {
  if (existsSync('.env')) loadEnvFile('.env')
} catch (error) {
  process.stderr.write(`The file ${resolve('.env')} cannot be read: ${messageOf(error)}\n`)
  process.exit(2)
}

/** The variables of the file that the process manager read, as they are now. Throws Error with advice. */
const managedVariables = (file = startVariables['PETSTORE_ENV_FILE'] ?? '') => {
  if (file === '') return {}
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    const advice = 'Let the user of the service read it, or restart the service.'
    throw new Error(`${file} cannot be read: ${messageOf(error)}. ${advice}`, { cause: error })
  }
}

/** Variables of that file at the start: one that is not there any more is unset. None if it could not be read. */
const managedAtStart = ((): readonly string[] => {
  try {
    return Object.keys(managedVariables())
  } catch {
    return []
  }
})()

/**
 * Prints what is shown only once, on standard output. Returns when the system has taken it.
 *
 * @throws Error if nobody can have read it: the reader has gone, or the output leads nowhere
 */
const handOver = (text: string): void => {
  const facts = fstatSync(1)
  // Node opens the null device if the output is closed.
  if (facts.isCharacterDevice() && facts.rdev === statSync(devNull).rdev)
    throw new Error('standard output is closed or thrown away')
  writeFileSync(1, text)
}

// The reader of the output may leave, for it has seen enough. Any other error of a standard stream ends the process.
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error) => {
    if (codeOf(error) !== 'EPIPE') throw error
  })
}

process.exitCode = await runCommandLine(process.argv.slice(2), {
  out: (text) => void process.stdout.write(text),
  handOver,
  error: (text) => void process.stderr.write(text),
  // Accessing a standard stream opens it; most commands need neither.
  get input() {
    return process.stdin
  },
  get output() {
    return process.stdout
  },
  env: process.env,
  readEnv: () => ({
    ...(existsSync('.env') && parseEnv(readFileSync('.env', 'utf8'))),
    ...startVariables,
    ...Object.fromEntries(managedAtStart.map((name) => [name, undefined])),
    ...managedVariables(),
  }),
  now: Date.now,
  isTerminal: {
    // Asking the standard input itself would open it.
    input: isatty(0),
    out: process.stdout.isTTY,
    error: process.stderr.isTTY,
  },
  columns: () => process.stderr.columns || 80,
})
