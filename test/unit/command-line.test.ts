import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { InvalidArgumentError } from 'commander'
import { parseDuration } from '../../src/cli/kit/options.ts'
import { startApp, temporaryFolder } from '../helpers/app.ts'
import { runHere } from '../helpers/command.ts'

for (const args of [[], ['fly'], ['serve', '--fast'], ['keys'], ['keys', 'list']]) {
  test(`petstore ${args.join(' ')} is wrong usage and says what is right`, async () => {
    const { status, error } = await runHere(args, {})
    assert.equal(status, 2)
    assert.match(error, /Usage|--help|required option/)
  })
}

test('help can be asked for as an option or as a command, and is no error', async () => {
  for (const command of [[], ['keys'], ['keys', 'create']]) {
    const { status, out } = await runHere(['help', ...command], {})
    assert.equal(status, 0)
    assert.deepEqual(await runHere([...command, '--help'], {}), { status, out, error: '' })
  }
})

/** The commands that can be run, like `keys create`, as the help names them. */
const listCommands = async (path: readonly string[] = []): Promise<readonly string[]> => {
  const { out } = await runHere([...path, '--help'], {})
  const [, list = ''] = /\nCommands:\n([^]*?)(?:\n\n|$)/.exec(out) ?? []
  const names = [...list.matchAll(/^ {2}([\w-]+) /gm)].map(([, name = '']) => name)
  if (names.length === 0) return [path.join(' ')]
  return (await Promise.all(names.map((name) => listCommands([...path, name])))).flat()
}

const commands = await listCommands()

test('the help names every command', () => {
  for (const command of ['serve', 'doctor', 'keys create', 'pets import', 'restore']) {
    assert.ok(commands.includes(command), command)
  }
})

/** The words of a line, as a shell has them. */
const wordsOf = (line: string): readonly string[] =>
  Array.from(line.matchAll(/"([^"]*)"|(\S+)/g), ([, quoted, plain]) => quoted ?? plain ?? '')

test('the help of each command names the required options, and has an example that can be run', async (t) => {
  const app = await startApp(t)
  for (const command of commands) {
    await t.test(command, async (each) => {
      const { status, out } = await runHere([...command.split(' '), '--help'], {})
      assert.equal(status, 0)
      const [, usage = ''] = /^Usage: petstore (.*)$/m.exec(out) ?? []
      const [, required = ''] = /\nRequired options:\n([^]*?)\n\n/.exec(out) ?? []
      const inUsage = usage.match(/--\S+ <\S+>/g) ?? []
      const listed = required.match(/(?<=^ {2}(?:--\S+, )?)--\S+ <\S+>/gm) ?? []
      assert.deepEqual(inUsage, listed)
      const [, example = ''] = /^Example:\n {2}(.*)$/m.exec(out) ?? []
      const words = wordsOf(example)
      const args = words.slice(words.indexOf('petstore') + 1)
      assert.equal(args.slice(0, command.split(' ').length).join(' '), command)
      for (const flags of listed) assert.ok(args.includes(flags.split(' ')[0] ?? ''), flags)
      if (command === 'serve') return
      // Only a missing required argument is wrong usage.
      const finished = await runHere(args, {
        PETSTORE_DATA_DIR: temporaryFolder(each),
        PETSTORE_API_KEY: app.key,
        PETSTORE_BASE_URL: app.baseUrl,
      })
      assert.notEqual(finished.status, 2, finished.error)
      assert.doesNotMatch(finished.error, /^petstore failed/)
    })
  }
})

test('the version is that of the package', async () => {
  const { status, out } = await runHere(['--version'], {})
  const { version } = JSON.parse(readFileSync('package.json', 'utf8'))
  assert.deepEqual([status, out], [0, `${version}\n`])
})

test('every command reads the whole configuration, and stops if it is wrong', async () => {
  const command = ['keys', 'list', '--environment', 'staging']
  const { status, out, error } = await runHere(command, { PETSTORE_LOG_LEVEL: 'loud' })
  assert.deepEqual([status, out], [2, ''])
  assert.match(error, /^PETSTORE_LOG_LEVEL is "loud", but takes one of debug, /)
})

for (const [text, milliseconds] of [
  ['0s', 0],
  ['30m', 1_800_000],
  ['24h', 86_400_000],
  ['3650d', 315_360_000_000],
  ['87600h', 315_360_000_000],
] as const) {
  test(`${text} is ${milliseconds} ms`, () => assert.equal(parseDuration(text), milliseconds))
}

const wrong = ['', '90', 'd', '-1d', '+1d', '1.5h', '1 d', '1w', '90D', '1e3s', '3651d']
for (const text of [...wrong, '9'.repeat(400)]) {
  test(`${JSON.stringify(text.slice(0, 9))} is not a span of time`, () => {
    assert.throws(() => parseDuration(text), InvalidArgumentError)
  })
}
