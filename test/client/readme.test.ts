import assert from 'node:assert/strict'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { temporaryFolder } from '../helpers/app.ts'
import { testDocument } from '../helpers/docs.ts'
import { matchesShown } from '../helpers/docs-format.ts'
import {
  installInto,
  linkNodeTypes,
  packClient,
  root,
  runProgram,
} from '../helpers/packed-client.ts'
import { startService } from '../helpers/service.ts'

// The commands; the programs follow below.
testDocument('client/README.md')

/** A program of the document, and what it prints. */
const blocks = [
  ...readFileSync(join(root, 'client/README.md'), 'utf8').matchAll(
    /<!-- runs: (.+) -->\n```ts\n([^]*?)```\n\n```text\n([^]*?)```/g,
  ),
].map(([, name = '', code = '', output = '']) => ({ name, code, output }))

let folder = ''
let project = ''

before(async () => {
  folder = mkdtempSync(join(tmpdir(), 'petstore-readme-'))
  project = join(folder, 'project')
  await installInto(project, await packClient(folder), {
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        strict: true,
        noEmit: true,
        module: 'nodenext',
        target: 'esnext',
        types: ['node'],
      },
    }),
  })
  linkNodeTypes(project)
  for (const { name, code } of blocks) writeFileSync(join(project, `${name}.ts`), code)
})
after(() => rmSync(folder, { recursive: true, force: true }))

test('every program of client/README.md has its output, and the types let it through', async () => {
  const markdown = readFileSync(join(root, 'client/README.md'), 'utf8')
  assert.equal(blocks.length, [...markdown.matchAll(/^```ts$/gm)].length)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await runProgram(process.execPath, [tsc, '-p', project], { cwd: project })
})

test('the programs of client/README.md, one after the other, print what is shown', async (t) => {
  const service = await startService(t, temporaryFolder(t), { PETSTORE_ENVIRONMENTS: 'staging' })
  const apiKey = await service.addKey('staging')
  // The documented address stands for the one on which the service listens.
  const redirection = join(folder, 'address.mjs')
  writeFileSync(
    redirection,
    `const { fetch } = globalThis
    globalThis.fetch = (url, init) =>
      fetch(url.replace('http://127.0.0.1:8081/v1', process.env.ADDRESS), init)`,
  )
  for (const { name, output } of blocks) {
    const printed = await runProgram(process.execPath, ['--import', redirection, `${name}.ts`], {
      cwd: project,
      env: {
        PATH: process.env['PATH'],
        PETSTORE_API_KEY: apiKey,
        ADDRESS: service.baseUrl('staging'),
      },
    })
    assert.ok(matchesShown(output, printed), `${name} printed:\n${printed}`)
  }
})
