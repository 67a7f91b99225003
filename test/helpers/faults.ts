import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmdirSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Agent } from 'node:http'
import type { TestContext } from 'node:test'
import { type Answer, call } from './http.ts'
import { type Service, startService } from './service.ts'

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

/** A staging service with one animal, and actions for tests of faults. */
export class FaultyService {
  readonly service: Service
  readonly base: string
  readonly #key: string
  #serial = 0

  private constructor(service: Service) {
    this.service = service
    this.base = service.baseUrl('staging')
    this.#key = service.facts.staging?.firstKey ?? ''
  }

  static async start(
    t: TestContext,
    dataDir: string,
    ...launcher: readonly string[]
  ): Promise<FaultyService> {
    return new FaultyService(
      await startService(
        t,
        dataDir,
        { PETSTORE_ENVIRONMENTS: 'staging', PETSTORE_LOG_LEVEL: 'info' },
        launcher,
      ),
    )
  }

  async create(idempotencyKey?: string, agent?: Agent): Promise<Answer> {
    this.#serial += 1
    return await call(`${this.base}/pets`, {
      method: 'POST',
      key: this.#key,
      ...(agent && { agent }),
      body: { name: `Pet ${this.#serial} ${'x'.repeat(150)}`, categoryId: 1 },
      headers: {
        'content-type': 'application/json',
        ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
      },
    })
  }

  async get(path: string): Promise<Answer> {
    return await call(this.base + path, { key: this.#key })
  }

  async ready(): Promise<Answer> {
    return await call(`${this.base.slice(0, -'/v1'.length)}/readyz`)
  }

  logged(kind: string): ReadonlyArray<Record<string, unknown>> {
    return this.service.logged(kind)
  }

  async untilLogged(kind: string): Promise<Record<string, unknown>> {
    return await this.service.untilLogged(kind)
  }
}
