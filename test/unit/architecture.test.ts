import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { operationsOf } from '../../src/kit/resource.ts'
import { petstore } from '../../src/resources/index.ts'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

test('docs/architecture.md tells of every folder and file at the top of src, and of no other', () => {
  const tree = /```\n(bin\/petstore\.js[\s\S]*?)```/.exec(read('docs/architecture.md'))?.[1] ?? ''
  const told = tree.split('\n').flatMap((line) => /^src\/([\w.-]+)\/? {2}/.exec(line)?.[1] ?? [])
  assert.deepEqual(told.toSorted(), readdirSync(new URL('src', root)).toSorted())
})

test('every file and folder that a document names is there', () => {
  const named = /`((?:bin|src|test|scripts|bench|client|deploy|docs)\/[\w./-]+)`/g
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'client/README.md']
  documents.push(...globSync('docs/*.md', { cwd: root }))
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(named)]
      .map(([, path = '']) => path)
      // What the build of the client makes is not committed.
      .filter((path) => !/^(?:client\/dist|docs\/reference\.md)/.test(path))
      .filter((path) => !existsSync(new URL(path, root)))
      .map((path) => `${document}: ${path}`),
  )
  assert.deepEqual(missing, [])
})

test('the handler of every operation has ten lines at most', () => {
  const long = operationsOf(petstore).flatMap(({ id, handle }) => {
    const [, body = ''] = /=> \{\n([^]*)\n\s*\}$/.exec(handle.toString()) ?? []
    const { length } = body.split('\n')
    return length > 10 ? [`${id}: ${length} lines`] : []
  })
  assert.deepEqual(long, [])
})
