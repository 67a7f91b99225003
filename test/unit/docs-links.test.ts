import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { brokenLinks } from '../helpers/docs-links.ts'

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
