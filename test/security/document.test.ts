import assert from 'node:assert/strict'
import { existsSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../../', import.meta.url)
const document = readFileSync(new URL('docs/security.md', root), 'utf8').replaceAll('\n', ' ')

/** `file`: name, up to the end of a table cell or of a bracket. */
const references = [
  ...document.matchAll(/`((?:test\/|\.ci\/)[\w./-]+)`: ([^|]+?)(?: \||\)\.| \(`|$)/g),
].map(([, file = '', name = '']) => ({ file, name: name.replace(/\)$/, '') }))

/** A line that names a test, a case of the wire table, or a step of CI. */
const naming = /\b(?:test|suite)\(|^\s*sent: |^\s*'.*': |answered\(|^npm |assert\./

test('docs/security.md has a threat for each of the ten', () => {
  for (let number = 1; number <= 10; number += 1) {
    assert.match(document, new RegExp(`## API${number}: `))
  }
  const rows = document.match(/\| [^|]+ \| [^|]+ \| `(?:test\/|\.ci\/)/g) ?? []
  assert.ok(rows.length > 40)
  assert.ok(references.length >= rows.length)
})

for (const { file, name } of references) {
  test(`docs/security.md names a test that is there: ${file}: ${name}`, () => {
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
