import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

/**
 * For tests that need a program of the machine: the reason to skip where it is missing, and false where
 * it is there. In CI what is missing fails the test instead.
 */
export const needs = (...programs: readonly string[]): string | false => {
  const missing = programs.filter((program) => !isInstalled(program))
  if (missing.length === 0 || process.env['CI'] === 'true') return false
  return `needs ${missing.join(', ')}, which .ci/run installs`
}

const isInstalled = (program: string): boolean =>
  (process.env['PATH'] ?? '').split(delimiter).some((folder) => {
    try {
      accessSync(join(folder, program), constants.X_OK)
      return true
    } catch {
      return false
    }
  })
