import { accessSync, constants, existsSync, readFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { test, type TestContext } from 'node:test'

/**
 * For tests that need an installed program: the reason to skip if it is missing, or false if
 * it is there. In CI a missing program fails the test instead.
 */
export const needs = (...programs: readonly string[]): string | false => {
  const missing = programs.filter((program) => findProgram(program) === undefined)
  if (missing.length === 0 || process.env['CI'] === 'true') return false
  return `needs ${missing.join(', ')}, which .ci/run installs`
}

/** A `test` whose tests are skipped if there is a reason. */
export const testWith =
  (skip: string | false = false) =>
  (name: string, run: (t: TestContext) => void | Promise<void>): void =>
    void test(name, { skip }, run)

/** Where programs are looked for. Debian keeps those of administrators outside the `PATH` of an ordinary user. */
export const searchPath = (): string => [process.env['PATH'] ?? '', '/usr/sbin'].join(delimiter)

/** The path of an installed program, or undefined. */
export const findProgram = (program: string): string | undefined =>
  searchPath()
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

/** The packages for development that are not installed, as after `npm ci --omit=dev`. */
export const missingPackages = (): readonly string[] => {
  const root = new URL('../../', import.meta.url)
  const { devDependencies } = JSON.parse(readFileSync(new URL('package.json', root), 'utf8'))
  return Object.keys(devDependencies).filter(
    (name) => !existsSync(new URL(`node_modules/${name}/package.json`, root)),
  )
}
