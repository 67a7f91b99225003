import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { globSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative, resolve } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { documented, folderVariable } from '../test/helpers/contract-coverage.ts'
import { sharedFolderVariable } from '../test/helpers/made-once.ts'
import { missingPackages } from '../test/helpers/needs.ts'
import { isOnPostgres, postgresTests, sharedPortVariable } from '../test/helpers/on-postgres.ts'
import type { PostgresServer } from '../test/helpers/postgres.ts'
import type { SkippedTest } from './skipped-tests.ts'

/**
 * Runs all tests, or the given files. After a full run it compares what the tests saw with the OpenAPI
 * document. Long tests have separate commands: `npm run test:browser` for the pages in a browser, `npm run
 * test:long` for the rest. Fails if a test fails, or if no test saw some status, header or code of the
 * document. At the end it lists the skipped tests, and what they lacked.
 */
const notInstalled = missingPackages()
if (notInstalled.length > 0) {
  process.stderr.write(
    `The tests need development packages that are not installed (${notInstalled[0]} and others): run npm ci\n`,
  )
  process.exit(1)
}
const files = process.argv.slice(2).filter((argument) => !argument.startsWith('-'))
const all = isOnPostgres ? postgresTests() : 'test/!(browser|long)/*.test.ts'
const chosen = globSync(files.length > 0 ? files : all)
if (chosen.length === 0) throw new Error(`No file of tests is called ${files.join(' or ')}.`)
const options = process.argv.slice(2).filter((argument) => argument.startsWith('-'))
const folder = mkdtempSync(join(tmpdir(), 'petstore-contract-'))
// What tests create once and copy.
const shared = mkdtempSync(join(tmpdir(), 'petstore-shared-'))
// The compile cache. Tests and the services they start load the same modules several hundred times. Node
// checks that a cached module matches its source.
const compiled = fileURLToPath(new URL('../node_modules/.cache/petstore', import.meta.url))
const skippedFile = join(shared, 'skipped.jsonl')
const reporter = fileURLToPath(new URL('skipped-tests.ts', import.meta.url))
/** If the arguments name reporters, only those are used. */
const reporters = options.some((option) => option.startsWith('--test-reporter'))
  ? []
  : [
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${skippedFile}`,
    ]

/**
 * Groups files, so that eight processes load the sources in place of two hundred: this cuts the processor
 * time of all tests from 566 to 406 s. Tests that start processes stay separate, because they mostly wait.
 */
const together = (paths: readonly string[]): string[] => {
  if (paths.length < 10) return [...paths]
  const apart = paths.filter((path) => /\btest\/(?:process|browser|long)\//.test(path))
  const joined = paths.filter((path) => !apart.includes(path))
  const groups = Map.groupBy(joined.entries(), ([index]) => index % 8)
  const entries = Array.from(groups, ([number, members]) => {
    const entry = join(shared, `together-${number}.test.mjs`)
    const imports = members.map(([, path]) => `import '${pathToFileURL(resolve(path)).href}'\n`)
    writeFileSync(entry, imports.join(''))
    return entry
  })
  return [...entries, ...apart]
}

/** Lists the skipped tests by what they lacked. */
const tellSkipped = (): void => {
  if (reporters.length === 0) return
  const lines = readFileSync(skippedFile, 'utf8').trimEnd().split('\n')
  const skipped = lines.filter((line) => line !== '').map((line): SkippedTest => JSON.parse(line))
  if (skipped.length === 0) return
  process.stdout.write(`\nNot tried: ${skipped.length} tests.\n`)
  for (const [reason, tests] of Map.groupBy(skipped, (test) => test.reason)) {
    process.stdout.write(`- It ${reason}:\n`)
    for (const { name, file } of tests) {
      process.stdout.write(`    ${relative(process.cwd(), file)}: ${name}\n`)
    }
  }
}

/** The server on which all test files of this run have their databases. */
const startServer = async (): Promise<PostgresServer> => {
  process.env[sharedFolderVariable] = shared
  const { startPostgres } = await import('../test/helpers/postgres.ts')
  return await startPostgres()
}

const server = isOnPostgres ? await startServer() : undefined

try {
  const runner = spawn(
    process.execPath,
    [
      '--test',
      // Imports in tests resolve by the same fast path as in the service.
      `--import=${new URL('../test/helpers/own-imports.ts', import.meta.url).href}`,
      // A browser itself is several processes.
      `--test-concurrency=${chosen.every((path) => path.includes('browser/')) ? 2 : 4}`,
      // Long enough that only a hanging test fails, not one on a busy machine.
      '--test-timeout=600000',
      ...reporters,
      ...options,
      ...together(chosen),
    ],
    {
      stdio: 'inherit',
      env: {
        ...process.env,
        [folderVariable]: folder,
        [sharedFolderVariable]: shared,
        NODE_COMPILE_CACHE: compiled,
        ...(server !== undefined && { [sharedPortVariable]: String(server.port) }),
      },
    },
  )
  const [status] = await once(runner, 'close')
  process.exitCode = status === 0 ? 0 : 1
  tellSkipped()
  if (
    files.length === 0 &&
    !isOnPostgres &&
    !options.some((option) => option.startsWith('--test-name'))
  ) {
    const seen = new Set(
      readdirSync(folder).flatMap((file) => readFileSync(join(folder, file), 'utf8').split('\n')),
    )
    const wanted = documented()
    const missing = wanted.filter((item) => !seen.has(item))
    process.stdout.write(
      `Contract: the tests saw ${wanted.length - missing.length} of the ${wanted.length} statuses, headers and codes that openapi.json names.\n`,
    )
    if (missing.length > 0) {
      // If a status was never seen, its headers and codes need no separate lines.
      const lines = missing.filter((item) => !missing.some((other) => item.startsWith(`${other} `)))
      process.stdout.write(`Never seen:\n${lines.map((item) => `- ${item}\n`).join('')}`)
      process.exitCode = 1
    }
  }
} finally {
  await server?.close()
  for (const each of [folder, shared]) rmSync(each, { recursive: true, force: true })
}
