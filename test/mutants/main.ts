import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { parseArgs } from 'node:util'
import { root, runProgram } from '../helpers/packed-client.ts'
import { type Area, areas } from './areas.ts'

/**
 * `npm run mutants` changes the rules one operator, condition or statement at a time (Stryker), and runs the unit tests
 * against each change. Fails if an area's tests notice less than 90 % of them, if one goes unnoticed that `areas.ts` does
 * not accept, or if it accepts one that is noticed.
 *
 * - `--only quotas` takes one area, and may be repeated; `--concurrency` is 1.
 *
 * Stryker is no dependency: the first run installs it below `node_modules/.cache`.
 */
const { values } = parseArgs({
  options: {
    only: { type: 'string', multiple: true, default: Object.keys(areas) },
    concurrency: { type: 'string', default: '1' },
  },
})
const concurrency = Number(values.concurrency)
const unknown = values.only.find((name) => !Object.hasOwn(areas, name))
if (unknown !== undefined || !Number.isSafeInteger(concurrency) || concurrency < 1) {
  process.stderr.write(
    `--only takes one of ${Object.keys(areas).join(', ')}; --concurrency takes a whole number from 1 on.\n`,
  )
  process.exit(2)
}

/** The score that an area needs, in percent. */
const wanted = 90
/** The runner goes with one version of the core. */
const version = '10.0.0'
const packages = ['core', 'tap-runner'].map((name) => `@stryker-mutator/${name}`)

const cache = join(root, 'node_modules/.cache/petstore-stryker', version)
const stryker = join(cache, 'node_modules/@stryker-mutator/core/bin/stryker.js')

const install = async (): Promise<void> => {
  if (existsSync(stryker)) return
  mkdirSync(cache, { recursive: true })
  writeFileSync(join(cache, 'package.json'), '{}')
  const quiet = ['--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
  const exact = packages.map((name) => `${name}@${version}`)
  await runProgram('npm', ['install', ...quiet, '--prefix', cache, ...exact], { cwd: cache })
}

/** Lines and columns count from 1. */
type Place = { readonly line: number; readonly column: number }
type Mutant = {
  readonly status: string
  readonly replacement?: string
  readonly location: { readonly start: Place; readonly end: Place }
}
type Report = {
  readonly files: Readonly<Record<string, { source: string; mutants: readonly Mutant[] }>>
}

/** Runs Stryker in a copy of the sources. */
const mutate = async ({ files, tests }: Area): Promise<Report> => {
  const folder = mkdtempSync(join(tmpdir(), 'petstore-mutants-'))
  const config = join(folder, 'stryker.json')
  const report = join(folder, 'report.json')
  const options = {
    mutate: files,
    testRunner: 'tap',
    plugins: [join(cache, 'node_modules/@stryker-mutator/tap-runner/dist/src/index.js')],
    tap: {
      testFiles: tests,
      nodeArgs: [
        '--import=./test/helpers/own-imports.ts',
        '--test-reporter=tap',
        '-r',
        '{{hookFile}}',
        '{{testFile}}',
      ],
    },
    // Texts are read by people, and tests of their letters would only repeat them.
    mutator: { excludedMutations: ['StringLiteral'] },
    // The sources run as they are: nothing compiles them, and nothing rewrites the configuration of a compiler.
    disableTypeChecks: false,
    tsconfigFile: 'none.json',
    coverageAnalysis: 'perTest',
    ignorePatterns: ['/*', '!/src', '!/test', '!/console', '!/package.json', '!/openapi.json'],
    tempDirName: join(folder, 'copies'),
    reporters: ['json'],
    jsonReporter: { fileName: report },
    concurrency,
    timeoutMS: 20_000,
    logLevel: 'error',
  }
  writeFileSync(config, JSON.stringify(options))
  try {
    await runProgram(process.execPath, [stryker, 'run', config], {
      cwd: root,
      env: {
        ...process.env,
        PATH: `${dirname(process.execPath)}${delimiter}${process.env['PATH'] ?? ''}`,
        NODE_COMPILE_CACHE: join(folder, 'compiled'),
        // Tests that believe to be a part of others write no TAP.
        NODE_TEST_CONTEXT: undefined,
      },
    })
    // The reporter of Stryker wrote it.
    return JSON.parse(readFileSync(report, 'utf8')) as Report
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

/** Of a mutant whose tests cannot even be loaded, Stryker says nothing. */
const isTried = ({ status }: Mutant): boolean => status !== 'Ignored' && status !== 'RuntimeError'
const isNoticed = ({ status }: Mutant): boolean => status === 'Killed' || status === 'Timeout'

type Survivor = { readonly place: string; readonly text: string }

/** The lines of a mutant as it has them, in one line. */
const textOf = (lines: readonly string[], { location, replacement = '' }: Mutant): string => {
  const { start, end } = location
  const before = lines[start.line - 1]?.slice(0, start.column - 1) ?? ''
  const behind = lines[end.line - 1]?.slice(end.column - 1) ?? ''
  return `${before}${replacement}${behind}`.replaceAll(/\s+/g, ' ').trim()
}

/** What the tests did not notice. */
const survivorsOf = ({ files }: Report): readonly Survivor[] =>
  Object.entries(files).flatMap(([file, { source, mutants }]) => {
    const lines = source.split('\n')
    return mutants
      .filter((mutant) => isTried(mutant) && !isNoticed(mutant))
      .map((mutant) => ({
        place: `${file}:${mutant.location.start.line}`,
        text: textOf(lines, mutant),
      }))
  })

/** Tries an area, and tells what it came to. @returns whether it is as it should be */
const tryArea = async (name: string, area: Area): Promise<boolean> => {
  const report = await mutate(area)
  const all = Object.values(report.files).flatMap(({ mutants }) => mutants)
  const tried = all.filter(isTried)
  const number = (wantedStatus: string): number =>
    all.filter(({ status }) => status === wantedStatus).length
  const score = (tried.filter(isNoticed).length / tried.length) * 100
  const survivors = survivorsOf(report)
  const named = new Set(area.accepted.map(([text]) => text))
  const unnamed = survivors.filter(({ text }) => !named.has(text))
  const seen = new Set(survivors.map(({ text }) => text))
  const stale = [...named].filter((text) => !seen.has(text))
  process.stdout.write(
    `${name}: ${score.toFixed(1)} % of ${tried.length} mutants noticed; killed ${number('Killed')}, timeouts ${number('Timeout')}, survived ${number('Survived')}, not covered ${number('NoCoverage')}, not loaded ${number('RuntimeError')}; accepted ${survivors.length - unnamed.length}\n`,
  )
  for (const { place, text } of unnamed) process.stdout.write(`  unnoticed at ${place}: ${text}\n`)
  for (const text of stale) process.stdout.write(`  accepted, but noticed: ${text}\n`)
  // More than a few that cannot be loaded are a fault of this program.
  const isWhole = tried.length > 0.95 * all.filter(({ status }) => status !== 'Ignored').length
  return isWhole && score >= wanted && unnamed.length === 0 && stale.length === 0
}

await install()
for (const name of values.only) {
  const area = areas[name]
  if (area !== undefined && !(await tryArea(name, area))) process.exitCode = 1
}
