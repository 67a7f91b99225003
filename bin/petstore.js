#!/usr/bin/env node
// Plain JavaScript, which any Node reads: one that is too old is told so, and with a newer one the cache is open
// before the first file in TypeScript is read.
import module from 'node:module'
import { fileURLToPath } from 'node:url'

const oldest = 26

/**
 * Has Node keep what it makes of the sources, by default among the packages: who can write there can change what
 * runs anyhow. Where nothing can be written, nothing is kept. Threads find the folder in the environment.
 * https://nodejs.org/api/module.html#module-compile-cache
 */
const keepCompiled = () => {
  const folder =
    process.env['NODE_COMPILE_CACHE'] ||
    fileURLToPath(new URL('../node_modules/.cache/petstore', import.meta.url))
  process.env['NODE_COMPILE_CACHE'] = folder
  module.enableCompileCache(folder)
}

if (Number.parseInt(process.versions.node) < oldest) {
  process.stderr.write(
    `petstore needs Node ${oldest} or newer, and this is ${process.versions.node}. ` +
      'Run it by npm start or npx petstore, which take the one that npm ci installs.\n',
  )
  process.exitCode = 1
} else {
  keepCompiled()
  await import('../src/main.ts')
}
