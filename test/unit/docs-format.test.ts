import assert from 'node:assert/strict'
import { test } from 'node:test'
import { matchesShown, programsOf, readDoc } from '../helpers/docs-format.ts'

const fence = '```'

test('blocks of one name are found in order, with what they are to print and how they end', () => {
  const { tests, faults } = readDoc(
    [
      '<!-- test: a name -->',
      `${fence}sh`,
      'echo one',
      fence,
      '',
      `${fence}text`,
      'one',
      fence,
      'Prose.',
      '<!-- test: a name status=2 -->',
      '',
      `${fence}sh`,
      'exit 2',
      fence,
    ].join('\n'),
  )
  assert.deepEqual(faults, [])
  assert.deepEqual(tests.get('a name'), [
    { line: 2, code: 'echo one', status: 0, output: 'one' },
    { line: 12, code: 'exit 2', status: 2, output: undefined },
  ])
})

test('a block of commands that is neither tested nor excused is a fault, as is a stray mark', () => {
  const block = [`${fence}sh`, 'echo', fence].join('\n')
  assert.deepEqual(readDoc(block).faults, ['line 1: the block is not marked'])
  assert.deepEqual(readDoc(`<!-- not tested: it waits for ever -->\n${block}`).faults, [])
  assert.equal(readDoc('<!-- test: lost -->\nProse.').faults.length, 1)
})

test('an ellipsis stands for anything in a line, and alone for any lines', () => {
  assert.ok(matchesShown('id … (free)', 'id key_1 (free)\n'))
  assert.ok(!matchesShown('id … (free)', 'id key_1\n(free)'))
  assert.ok(matchesShown('first\n…\nlast', 'first\nlast'))
  assert.ok(matchesShown('first\n…\nlast', 'first\na\nb\nlast\n'))
  assert.ok(!matchesShown('first', 'first\nsecond'))
  assert.ok(!matchesShown('a.c', 'abc'))
})

test('blocks of commands need the programs that they call, and no others', () => {
  const needed = (...code: readonly string[]): readonly string[] =>
    programsOf(code.map((each) => ({ code: each, line: 1, status: 0, output: undefined })))
  assert.deepEqual(needed('petstore keys list', 'echo curling'), [])
  assert.deepEqual(needed('echo "see curl.se"\ncurl -s http://a/ | jq .'), ['curl', 'jq'])
  assert.deepEqual(needed('key=$(curl -s http://a/)', 'true && sqlite3 a'), ['curl', 'sqlite3'])
})
