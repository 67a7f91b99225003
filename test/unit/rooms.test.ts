import assert from 'node:assert/strict'
import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { join, normalize } from 'node:path'
import { test } from 'node:test'
import { fileURLToPath } from 'node:url'
import { operationsOf } from '../../src/kit/resource.ts'
import { petstore } from '../../src/resources/index.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string): string => readFileSync(join(root, path), 'utf8')

const architecture = read('docs/architecture.md')
const [, declared = ''] = /in one order, lowest first: ([^]*?`main\.ts`)/.exec(architecture) ?? []
/** The files and folders at the top of `src`. */
const top = readdirSync(join(root, 'src')).toSorted()
/** The files below a folder of the repository, by their paths from there. */
const filesIn = (folder: string, pattern = '**/*.{ts,tsx}'): readonly string[] =>
  globSync(pattern, { cwd: join(root, folder) })

/** The rooms of `src` as the document declares them. A room imports from itself and from those before it. */
const order = [...declared.matchAll(/`([^`]+)`/g)].map(([, room = '']) => room)

type Arrow = { readonly from: string; readonly to: string }

const imports = /\bfrom\s+['"](\.{1,2}\/[^'"]+)['"]|\bimport\s*\(?\s*['"](\.{1,2}\/[^'"]+)['"]/g

/** Every import of a file by a file below a folder, of types too. Paths begin at the folder. */
const arrowsOf = (folder: string): readonly Arrow[] =>
  filesIn(folder).flatMap((from) =>
    importsIn(read(join(folder, from)))
      .map((target) => ({ from, to: normalize(join(from, '..', target)) }))
      .filter(({ to }) => !to.startsWith('..')),
  )

const importsIn = (text: string): readonly string[] =>
  [...text.matchAll(imports)].flatMap(([, named, bare]) => named ?? bare ?? [])

const roomOf = (path: string): string => path.split('/')[0] ?? path

test('every room of src stands in the order, and docs/architecture.md tells of each at its top, and of no other', () => {
  assert.deepEqual(order.toSorted(), top)
  const tree = /```\n(bin\/petstore\.js[\s\S]*?)```/.exec(architecture)?.[1] ?? ''
  const told = tree.split('\n').flatMap((line) => /^src\/([\w.-]+)\/? {2}/.exec(line)?.[1] ?? [])
  assert.deepEqual(told.toSorted(), top)
})

test('every folder of src has a first file that says what it is for', () => {
  // A heading and a sentence, or the docstring of the resource.
  const forms = { 'README.md': /^# \w+\n\n[A-Z]/, 'index.ts': /\/\*\*\s[^]*\*\/\nexport / }
  const silent = top
    .filter((name) => !name.endsWith('.ts'))
    .filter((name) => {
      const [first, form] =
        Object.entries(forms).find(([file]) => existsSync(join(root, 'src', name, file))) ?? []
      return first === undefined || !form?.test(read(join('src', name, first)))
    })
  assert.deepEqual(silent, [])
})

test('the store imports nothing of the kit of operations, and few rooms know each other', () => {
  const between = arrowsOf('src')
    .map(({ from, to }) => `${roomOf(from)} → ${roomOf(to)}`)
    .filter((arrow) => new Set(arrow.split(' → ')).size > 1)
  assert.ok(!between.includes('store → kit'))
  assert.ok(new Set(between).size <= 80)
})

test('no file of src imports from a room above its own', () => {
  const placeOf = (path: string): number => order.indexOf(roomOf(path))
  const upwards = arrowsOf('src').filter(({ from, to }) => placeOf(to) > placeOf(from))
  assert.deepEqual(upwards, [])
})

for (const folder of ['src', 'bench', 'client/src', 'console/src']) {
  test(`no folders of ${folder} import each other in a circle, directly or over others`, () => {
    assert.deepEqual(circles(arrowsOf(folder)), [])
  })
}

test('no memory is shared between threads', () => {
  const sharing = filesIn('src').filter((file) =>
    /\b(?:SharedArrayBuffer|Atomics)\b/.test(read(`src/${file}`)),
  )
  assert.deepEqual(sharing, [])
})

test('the console imports the client by its index and its plain form, its packages, and nothing else', () => {
  const files = filesIn('console/src')
  assert.ok(files.length > 30)
  const outside = files.flatMap((file) => {
    const text = read(`console/src/${file}`)
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

/** Rooms without webhooks. Others have their variables, guard their secrets, or start the thread that sends. */
const withoutWebhooks = '{kit,base/data,store,http}/**/*.ts'

/** Rooms that know of no resource. A resource has a folder of its own. */
const generic = '{base,access,kit,store,observe,delivery,http,server}/**/*.ts'

/** A resource's name, however it is written. In lower case, orders are also what lists have. */
const resources =
  /\b[Pp]ets?\b|\bpets?[A-Z]|Pets?(?![a-z])|\b[Aa]nimals?\b|\b[Cc]ategor(?:y|ies)\b|\bcategory[A-Z]|Category|(?<![A-Za-z])Orders?(?![a-z])|\borderId|\border_id/

/**
 * Not the name of a resource: the service itself, its variables, what its API keys begin with, and one of the limits of
 * a plan.
 */
const permitted = /petstore|PETSTORE|Pet Store|pets_(?:live_|test_)?|Orders placed at once/g

/** Closed lists of all errors, all scopes and all steps of the database's schema, those of the resources too. */
const catalogues: ReadonlySet<string> = new Set([
  'base/errors/catalogue.ts',
  'access/keys/scopes.ts',
  'store/sql/steps.ts',
])

/** Files without the catalogues and the steps of the schema. */
const withoutCatalogues = (pattern: string): readonly string[] =>
  filesIn('src', pattern).filter(
    (path) => !catalogues.has(path) && !/(?:migrations|steps|sql\/schema)\.ts$/.test(path),
  )

test('no generic code names a resource', () => {
  const named = withoutCatalogues(generic).filter((path) =>
    resources.test(read(`src/${path}`).replaceAll(permitted, '')),
  )
  assert.deepEqual(named, [])
})

test('neither the kits nor the stores nor the way of a request name webhooks', () => {
  const named = withoutCatalogues(withoutWebhooks)
    // OpenAPI's own name for messages to clients.
    .filter((path) => /webhook(?!s: sent\b)/i.test(read(`src/${path}`)))
  assert.deepEqual(named, [])
})

test('every file and folder that a document names is there', () => {
  const named = /`((?:bin|src|test|scripts|bench|client|deploy|docs)\/[\w./-]+)`/g
  const documents = ['README.md', 'CONTRIBUTING.md', 'SECURITY.md', 'client/README.md']
  documents.push(...filesIn('', 'docs/*.md'))
  const missing = documents.flatMap((document) =>
    [...read(document).matchAll(named)]
      .map(([, path = '']) => path)
      // What the build of the client makes is not committed.
      .filter((path) => !/^(?:client\/dist|docs\/reference\.md)/.test(path))
      .filter((path) => !existsSync(join(root, path)))
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
