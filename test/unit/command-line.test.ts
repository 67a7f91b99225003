import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
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

for (const command of commands) {
  test(`the help of ${command} names the required options, and has an example that can be run`, async (t) => {
    const { status, out } = await runHere([...command.split(' '), '--help'], {})
    assert.equal(status, 0)
    const [, usage = ''] = /^Usage: petstore (.*)$/m.exec(out) ?? []
    const [, required = ''] = /\nRequired options:\n([^]*?)\n\n/.exec(out) ?? []
    const inUsage = [...usage.matchAll(/(--\S+ <\S+>)/g)].map(([flags]) => flags)
    const listed = [...required.matchAll(/^ {2}(?:--\S+, )?(--\S+ <\S+>)/gm)].map(
      ([, flags = '']) => flags,
    )
    assert.deepEqual(inUsage, listed)
    // Only a missing required argument is wrong usage.
    const [, example = ''] = /^Example:\n {2}(.*)$/m.exec(out) ?? []
    const words = [...example.matchAll(/"(?<quoted>[^"]*)"|(?<plain>\S+)/g)].map(
      ({ groups }) => groups?.['quoted'] ?? groups?.['plain'] ?? '',
    )
    const args = words.slice(words.indexOf('petstore') + 1)
    assert.equal(args.slice(0, command.split(' ').length).join(' '), command)
    for (const flags of listed) assert.ok(args.includes(flags.split(' ')[0] ?? ''), flags)
    if (command === 'serve') return
    const app = await startApp(t)
    const env = {
      PETSTORE_DATA_DIR: temporaryFolder(t),
      PETSTORE_API_KEY: app.key,
      PETSTORE_BASE_URL: app.baseUrl,
    }
    const finished = await runHere(args, env)
    assert.notEqual(finished.status, 2, finished.error)
    assert.doesNotMatch(finished.error, /^petstore failed/)
  })
}

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
