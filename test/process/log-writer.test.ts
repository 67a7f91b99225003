import assert from 'node:assert/strict'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'

const writer = new URL('../../src/observe/log-writer.ts', import.meta.url).href

/** A program that writes 1,000 lines at once and then ends in the given way. */
const program = (end: string): string => `
  import { createLogWriter } from '${writer}'
  const writer = createLogWriter(2)
  for (let n = 0; n < 1000; n += 1) writer.write(n + ' ' + 'a'.repeat(200) + '\\n', false)
  ${end}`

const ends = {
  'a clean end': 'await writer.close()',
  'an exit': 'process.exit(0)',
  'an error that nothing catches': "queueMicrotask(() => { throw new Error('It crashed.') })",
  'an end of all work': '',
} as const

const numbersOf = (log: string): number[] =>
  [...log.matchAll(/^(\d+) a{200}$/gm)].map(([, n]) => Number(n))

const expected = Array.from({ length: 1_000 }, (_, n) => n)

for (const [name, end] of Object.entries(ends)) {
  test(`${name} loses no line of the log in a pipe, a socket or a file`, async (t) => {
    const args = ['--input-type=module', '--eval', program(end)]
    // A shell makes a pipe; Node would make a socket.
    const command = [process.execPath, ...args].map((word) => `'${word.replaceAll("'", `'\\''`)}'`)
    const piped = spawn('sh', ['-c', `${command.join(' ')} 2>&1 >/dev/null | cat`])
    assert.deepEqual(numbersOf(await text(piped.stdout)), expected)
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'ignore', 'pipe'] })
    assert.deepEqual(numbersOf(await text(child.stderr)), expected)
    const path = join(temporaryFolder(t), 'log')
    const file = openSync(path, 'a')
    await once(spawn(process.execPath, args, { stdio: ['ignore', 'ignore', file] }), 'close')
    closeSync(file)
    assert.deepEqual(numbersOf(readFileSync(path, 'utf8')), expected)
  })
}

test('a clean end leaves no timer behind that would keep the process alive', async () => {
  const end = "await writer.close(); console.log(process.getActiveResourcesInfo().join(' '))"
  const args = ['--input-type=module', '--eval', program(end)]
  const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
  const [resources] = await Promise.all([text(child.stdout), text(child.stderr)])
  assert.doesNotMatch(resources, /Timeout/)
})
