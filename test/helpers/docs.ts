import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './app.ts'
import { type DocBlock, matchesShown, programsOf, readDoc } from './docs-format.ts'
import { needs, searchPath } from './needs.ts'
import { type Service, startService } from './service.ts'

const root = new URL('../../', import.meta.url)

/**
 * Makes a test of each name in a Markdown file. The blocks of that name run in their order, in one shell, and print
 * what the document shows. Each test has a folder and a service of its own. `docs-format.ts` says how a block is marked.
 *
 * The commands find `petstore` and `npx petstore` (of this checkout), the service's variables, and an API key of its
 * staging environment as `$PETSTORE_API_KEY`. The documented addresses 127.0.0.1:8080 (production) and
 * 127.0.0.1:8081 (staging) stand for the addresses on which the service listens.
 *
 * @param path from the root of the repository
 * @param plan of the API key
 */
export const testDocument = (path: string, plan = 'business'): void => {
  const document = readDocument(path)
  const compiled = process.env['NODE_COMPILE_CACHE']
  test(`${path} marks each block of commands as tested, or says why not`, () => {
    assert.deepEqual(document.faults, [])
  })
  for (const [name, blocks] of document.tests) {
    const skip = needs('bash', ...programsOf(blocks))
    test(`${path}: the commands of "${name}" do what is shown`, { skip }, async (t) => {
      const folder = temporaryFolder(t)
      const variables = {
        PETSTORE_ENVIRONMENTS: 'production,staging',
        ...(compiled !== undefined && { NODE_COMPILE_CACHE: compiled }),
      }
      const service = await startService(t, join(folder, 'data'), variables)
      const key = await service.addKey('staging', '--plan', plan)
      const shown = addressesOf(service)
      const ran = await runBlocks(blocks, {
        cwd: folder,
        translate: shown.actual,
        env: {
          ...service.env,
          PETSTORE_API_KEY: key,
          PETSTORE_BASE_URL: service.baseUrl('staging'),
          HOME: folder,
          PYTHONPATH: fileURLToPath(new URL('python', root)),
          PYTHONDONTWRITEBYTECODE: '1',
          PATH: [programFolder(folder), searchPath()].join(delimiter),
        },
      })
      assertShown(path, blocks, ran, shown.shown)
    })
  }
}

/** A parsed document of the repository. */
export const readDocument = (path: string) => readDoc(readFileSync(new URL(path, root), 'utf8'))

/** Checks the output and exit status of blocks against the document. */
export const assertShown = (
  path: string,
  blocks: readonly DocBlock[],
  { results, rest }: Ran,
  asDocumented: (text: string) => string = (text) => text,
): void => {
  for (const [at, block] of blocks.entries()) {
    const result = results[at]
    const place = `${path}:${block.line}`
    if (result === undefined) assert.fail(`${place} failed and printed:\n${asDocumented(rest)}`)
    const output = asDocumented(result.output)
    assert.equal(result.status, block.status, `${place} ended so, and printed:\n${output}`)
    if (block.output !== undefined && !matchesShown(block.output, output)) {
      assert.equal(output, block.output, `${place} printed something else than is shown`)
    }
  }
}

/** Replaces documented addresses with those of the service, and back. */
const addressesOf = (service: Service) => {
  const documented = { production: '127.0.0.1:8080', staging: '127.0.0.1:8081' } as const
  const pairs = Object.values(service.facts).map(
    ({ environment, baseUrl }) => [documented[environment], new URL(baseUrl).host] as const,
  )
  return {
    actual: (text: string) => pairs.reduce((all, [from, to]) => all.replaceAll(from, to), text),
    shown: (text: string) => pairs.reduce((all, [to, from]) => all.replaceAll(from, to), text),
  }
}

type BlockResult = { readonly status: number; readonly output: string }

type Shell = {
  readonly cwd: string
  readonly env: Readonly<Record<string, string>>
  /** A program with arguments that runs the shell. */
  readonly launcher?: readonly string[]
  /** Changes the blocks before they run. */
  readonly translate?: (text: string) => string
  /** The shell reads the blocks as if they were typed: a shell that a block opens reads the next lines. */
  readonly typed?: boolean
}

const endMark = '--- end of the block:'

/** Runs the blocks in one shell, so that variables carry over. */
export const runBlocks = async (
  blocks: ReadonlyArray<Pick<DocBlock, 'code' | 'status'>>,
  { cwd, env, launcher = [], translate = (text) => text, typed = false }: Shell,
) => {
  const code = blocks
    .map(({ code: commands, status }) => {
      // If a block is expected to fail, only its last command counts; otherwise each command does.
      const strictness = status === 0 ? 'set -eo pipefail' : 'set +e'
      return `${strictness}\n${translate(commands)}\nprintf '\\n${endMark} %d\\n' "$?"\n`
    })
    .join('')
  const script = `exec 2>&1\n${code}`
  const [program = 'bash', ...args] = [
    ...launcher,
    'bash',
    '--norc',
    ...(typed ? [] : ['-c', script]),
  ]
  const shell = spawn(program, args, { cwd, env, stdio: ['pipe', 'pipe', 'inherit'] })
  // If the shell ends early, its output tells why.
  shell.stdin.on('error', () => undefined).end(typed ? script : '')
  let output = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(shell, 'close')
  const pieces = output.replaceAll('\r\n', '\n').split(new RegExp(`\n${endMark} (\\d+)\n`))
  const results: BlockResult[] = []
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    results.push({ output: pieces[at] ?? '', status: Number(pieces[at + 1]) })
  }
  /** The output after the last block that ended. */
  const rest = pieces.at(-1) ?? ''
  return { results, rest }
}

type Ran = Awaited<ReturnType<typeof runBlocks>>

/** A folder with `petstore`, and with an `npx` that knows it and spares npm's start of a second; and one with `node`. */
export const programFolder = (folder: string): string => {
  const programs = join(folder, '.programs')
  mkdirSync(programs)
  const main = fileURLToPath(new URL('bin/petstore.js', root))
  const npx = join(programs, 'npx')
  writeFileSync(
    npx,
    `#!/bin/sh\n[ "$1" = petstore ] && shift && exec '${process.execPath}' '${main}' "$@"\necho "npx $1 is not known here" >&2; exit 127\n`,
  )
  chmodSync(npx, 0o755)
  symlinkSync(main, join(programs, 'petstore'))
  return [programs, dirname(process.execPath)].join(delimiter)
}
