#!/usr/bin/env node
// The program, in plain JavaScript that any Node from 14 on can read. The service needs a newer Node, which npm ci
// installs among the packages. An older Node runs this file again with that one. So any user can run the program:
// it needs no npm, and writes nothing in the checkout that it cannot do without.
import { spawn } from 'node:child_process'
import { existsSync, realpathSync } from 'node:fs'
import module from 'node:module'
import { constants } from 'node:os'
import { fileURLToPath } from 'node:url'

const oldestNode = 26

/** The Node that npm installs with the service. npm puts it there by an install script of the package `node`. */
const ownNode = fileURLToPath(
  new URL(
    `../node_modules/node/bin/${process.platform === 'win32' ? 'node.exe' : 'node'}`,
    import.meta.url,
  ),
)

/**
 * Signals that this process would obey. Whoever sends one to it means the service.
 *
 * @type {readonly NodeJS.Signals[]}
 */
const passedSignals = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR1']

/**
 * Has Node cache the compiled sources, by default among the packages: who can write there can change what
 * runs anyhow. If nothing can be written, nothing is cached. Threads find the folder in the environment.
 * https://nodejs.org/api/module.html#module-compile-cache
 */
const cacheCompiled = () => {
  const folder =
    process.env['NODE_COMPILE_CACHE'] ||
    fileURLToPath(new URL('../node_modules/.cache/petstore', import.meta.url))
  process.env['NODE_COMPILE_CACHE'] = folder
  module.enableCompileCache(folder)
}

/** Runs the service's sources, whose imports are quick from the first on. */
const run = async () => {
  const { resolveOwnImports } = await import('../src/base/own-imports.ts')
  resolveOwnImports()
  await import('../src/main.ts')
}

/** @param {string} message a sentence for the operator */
const fail = (message) => {
  process.stderr.write(`${message}\n`)
  process.exitCode = 1
}

/**
 * Runs this file with the Node of the packages, which gets this process's streams, arguments and signals. The channel
 * between the two closes with this process, however that ends.
 */
const runWithOwnNode = () => {
  const own = spawn(ownNode, [fileURLToPath(import.meta.url), ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  for (const signal of passedSignals) process.on(signal, () => own.kill(signal))
  own.on('error', (error) => fail(`${ownNode} cannot be run: ${error.message}.`))
  own.on('exit', (status, signal) => {
    // A shell says of a program that a signal ended: 128 and the number of the signal.
    process.exitCode = signal === null ? status : 128 + constants.signals[signal]
  })
}

/** Stops as by a signal if the process that started this one with a channel is gone. Without a channel, does nothing. */
const stopWithStarter = () => {
  if (process.channel === undefined) return
  process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'))
  // The channel must not keep a program alive that is done.
  process.channel.unref()
}

/** Whether the packages have a Node, and it is another than the one that is too old. */
const hasOwnNode = () =>
  existsSync(ownNode) && realpathSync(ownNode) !== realpathSync(process.execPath)

if (Number.parseInt(process.versions.node) >= oldestNode) {
  cacheCompiled()
  stopWithStarter()
  void run()
} else if (hasOwnNode()) {
  runWithOwnNode()
} else {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const isRelease = existsSync(`${folder}npm-shrinkwrap.json`)
  fail(
    `petstore needs Node ${oldestNode} or newer; this is ${process.versions.node}, and ${folder}node_modules has no newer one. ` +
      (isRelease
        ? 'Install the release again with npm install --global --ignore-scripts=false (npm 12 needs --allow-scripts=node too), ' +
          'or run it by a newer Node.'
        : 'npm ci installs it, but not with install scripts turned off (ignore-scripts). ' +
          `In ${folder}, run npm ci --omit=dev, or npm rebuild node --ignore-scripts=false where the packages are installed already.`),
  )
}
