import assert from 'node:assert/strict'
import { globSync, readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { test } from 'node:test'

const architecture = readFileSync(new URL('../../docs/architecture.md', import.meta.url), 'utf8')
const [, declared = ''] = /in one order, lowest first: ([^]*?`main\.ts`)/.exec(architecture) ?? []

/** The rooms of `src` as the document declares them. A room imports from itself and from those before it. */
const order = [...declared.matchAll(/`([^`]+)`/g)].map(([, room = '']) => room)

type Arrow = { readonly from: string; readonly to: string }

const imports = /\bfrom\s+['"](\.{1,2}\/[^'"]+)['"]|\bimport\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g

/** Every import of a file by a file below a folder, of types too. Paths begin at the folder. */
const arrowsOf = (folder: string): readonly Arrow[] => {
  const root = new URL(`../../${folder}`, import.meta.url).pathname
  return globSync('**/*.{ts,tsx}', { cwd: root }).flatMap((from) =>
    importsIn(readFileSync(join(root, from), 'utf8'))
      .map((target) => ({ from, to: normalize(join(from, '..', target)) }))
      .filter(({ to }) => !to.startsWith('..')),
  )
}

const importsIn = (text: string): readonly string[] =>
  [...text.matchAll(imports)].flatMap(([, named, bare]) => named ?? bare ?? [])

const roomOf = (path: string): string => path.split('/')[0] ?? path

const upwards = (arrows: readonly Arrow[]): readonly Arrow[] =>
  arrows.filter(({ from, to }) => order.indexOf(roomOf(to)) > order.indexOf(roomOf(from)))

test('every room of src stands in the order', () => {
  const root = new URL('../../src', import.meta.url)
  assert.deepEqual(readdirSync(root).toSorted(), order.toSorted())
})

test('every folder of src has a first file that says what it is for', () => {
  const root = new URL('../../src/', import.meta.url)
  const silent = readdirSync(root, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .filter(({ name }) => {
      const files = readdirSync(new URL(name, root))
      const first = ['README.md', 'index.ts'].find((file) => files.includes(file))
      if (first === undefined) return true
      const text = readFileSync(new URL(`${name}/${first}`, root), 'utf8')
      // A heading and a sentence, or the docstring of the resource.
      return !(first === 'README.md' ? /^# \w+\n\n[A-Z]/ : /\/\*\*\s[^]*\*\/\nexport /).test(text)
    })
  assert.deepEqual(
    silent.map(({ name }) => name),
    [],
  )
})

test('the store imports nothing of the kit of operations, and few rooms know each other', () => {
  const between = arrowsOf('src')
    .map(({ from, to }) => `${roomOf(from)} → ${roomOf(to)}`)
    .filter((arrow) => new Set(arrow.split(' → ')).size > 1)
  assert.ok(!between.includes('store → kit'))
  assert.ok(new Set(between).size <= 80)
})

test('no file of src imports from a room above its own', () => {
  const found = upwards(arrowsOf('src')).map(({ from, to }) => `${from} imports ${to}`)
  assert.deepEqual(found, [])
})

for (const top of ['src', 'bench', 'client/src', 'console/src']) {
  test(`no folders of ${top} import each other in a circle, directly or over others`, () => {
    assert.deepEqual(circles(arrowsOf(top)), [])
  })
}

test('no memory is shared between threads', () => {
  const root = new URL('../../src', import.meta.url).pathname
  const sharing = globSync('**/*.ts', { cwd: root }).filter((file) =>
    /\b(?:SharedArrayBuffer|Atomics)\b/.test(readFileSync(join(root, file), 'utf8')),
  )
  assert.deepEqual(sharing, [])
})

test('the console imports the client by its index and its plain form, its packages, and nothing else', () => {
  const root = new URL('../../console/src/', import.meta.url).pathname
  const files = globSync('**/*.{ts,tsx}', { cwd: root })
  assert.ok(files.length > 30)
  const outside = files.flatMap((file) => {
    const text = readFileSync(join(root, file), 'utf8')
    const packages = [...text.matchAll(/^(?:import|export|\}) ?[^'\n]*from '([^.'][^']*)'/gm)].map(
      ([, name = '']) => name,
    )
    const others = importsIn(text)
      .map((target) => normalize(join('console/src', file, '..', target)))
      .filter((target) => !target.startsWith('console/src/'))
    return [...packages, ...others]
  })
  assert.deepEqual(
    new Set(outside),
    new Set(['preact', 'preact/hooks', 'client/src/index.ts', 'client/src/plain.ts']),
  )
})

/** Folders that can be reached from themselves by imports. A file beside the folders counts as a folder of its own. */
const circles = (arrows: readonly Arrow[]): readonly string[] => {
  const next = new Map<string, Set<string>>()
  for (const { from, to } of arrows) {
    const [one, other] = [folderOf(from), folderOf(to)]
    if (one !== other) next.set(one, (next.get(one) ?? new Set()).add(other))
  }
  const reachedFrom = (start: string): ReadonlySet<string> => {
    const reached = new Set(next.get(start))
    for (const folder of reached) for (const further of next.get(folder) ?? []) reached.add(further)
    return reached
  }
  return [...next.keys()].filter((folder) => reachedFrom(folder).has(folder)).toSorted()
}

const folderOf = (path: string): string =>
  path.includes('/') ? path.replace(/\/[^/]*$/, '') : path

test('an import upwards is seen, of a type, over several lines and when it is lazy', () => {
  const text = `import type {\n  One,\n} from '../http/one.ts'\nexport { two } from "./two.ts"\nawait import('../app.ts')`
  assert.deepEqual(importsIn(text), ['../http/one.ts', './two.ts', '../app.ts'])
  assert.equal(upwards([{ from: 'base/a.ts', to: 'http/one.ts' }]).length, 1)
  assert.equal(upwards([{ from: 'http/a.ts', to: 'base/one.ts' }]).length, 0)
})
