import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../../', import.meta.url)

/** The lines of a document that have more or fewer cells than the head of their table. A page drops what is too much. */
const unevenRows = (markdown: string): readonly number[] => {
  const uneven: number[] = []
  let isCode = false
  let wanted: number | undefined
  for (const [at, line] of markdown.split('\n').entries()) {
    if (/^\s*(?:```|~~~)/.test(line)) isCode = !isCode
    if (isCode || !/^\s*\|/.test(line)) {
      wanted = undefined
      continue
    }
    // A `|` inside of a cell is written `\|`, in code too.
    const cells = line.trimEnd().split(/(?<!\\)\|/).length
    wanted ??= cells
    if (cells !== wanted) uneven.push(at + 1)
  }
  return uneven
}

for (const document of globSync('**/*.md', {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist|data)$/.test(path),
})) {
  test(`each row of the tables of ${document} has as many cells as the head`, () => {
    assert.deepEqual(unevenRows(readFileSync(new URL(document, root), 'utf8')), [])
  })
}

test('two rows on one line are found, and a bar in a cell or in code is none', () => {
  const markdown = ['| a | b |', '|---|---|', '| `c\\|d` | e |', '| f | g | | h | i |', '', '| j |']
  assert.deepEqual(unevenRows([...markdown, '```', '| k | l | m |', '```'].join('\n')), [4])
})
