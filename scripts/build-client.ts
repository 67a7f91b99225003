import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { clientReference } from './generators/client-reference.ts'

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
  // A source map for a file with only types maps no code, but contains the whole source.
  for (const name of ['generated/openapi.js', 'types.js']) {
    const file = join(folder, name)
    rmSync(`${file}.map`)
    writeFileSync(file, readFileSync(file, 'utf8').replace(/\/\/# sourceMappingURL=.*\n?/, ''))
  }
  // The compiler rewrites imports of `./x.ts` in JavaScript, but not in declarations.
  for (const name of globSync('**/*.d.ts', { cwd: folder })) {
    const file = join(folder, name)
    writeFileSync(file, readFileSync(file, 'utf8').replaceAll(/(from '\.[^']*)\.ts'/g, "$1.js'"))
  }
}

/** Writes the reference of the client, which is part of its package, into a folder. */
export const writeClientReference = async (folder: string): Promise<void> => {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'reference.md'), await clientReference())
}

if (import.meta.main) {
  buildClient(join(root, 'client/dist'))
  await writeClientReference(join(root, 'client/docs'))
}
