import assert from 'node:assert/strict'
import { writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { after, before, test } from 'node:test'
import { promisify } from 'node:util'
import { build } from 'esbuild'
import { type Json, startApp, temporaryFolder } from '../helpers/app.ts'
import { openapiSource, operations } from '../helpers/openapi.ts'
import { npmInstall, root, runProgram } from '../helpers/packed-client.ts'

/** Tools that others give the document to. What they make is tried, so their versions stand still. */
const tools = ['@hey-api/openapi-ts@0.99.0', 'orval@8.38.0', 'openapi-to-postmanv2@6.3.3']

const folder = temporaryFolder({ after })

before(async () => {
  // The first of the tools works with the API of a compiler before version 7.
  await npmInstall(folder, ...tools, 'typescript@6.0.3')
  writeFileSync(join(folder, 'openapi.json'), openapiSource)
})

/** A program that reads an animal by both clients, and is refused by both. */
const program = `
import { client } from './hey/client.gen'
import * as hey from './hey/sdk.gen'
import * as orval from './orval'

declare const process: { env: Record<string, string> }
const { KEY = '', BASE = '' } = process.env

client.setConfig({ baseUrl: BASE, auth: KEY })
const read = await hey.listPets({ query: { limit: 1, status: 'available' } })
const wrong = await hey.createPet({ body: { name: '', categoryId: 1 } })
const name: string | undefined = read.data?.[0]?.name
console.log(name, wrong.error?.code)

const headers = { Authorization: 'Bearer ' + KEY }
const listed = await orval.listPets({ limit: 1, status: 'available' }, { headers })
const refused = await orval.createPet({ name: '', categoryId: 1 }, { headers })
if (listed.status === 200) console.log(listed.data[0]?.name)
if (refused.status === 400) console.log(refused.data.code)
`

test('what hey-api and orval generate compiles strictly and speaks with the service', async (t) => {
  const app = await startApp(t)
  const { baseUrl, key } = app
  await app.call('/pets', { method: 'POST', body: { name: 'Rex', categoryId: 3 } })
  const write = (name: string, text: string): void => writeFileSync(join(folder, name), text)
  const output = { target: 'orval.ts', client: 'fetch', baseUrl }
  const config = { petstore: { input: 'openapi.json', output } }
  write('orval.config.mjs', `export default ${JSON.stringify(config)}`)
  const compilerOptions = {
    strict: true,
    noEmit: true,
    target: 'es2022',
    module: 'esnext',
    moduleResolution: 'bundler',
    lib: ['es2022', 'dom', 'dom.iterable'],
    types: [],
  }
  write('tsconfig.json', JSON.stringify({ compilerOptions, files: ['main.ts'] }))
  write('main.ts', program)
  const run = async (file: string, ...args: readonly string[]): Promise<string> =>
    await runProgram(process.execPath, [file, ...args], {
      cwd: folder,
      env: { PATH: process.env['PATH'], KEY: key, BASE: baseUrl },
    })
  await run('node_modules/.bin/openapi-ts', '-i', 'openapi.json', '-o', 'hey')
  await run('node_modules/.bin/orval', '--config', 'orval.config.mjs')
  await run(join(root, 'node_modules/typescript/bin/tsc'), '-p', folder)
  const bundle = { bundle: true, format: 'esm', target: 'es2022' } as const
  const outfile = join(folder, 'main.mjs')
  await build({ ...bundle, entryPoints: [join(folder, 'main.ts')], outfile })
  assert.equal(await run(outfile), 'Rex invalid_body\nRex\ninvalid_body\n')
})

test('Postman’s import makes one request of each operation', async () => {
  const { convert } = createRequire(join(folder, 'package.json'))('openapi-to-postmanv2')
  const given = { type: 'string', data: openapiSource }
  const made: Json = await promisify(convert)(given, { folderStrategy: 'Tags' })
  assert.ok(made.result, made.reason)
  const requests: readonly Json[] = made.output.flatMap(({ data }: Json) =>
    data.item.flatMap(({ item }: Json) => item),
  )
  assert.deepEqual(
    new Set(requests.map(({ request: { method, url } }) => `${method} /${url.path.join('/')}`)),
    new Set(
      operations.map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
    ),
  )
  assert.equal(requests.length, operations.length)
})
