import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import type { Answer, Call } from './http.ts'
import { assertRefused } from './refusal.ts'
import { createPet, startService } from './service.ts'

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

/** A staging service on data of the test's own, and how to add an animal. */
export const startFaultyService = async (
  t: TestContext,
  dataDir: string,
  ...launcher: readonly string[]
) => {
  const service = await startService(t, dataDir, { PETSTORE_LOG_LEVEL: 'info' }, launcher)
  const ask = service.asking()
  const create = async (idempotencyKey?: string, more?: Call): Promise<Answer> =>
    await createPet(ask, `Rex ${'x'.repeat(150)}`, idempotencyKey, more)
  return { ...service, ask, create }
}

export type FaultyService = Awaited<ReturnType<typeof startFaultyService>>
