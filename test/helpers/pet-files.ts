import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeStore, temporaryFolder } from './app.ts'
import type { Cleanup } from './cleanup.ts'
import { commandsIn } from './command.ts'
import type { Finished } from './service.ts'

/** Imports texts as files into the store of staging in a folder, or a new one, and exports what it has. */
export const petFiles = (t: Cleanup, given?: string) => {
  const dataDir = given ?? temporaryFolder(t)
  if (given === undefined) makeStore(dataDir, 'staging')
  const { run, done, fails } = commandsIn(dataDir)
  let files = 0
  const importText = async (
    name: string,
    text: string | Buffer,
    ...options: readonly string[]
  ): Promise<Finished> => {
    const file = join(dataDir, `${(files += 1)}-${name}`)
    writeFileSync(file, text)
    return await run('pets import', file, ...options)
  }
  const exported = async (format: string, ...options: readonly string[]): Promise<string> => {
    const file = join(dataDir, `${(files += 1)}-out.${format}`)
    await done('pets export', file, ...options)
    return readFileSync(file, 'utf8')
  }
  /** An import that is refused, and says all of this. */
  const refused = async (
    name: string,
    text: string | Buffer,
    says: RegExp | readonly RegExp[],
    ...options: readonly string[]
  ): Promise<void> => {
    const { status, out, error } = await importText(name, text, ...options)
    assert.deepEqual([status, out], [1, ''], error)
    for (const each of [says].flat()) assert.match(error, each)
  }
  return { dataDir, run, fails, importText, refused, exported }
}
