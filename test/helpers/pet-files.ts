import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { temporaryFolder } from './app.ts'
import type { Cleanup } from './cleanup.ts'
import { runHere } from './command.ts'
import type { Finished } from './service.ts'

/** Imports texts as files into the store of staging in a folder, and exports what it has. */
export const petFiles = (t: Cleanup, dataDir = temporaryFolder(t)) => {
  const run = async (...args: readonly string[]): Promise<Finished> =>
    await runHere(['pets', ...args, '--environment', 'staging'], { PETSTORE_DATA_DIR: dataDir })
  let files = 0
  const importText = async (
    name: string,
    text: string | Buffer,
    ...options: readonly string[]
  ): Promise<Finished> => {
    const file = join(dataDir, `${(files += 1)}-${name}`)
    writeFileSync(file, text)
    return await run('import', file, ...options)
  }
  const exported = async (format: string, ...options: readonly string[]): Promise<string> => {
    const file = join(dataDir, `${(files += 1)}-out.${format}`)
    const { status, error } = await run('export', file, ...options)
    if (status !== 0) throw new Error(error)
    return readFileSync(file, 'utf8')
  }
  return { dataDir, run, importText, exported }
}
