import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

/** The tests that a document names. `file`: name, up to the end of a table cell or of a bracket. */
const referencesOf = (path: string) =>
  [
    ...read(path)
      .replaceAll('\n', ' ')
      .matchAll(/`((?:test\/|\.ci\/)[\w./-]+)`: ([^|]+?)(?: \||\)\.| \(`|$)/g),
  ].map(([, file = '', name = '']) => ({ file, name: name.replace(/\)$/, '') }))

/**
 * The requirements of levels 1 and 2 of the OWASP Application Security Verification Standard 5.0.0
 * (https://github.com/OWASP/ASVS/tree/v5.0.0/5.0/en): the sections of each chapter, each with its number of requirements.
 */
const asvsChapters = {
  1: '1:2 2:9 3:11 4:3 5:2',
  2: '1:3 2:3 3:4 4:1',
  3: '2:2 3:4 4:6 5:5 7:2',
  4: '1:3 2:1 3:2 4:4',
  5: '1:1 2:3 3:2 4:3',
  6: '1:3 2:12 3:4 4:4 5:5 6:3 8:4',
  7: '1:3 2:4 3:2 4:5 5:2 6:2',
  8: '1:2 2:3 3:1 4:1',
  9: '1:3 2:4',
  10: '1:2 2:2 3:4 4:11 5:5 6:2 7:3',
  11: '1:2 2:3 3:3 4:4 5:1 6:1',
  12: '1:3 2:2 3:4',
  13: '1:1 2:5 3:2 4:5',
  14: '1:2 2:4 3:3',
  15: '1:3 2:3 3:7',
  16: '1:1 2:5 3:4 4:3 5:3',
  17: '1:1 2:4 3:2',
}

/** A line that names a test, a case of the wire table, or a step of CI. */
const naming =
  /\b(?:test|it\w*|suite|contract)\(|^\s*sent: |^\s*'.*'(?:: |,$)|answered\(|^npm |assert\./

test('docs/security.md has a threat for each of the ten', () => {
  const document = read('docs/security.md')
  for (let number = 1; number <= 10; number += 1) {
    assert.match(document, new RegExp(`## API${number}: `))
  }
  const rows = document.match(/\| [^|]+ \| [^|]+ \| `(?:test\/|\.ci\/)/g) ?? []
  assert.ok(rows.length > 40)
  assert.ok(referencesOf('docs/security.md').length >= rows.length)
})

test('test/security/asvs.md has each requirement of level 2 once, with a test, a reason or a gap', () => {
  const rows = [
    ...read('test/security/asvs.md').matchAll(/^\| ([\d., to]+) \| [^|]+ \| (.+) \|$/gm),
  ]
  const expected = Object.entries(asvsChapters).flatMap(([chapter, sections]) =>
    sections.split(' ').flatMap((each) => {
      const [section, count] = each.split(':')
      return Array.from({ length: Number(count) }, (_, n) => `${chapter}.${section}.${n + 1}`)
    }),
  )
  // `1.2.1 to 1.2.4` names four.
  const told = rows.flatMap(([, ids = '']) =>
    ids.split(', ').flatMap((range) => {
      const [first = '', last = first] = range.split(' to ')
      return expected.slice(expected.indexOf(first), expected.indexOf(last) + 1)
    }),
  )
  assert.deepEqual(told.toSorted(), expected.toSorted())
  for (const [, ids, answer] of rows) {
    assert.match(answer ?? '', /^(?:`test\/|Not here|\*\*Gap\*\*: )/, `${ids}`)
  }
})

for (const path of ['docs/security.md', 'test/security/asvs.md']) {
  for (const { file, name } of referencesOf(path)) {
    test(`${path} names a test that is there: ${file}: ${name}`, () => {
      const url = new URL(file, root)
      assert.ok(existsSync(url), file)
      const lines = readFileSync(url, 'utf8')
        .replaceAll(/\(\n\s*/g, '(')
        .split('\n')
      assert.ok(
        lines.some((line) => naming.test(line) && line.includes(name)),
        `no test of ${file} has this name`,
      )
    })
  }
}
