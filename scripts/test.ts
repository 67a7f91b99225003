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
 * Runs the tests, all of them or the files given, and, after all of them, holds what they saw against
 * what the OpenAPI document names. What takes long has a command of its own: `npm run test:browser` for the
 * pages in a browser, `npm run test:long` for the rest. Fails if a test does, or if no test saw a status, a header or a
 * code of the document. Ends with what was not tried, and what it lacked.
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
// What tests make once and copy.
const shared = mkdtempSync(join(tmpdir(), 'petstore-shared-'))
// Tests and the services that they start load the same modules some hundreds of times. Node checks that what it kept is of
// the same source.
const compiled = fileURLToPath(new URL('../node_modules/.cache/petstore', import.meta.url))
const skippedFile = join(shared, 'skipped.jsonl')
const reporter = fileURLToPath(new URL('skipped-tests.ts', import.meta.url))
/** If the arguments name reporters, only those run. */
const reporters = options.some((option) => option.startsWith('--test-reporter'))
  ? []
  : [
      '--test-reporter=spec',
      '--test-reporter-destination=stdout',
      `--test-reporter=${reporter}`,
      `--test-reporter-destination=${skippedFile}`,
    ]

/**
 * Puts files together, so that eight processes load the sources in place of two hundred: that takes all tests from 566 to
 * 406 s of processor time. The tests of whole processes stay apart, because they mostly wait for those.
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

/** What was not tried, by what it lacked. */
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

/** The server on which all files of this run have their databases. */
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
      // The imports of tests take the short way that those of the service take.
      `--import=${new URL('../test/helpers/own-imports.ts', import.meta.url).href}`,
      // A browser is several processes itself.
      `--test-concurrency=${chosen.every((path) => path.includes('browser/')) ? 2 : 4}`,
      // A test that hangs is to fail; one on a busy machine is not.
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
      // Where a status was never seen, what it has needs no line of its own.
      const lines = missing.filter((item) => !missing.some((other) => item.startsWith(`${other} `)))
      process.stdout.write(`Never seen:\n${lines.map((item) => `- ${item}\n`).join('')}`)
      process.exitCode = 1
    }
  }
} finally {
  await server?.close()
  for (const each of [folder, shared]) rmSync(each, { recursive: true, force: true })
}
