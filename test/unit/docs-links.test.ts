import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { anchorsOf, brokenLinks, linksOf } from '../helpers/docs-links.ts'

const root = fileURLToPath(new URL('../..', import.meta.url))
const documents = globSync('**/*.md', {
  cwd: root,
  exclude: (path) => /(?:^|\/)(?:node_modules|dist|data)$/.test(path),
})

test('there are documents to look at', () => {
  assert.ok(documents.includes('README.md') && documents.includes(join('docs', 'interface.md')))
})

for (const document of documents) {
  test(`every link of ${document} into the repository leads somewhere`, () => {
    assert.deepEqual(brokenLinks(join(root, document)), [])
  })
}

test('links are found in prose, and not in code', () => {
  const markdown = [
    'See [one](a.md), ![two](b.png "title") and [three][3]; `[no](c.md)`.',
    '```md',
    '[no](d.md)',
    '```',
    '[3]: e.md#f',
  ].join('\n')
  assert.deepEqual(linksOf(markdown), [
    { line: 1, target: 'a.md' },
    { line: 1, target: 'b.png' },
    { line: 5, target: 'e.md#f' },
  ])
})

test('anchors are those that GitHub makes of headings', () => {
  const markdown =
    '# One, two: `three`!\n\n## [Four](x.md) five\n\n## Same\n\n## Same\n<a id="six"></a>\n'
  assert.deepEqual(
    [...anchorsOf(markdown)],
    ['one-two-three', 'four-five', 'same', 'same-1', 'six'],
  )
})
