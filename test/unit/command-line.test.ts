import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runHere } from '../helpers/command.ts'

for (const args of [[], ['fly'], ['serve', '--fast'], ['keys'], ['keys', 'list']]) {
  test(`petstore ${args.join(' ')} is wrong usage and says what is right`, async () => {
    const { status, error } = await runHere(args, {})
    assert.equal(status, 2)
    assert.match(error, /Usage|--help|required option/)
  })
}

test('help that was asked for is no error', async () => {
  const { status, out } = await runHere(['--help'], {})
  assert.equal(status, 0)
  for (const command of ['serve', 'keys']) assert.match(out, new RegExp(`^ +${command} `, 'm'))
})

test('every command reads the whole configuration, and stops where it is wrong', async () => {
  const command = ['keys', 'list', '--environment', 'staging']
  const { status, out, error } = await runHere(command, { PETSTORE_LOG_LEVEL: 'loud' })
  assert.deepEqual([status, out], [2, ''])
  assert.match(error, /^PETSTORE_LOG_LEVEL is "loud", but takes one of debug, /)
})
