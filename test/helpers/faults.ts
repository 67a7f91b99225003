import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Answer } from './http.ts'
import { assertRefused } from './refusal.ts'

/**
 * Makes a small file system in memory, for one test.
 *
 * @returns its folder; undefined if the machine lets nobody, or not this user, mount one
 */
export const smallDisk = (t: TestContext, size: string): string | undefined => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-disk-'))
  const options = ['-t', 'tmpfs', '-o', `size=${size}`, 'petstore-test', folder]
  try {
    execFileSync('mount', options, { stdio: 'ignore' })
  } catch {
    rmdirSync(folder)
    return undefined
  }
  t.after(() => {
    // The service may still have open files; the file system disappears with the last of them.
    execFileSync('umount', ['--lazy', folder])
    rmdirSync(folder)
  })
  return folder
}

/** Holds an answer to what a request gets while the store fails: nothing tells what is behind the service. */
export const assertUnavailable = (answer: Answer): void => {
  assertRefused(answer, 'service_unavailable', /^(?!.*(?:sqlite|disk|database))/i)
  assert.equal(answer.headers['retry-after'], '5')
}
