import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

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
  test(`each of the ${group} has its row in docs/dependencies.md, and nothing else has`, () => {
    assert.deepEqual(namesUnder(heading).toSorted(), Object.keys(manifest[group]).toSorted())
  })

  test(`each of the ${group} is pinned to one version`, () => {
    for (const [name, version] of Object.entries(manifest[group])) {
      assert.match(version, /^(?:npm:[\w@/.-]+@)?\d+\.\d+\.\d+$/, name)
    }
  })
}
