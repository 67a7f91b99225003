import assert from 'node:assert/strict'
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { type Answer, type Call, errorOf } from './http.ts'
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
  const { status, text, headers } = answer
  assert.equal(status, 503, text)
  assert.equal(errorOf(answer).code, 'service_unavailable')
  assert.equal(headers['retry-after'], '5')
  assert.doesNotMatch(text, /sqlite|disk|database/i)
  assert.ok(headers['x-ratelimit-remaining'] !== undefined)
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
