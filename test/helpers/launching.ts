import { spawnSync, type SpawnSyncOptions } from 'node:child_process'
import { copyFileSync, mkdirSync, symlinkSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './app.ts'
import type { Cleanup } from './cleanup.ts'

/** Arguments that make Node report an old version. Its child processes do not get them. */
export const asOldNode = [
  '--import',
  `data:text/javascript,Object.defineProperty(process, 'versions', { value: { node: '20.20.2' } })`,
]
/** Runs a program to its end, whatever status that has. */
export const runToEnd = (file: string, args: readonly string[], options: SpawnSyncOptions = {}) => {
  const { status, stdout, stderr } = spawnSync(file, args, { ...options, encoding: 'utf8' })
  return { status, out: stdout, error: stderr }
}

/** A checkout in which no package is installed yet. */
export const bareCheckout = (t: Cleanup): string => {
  const folder = temporaryFolder(t)
  mkdirSync(join(folder, 'bin'))
  for (const file of ['package.json', 'package-lock.json', 'bin/petstore.js']) {
    copyFileSync(new URL(`../../${file}`, import.meta.url), join(folder, file))
  }
  symlinkSync(fileURLToPath(new URL('../../src', import.meta.url)), join(folder, 'src'))
  return folder
}
