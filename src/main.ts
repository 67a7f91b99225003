import { existsSync, fstatSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { devNull } from 'node:os'
import { resolve } from 'node:path'
import { loadEnvFile } from 'node:process'
import { isatty } from 'node:tty'
import { parseEnv } from 'node:util'
import { runCommandLine } from './cli/command-line.ts'
import { codeOf, messageOf } from './base/errors/message-of.ts'

/** The variables that the process was started with. They take precedence over those in `.env`. */
const startVariables = { ...process.env }

// An unreadable file ends the process. Otherwise, defaults would silently replace its values.
try {
  if (existsSync('.env')) loadEnvFile('.env')
} catch (error) {
  process.stderr.write(`The file ${resolve('.env')} cannot be read: ${messageOf(error)}\n`)
  process.exit(2)
}

/** Reads the current variables of the process manager's file. @throws Error with advice */
const managedVariables = (file = startVariables['PETSTORE_ENV_FILE'] ?? '') => {
  if (file === '') return {}
  try {
    return parseEnv(readFileSync(file, 'utf8'))
  } catch (error) {
    const advice = 'Let the user of the service read it, or restart the service.'
    throw new Error(`${file} cannot be read: ${messageOf(error)}. ${advice}`, { cause: error })
  }
}

/** The names in that file at the start. A reload unsets those that have since been removed. Empty if it was unreadable. */
const managedAtStart = ((): readonly string[] => {
  try {
    return Object.keys(managedVariables())
  } catch {
    return []
  }
})()

/**
 * Prints a text that is shown only once to standard output. Returns when the operating system has accepted it.
 *
 * @throws Error if nobody can read the text: the reader has gone, or the output is the null device
 */
const handOver = (text: string): void => {
  const facts = fstatSync(1)
  // Node opens the null device in place of a closed standard output.
  if (facts.isCharacterDevice() && facts.rdev === statSync(devNull).rdev)
    throw new Error('standard output is closed or thrown away')
  writeFileSync(1, text)
}

// A reader of the output, such as `head`, may close the pipe early. Any other stream error ends the process.
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
    // Reading `process.stdin.isTTY` would open standard input.
    input: isatty(0),
    out: process.stdout.isTTY,
    error: process.stderr.isTTY,
  },
  columns: () => process.stderr.columns || 80,
})
