import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { join } from 'node:path'
import { test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'

const writer = new URL('../../src/observe/log-writer.ts', import.meta.url).href

/** A program that writes 1,000 lines at once and then ends in the given way, behind a redirection of the shell. */
const outputOf = (end: string, redirection: string): string => {
  const program = `
    import { createLogWriter } from '${writer}'
    const writer = createLogWriter(2)
    for (let n = 0; n < 1000; n += 1) writer.write(n + ' ' + 'a'.repeat(200) + '\\n', false)
    ${end}`
  const command = [process.execPath, '--input-type=module', '--eval', program]
  return spawnSync('sh', ['-c', `"$@" ${redirection}`, 'sh', ...command], { encoding: 'utf8' })
    .stdout
}

const expected = Array.from({ length: 1_000 }, (_, n) => n)

for (const [name, end] of [
  ['a clean end', 'await writer.close()'],
  ['an exit', 'process.exit(0)'],
  ['an error that nothing catches', "queueMicrotask(() => { throw new Error('It crashed.') })"],
  ['an end of all work', ''],
] as const) {
  test(`${name} loses no line of the log in a socket, a pipe or a file`, (t) => {
    const file = join(temporaryFolder(t), 'log')
    // Node makes a socket, the shell a pipe.
    const socket = '2>&1 >/dev/null'
    for (const redirection of [socket, `${socket} | cat`, `2>>${file}; cat ${file}`]) {
      const lines = outputOf(end, redirection).matchAll(/^(\d+) a{200}$/gm)
      assert.deepEqual(
        Array.from(lines, ([, n]) => Number(n)),
        expected,
        redirection,
      )
    }
  })
}

test('a clean end leaves no timer behind that would keep the process alive', () => {
  const end = "await writer.close(); console.log(process.getActiveResourcesInfo().join(' '))"
  const resources = outputOf(end, '2>/dev/null')
  assert.match(resources, /\n$/)
  assert.doesNotMatch(resources, /Timeout/)
})
