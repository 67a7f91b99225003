import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * For tests that need an installed program: the reason to skip if it is missing, or false if
 * it is there. In CI a missing program fails the test instead.
 */
export const needs = (...programs: readonly string[]): string | false => {
  const missing = programs.filter((program) => findProgram(program) === undefined)
  if (missing.length === 0 || process.env['CI'] === 'true') return false
  return `needs ${missing.join(', ')}, which .ci/run installs`
}

/** The path of an installed program, or undefined. */
export const findProgram = (program: string): string | undefined =>
  (process.env['PATH'] ?? '')
    .split(delimiter)
    .map((folder) => join(folder, program))
    .find((file) => {
      try {
        accessSync(file, constants.X_OK)
        return true
      } catch {
        return false
      }
    })
