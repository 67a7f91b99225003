import { execFileSync } from 'node:child_process'
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/**
 * Builds the client to JavaScript and declarations.
 *
 * @param folder emptied first
 */
export const buildClient = (folder: string): void => {
  rmSync(folder, { recursive: true, force: true })
  const compiler = join(root, 'node_modules/typescript/bin/tsc')
  execFileSync(process.execPath, [compiler, '-p', join(root, 'client'), '--outDir', folder], {
    stdio: 'inherit',
  })
  // The compiler rewrites `./x.ts` in JavaScript, but leaves it in declarations.
  for (const name of globSync('**/*.d.ts', { cwd: folder })) {
    const file = join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
  }
}

if (import.meta.main) buildClient(resolve(process.argv[2] ?? join(root, 'client/dist')))
