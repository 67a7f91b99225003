import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'

const run = promisify(execFile)
const root = new URL('../../', import.meta.url)

/** What a new process has loaded after it ran some code: files of the checkout, and internal modules of Node. */
const loadedBy = async (code: string) => {
  const program = `
    import { registerHooks } from 'node:module'
    const files = []
    registerHooks({ load: (url, context, next) => (files.push(url), next(url, context)) })
    ${code}
    console.log(JSON.stringify({ files, internals: process.moduleLoadList }))`
  const { stdout } = await run(process.execPath, ['--input-type=module', '--eval', program], {
    cwd: root,
  })
  const { files, internals }: Readonly<Record<'files' | 'internals', readonly string[]>> =
    JSON.parse(stdout)
  const own = files.filter((url) => url.startsWith(root.href))
  return { files: own.map((url) => url.slice(root.href.length)), internals }
}

/** Runs `serve` with a wrong configuration, so it ends as soon as it is loaded. */
const serve = `
  const { runCommandLine } = await import('./src/cli/command-line.ts')
  const nothing = () => undefined
  const env = { PETSTORE_EVENT_DAYS: 'many' }
  await runCommandLine(['serve'], { out: nothing, error: nothing, env, isTerminal: {} })`

/** The client of `fetch` and `WebSocket`. An import of `node:http` loads it. */
const webClient = 'NativeModule internal/deps/undici/undici'
/** An import of `node:https` or `node:tls` loads it. */
const encryption = 'NativeModule internal/tls/wrap'

for (const [what, code, needed, others] of [
  [
    'serve loads no other command, no client, no operation and no server before its workers start',
    serve,
    'src/server/supervisor.ts',
    /^src\/cli\/(?!command-line|kit\/(?:options|terminal)|serve)|^client\/|csv|^src\/http\/flow|^src\/resources|^src\/kit\//,
  ],
  [
    "a worker loads no command, no document and none of Node's clients",
    "await import('./src/server/worker.ts')",
    'src/http/flow.ts',
    /^src\/cli\/|^client\/|^node_modules\/|^src\/kit\/reference\/|document|console/,
  ],
] as const) {
  test(what, async () => {
    const { files, internals } = await loadedBy(code)
    assert.ok(files.includes(needed))
    const further = internals.filter((name) => name === webClient || name === encryption)
    assert.deepEqual([...files.filter((file) => others.test(file)), ...further], [])
  })
}

test('the modules of Node that a start does not load are seen if something loads them', async () => {
  const { internals } = await loadedBy(`await import('node:https'); await import('node:http')`)
  assert.ok(internals.includes(encryption) && internals.includes(webClient))
})

test('the imports of the own sources find the files that Node finds, and an import of others goes its way', async () => {
  const graph = `await import('./src/server/worker.ts'); await import('node:zlib')`
  const byNode = await loadedBy(graph)
  const short = await loadedBy(
    `const { resolveOwnImports } = await import('./src/base/own-imports.ts'); resolveOwnImports()
    ${graph}`,
  )
  assert.deepEqual(short.files, ['src/base/own-imports.ts', ...byNode.files])
})
