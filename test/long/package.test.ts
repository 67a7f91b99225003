import assert from 'node:assert/strict'
import { readFileSync, statSync } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { after, before, test } from 'node:test'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build } from 'esbuild'
import { publint } from 'publint'
import { startApp, temporaryFolder } from '../helpers/app.ts'
import type { Cleanup } from '../helpers/cleanup.ts'
import {
  installInto,
  linkNodeTypes,
  packClient,
  projectLike,
  root,
  runProgram,
} from '../helpers/packed-client.ts'

/** The most bytes that a program loads with the client, minified and compressed; and that one loads later if it follows the log. */
const largest = { first: 8_000, later: 3_500 }

const folder = temporaryFolder({ after })
/** A project that has the client from npm. */
const installed = join(folder, 'installed')
let tarball = ''

before(async () => {
  tarball = await packClient(folder)
  await installInto(installed, tarball)
})

/** A newcomer's program, in JavaScript that is also TypeScript. */
const program = `
import { int64Replacer, NotFoundError, PetStore } from 'petstore-client'

const store = new PetStore({ apiKey: process.env.KEY ?? '', baseUrl: process.env.BASE ?? '' })
const made = await store.pets.create({ name: 'Rex', categoryId: 9223372036854775807n })
const names = []
for await (const pet of store.pets.list({ limit: 5 })) names.push(pet.name)
const page = await store.pets.list({ status: 'available' })
let missing = ''
try {
  await store.pets.get(404)
} catch (error) {
  if (error instanceof NotFoundError) missing = error.code
}
console.log(String(made.categoryId), names.join(), page.pets.length, missing)
const { etag } = await store.pets.find(made.id).withResponse()
const patch = { name: 'Max', categoryId: 9007199254740991n }
const changed = await store.pets.update(made.id, patch, { ifMatch: etag })
console.log(JSON.stringify({ ...changed, id: 0 }, int64Replacer), JSON.stringify([changed]).length)
const followed = []
for await (const { type } of store.events({ follow: true })) {
  followed.push(type)
  if (followed.length === 2) setTimeout(() => store.categories.put(1, { name: 'Dogs' }), 10)
  if (followed.length === 3) break
}
console.log(followed.join())
const order = await store.orders.place({ petId: made.id, reference: 'walk-in' })
await store.orders.delete(order.id)
await store.pets.delete(made.id)
`
const printed = `9223372036854775807 Rex 1 pet_not_found
{"id":0,"name":"Max","categoryId":9007199254740991,"status":"available"} 74
pet.created,pet.updated,category.created
`

/** Programs that the types must refuse, with the expected errors. */
const typed = `${program}
const id: bigint = made.id
const status: 'available' | 'pending' | 'sold' | undefined = made.status
const left: number | undefined = store.rateLimit?.remaining
// @ts-expect-error a status that there is not
store.pets.list({ status: 'lost' })
// @ts-expect-error the category is missing
void (() => store.pets.create({ name: 'Rex' }))
// @ts-expect-error the service assigns the id
void (() => store.pets.create({ name: 'Rex', categoryId: 1, id: 1n }))
// @ts-expect-error a field that there is not
void (() => store.pets.update(1, { colour: 'red' }))
// @ts-expect-error what is returned cannot be changed
void (() => (made.name = 'Tom'))
void [id, status, left]
`

/** Runs a program of a project with a service of its own, and sees that it does what it should. */
const runs = async (
  t: Cleanup,
  cwd: string,
  file: string,
  node: string = process.execPath,
): Promise<void> => {
  const { baseUrl: BASE, key: KEY } = await startApp(t)
  const env = { PATH: process.env['PATH'], KEY, BASE }
  assert.equal(await runProgram(node, [file], { cwd, env }), printed)
}

/** The installed Node, beside the one of the repository. */
const findOtherNode = async (): Promise<string | undefined> => {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  for (const path of folders.filter((each) => !each.includes('node_modules'))) {
    const node = join(path, 'node')
    const version = await runProgram(node, ['--version'], { cwd: folder }).catch(() => '')
    if (Number(/^v(\d+)/.exec(version)?.[1] ?? 0) >= 20) return node
  }
  return undefined
}

test('the package holds what it needs and nothing else, and depends on nothing', async () => {
  const files = (await runProgram('tar', ['-tzf', tarball], { cwd: folder })).split('\n').sort()
  const wrong = files.filter(
    (file) =>
      !/^(?:|package\/(?:LICENSE|README\.md|package\.json|docs\/reference\.md|dist\/.+\.(?:js|js\.map|d\.ts)))$/.test(
        file,
      ),
  )
  assert.deepEqual(wrong, [])
  assert.ok(statSync(tarball).size < 400_000)
  assert.ok(files.includes('package/dist/index.js'))
  const { dependencies, peerDependencies } = JSON.parse(
    readFileSync(join(root, 'client/package.json'), 'utf8'),
  )
  assert.equal(dependencies, undefined)
  assert.equal(peerDependencies, undefined)
})

test('publint and arethetypeswrong find nothing', async () => {
  const { buffer } = new Uint8Array(readFileSync(tarball))
  const { messages } = await publint({ pack: { tarball: buffer }, strict: true })
  assert.deepEqual(messages, [])
  // The package is only ESM, so the view of old resolvers does not count.
  const attw = join(root, 'node_modules/.bin/attw')
  await runProgram(attw, [tarball, '--profile', 'esm-only', '--no-emoji'], { cwd: folder })
})

test('a program that imports it grows by less than 8 kB, minified and compressed, and loads the rest if it needs it', async (t) => {
  const project = join(folder, 'size')
  projectLike(installed, project, { 'main.js': "export { PetStore } from 'petstore-client'" })
  const { outputFiles, metafile } = await build({
    entryPoints: [join(project, 'main.js')],
    bundle: true,
    minify: true,
    splitting: true,
    format: 'esm',
    outdir: join(project, 'out'),
    write: false,
    metafile: true,
  })
  const sizes = outputFiles.map(({ path, contents }) => ({
    file: basename(path).replace(/-.*/, ''),
    minified: contents.length,
    gzip: gzipSync(contents, { level: 9 }).length,
    brotli: brotliCompressSync(contents).length,
  }))
  t.diagnostic(JSON.stringify(sizes))
  // What is loaded later has no part of the first file, so it comes in one.
  const imports = Object.values(metafile.outputs).flatMap((output) => output.imports)
  assert.deepEqual([...new Set(imports.map(({ kind }) => kind))], ['dynamic-import'])
  const gzip = Object.fromEntries(sizes.map(({ file, ...size }) => [file, size.gzip]))
  assert.deepEqual(Object.keys(gzip).toSorted(), ['following', 'main.js', 'pacer'])
  assert.ok((gzip['main.js'] ?? 0) > 1_000 && (gzip['main.js'] ?? 0) < largest.first)
  assert.ok((gzip['following'] ?? 0) < largest.later)
})

test('it works in an ESM project on this Node and on the machine’s', async (t) => {
  const project = join(folder, 'esm')
  projectLike(installed, project, { 'main.js': program })
  await runs(t, project, 'main.js')
  const other = await findOtherNode()
  if (other === undefined) {
    t.diagnostic('The machine has no other Node, 20 or later; that part was left out.')
    return
  }
  await runs(t, project, 'main.js', other)
  t.diagnostic(`ran on ${await runProgram(other, ['--version'], { cwd: project })}`)
})

const strict = { strict: true, exactOptionalPropertyTypes: true, target: 'es2022', outDir: 'out' }

for (const compiler of ['typescript', 'typescript-6']) {
  test(`it works in a strict nodenext project with Node's types, by ${compiler}`, async (t) => {
    const project = join(folder, `nodenext-${compiler}`)
    projectLike(installed, project, {
      'main.ts': typed,
      'tsconfig.json': JSON.stringify({
        compilerOptions: { ...strict, module: 'nodenext', lib: ['es2022'], types: ['node'] },
      }),
    })
    linkNodeTypes(project)
    const tsc = join(root, 'node_modules', compiler, 'bin/tsc')
    await runProgram(process.execPath, [tsc, '-p', project], { cwd: project })
    await runs(t, project, 'out/main.js')
  })
}

test('it works in a strict bundler project with the types of browsers', async (t) => {
  const project = join(folder, 'bundler')
  projectLike(installed, project, {
    'main.ts': `declare const process: { env: Record<string, string> }\n${typed}`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        ...strict,
        noEmit: true,
        module: 'esnext',
        moduleResolution: 'bundler',
        lib: ['es2022', 'dom', 'dom.iterable'],
        types: [],
      },
    }),
  })
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await runProgram(process.execPath, [tsc, '-p', project], { cwd: project })
  const outfile = join(project, 'out.mjs')
  await build({ entryPoints: [join(project, 'main.ts')], bundle: true, format: 'esm', outfile })
  await runs(t, project, outfile)
})
