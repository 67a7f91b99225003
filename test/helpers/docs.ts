import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, dirname, join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { temporaryFolder } from './app.ts'
import { type DocBlock, matchesShown, readDoc } from './docs-format.ts'
import { needs } from './needs.ts'
import { type Service, startService } from './service.ts'

const root = new URL('../../', import.meta.url)

export type DocOptions = {
  /** Variables of the service and of the commands, beside those that the helper sets. */
  readonly variables?: Readonly<Record<string, string>>
  /** Programs that the commands need, beside bash and curl. */
  readonly programs?: readonly string[]
  /** Files that the folder has at the start: their names, and the paths in the repository. */
  readonly files?: Readonly<Record<string, string>>
}

/**
 * Makes a test of each name in a Markdown file: the blocks of that name run, in the order in which they
 * stand, in one shell, in a folder of their own, against a service of their own, and print what the
 * document shows. How a block is marked is told in `docs-format.ts`.
 *
 * The commands find `npx petstore` (of this checkout), the service's variables, and an API key of its
 * staging environment as `$PETSTORE_API_KEY`. The documented addresses 127.0.0.1:8080 (production) and
 * 127.0.0.1:8081 (staging) stand for those where the service listens.
 *
 * @param path from the root of the repository
 */
export const testDocument = (path: string, options: DocOptions = {}): void => {
  const document = readDoc(readFileSync(new URL(path, root), 'utf8'))
  test(`${path} marks each block of commands as tested, or says why not`, () => {
    assert.deepEqual(document.faults, [])
  })
  const skip = needs('bash', 'curl', ...(options.programs ?? []))
  for (const [name, blocks] of document.tests) {
    test(`${path}: the commands of "${name}" do what is shown`, { skip }, async (t) => {
      const folder = temporaryFolder(t)
      const service = await startService(t, join(folder, 'data'), options.variables)
      for (const [file, source] of Object.entries(options.files ?? {})) {
        writeFileSync(join(folder, file), readFileSync(new URL(source, root)))
      }
      const key = await service.addKey('staging')
      const shown = addressesOf(service)
      const { results, rest } = await runBlocks(blocks, folder, shown.actual, {
        ...service.env,
        PETSTORE_API_KEY: key,
        PETSTORE_BASE_URL: service.baseUrl('staging'),
      })
      for (const [at, block] of blocks.entries()) {
        const result = results[at]
        const place = `${path}:${block.line}`
        if (result === undefined) assert.fail(`${place} failed and printed:\n${shown.shown(rest)}`)
        const output = shown.shown(result.output)
        assert.equal(result.status, block.status, `${place} ended so, and printed:\n${output}`)
        if (block.output !== undefined && !matchesShown(block.output, output)) {
          assert.equal(output, block.output, `${place} printed something else than is shown`)
        }
      }
    })
  }
}

/** Turns documented addresses into those of the service, and back. */
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

const endMark = '--- end of the block:'

/** Runs the blocks in one shell, so that what one sets the next finds. */
const runBlocks = async (
  blocks: readonly DocBlock[],
  folder: string,
  translate: (text: string) => string,
  env: Readonly<Record<string, string>>,
): Promise<{ readonly results: readonly BlockResult[]; readonly rest: string }> => {
  const script = blocks
    .map(({ code, status }) => {
      // A block that is to fail is judged by its last command, any other by each.
      const strictness = status === 0 ? 'set -eo pipefail' : 'set +e'
      return `${strictness}\n${translate(code)}\nprintf '\\n${endMark} %d\\n' "$?"\n`
    })
    .join('')
  const shell = spawn('bash', ['-c', `exec 2>&1\n${script}`], {
    cwd: folder,
    env: {
      ...env,
      HOME: folder,
      PATH: [programFolder(folder), process.env['PATH'] ?? ''].join(delimiter),
    },
    stdio: ['ignore', 'pipe', 'inherit'],
    timeout: 60_000,
  })
  let output = ''
  shell.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
  await once(shell, 'close')
  const pieces = output.replaceAll('\r\n', '\n').split(new RegExp(`\n${endMark} (\\d+)\n`))
  const results: BlockResult[] = []
  for (let at = 0; at + 1 < pieces.length; at += 2) {
    results.push({ output: pieces[at] ?? '', status: Number(pieces[at + 1]) })
  }
  return { results, rest: pieces.at(-1) ?? '' }
}

/** A folder with `node`, and with an `npx` that knows `petstore` and spares npm's start of a second. */
const programFolder = (folder: string): string => {
  const programs = join(folder, '.programs')
  mkdirSync(programs)
  const main = fileURLToPath(new URL('bin/petstore.js', root))
  const npx = join(programs, 'npx')
  writeFileSync(
    npx,
    `#!/bin/sh\n[ "$1" = petstore ] && shift && exec '${process.execPath}' '${main}' "$@"\necho "npx $1 is not known here" >&2; exit 127\n`,
  )
  chmodSync(npx, 0o755)
  return [programs, dirname(process.execPath)].join(delimiter)
}
