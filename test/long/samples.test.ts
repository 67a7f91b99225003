import assert from 'node:assert/strict'
import { spawnSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { operationsOf } from '../../src/api/resource.ts'
import { petstore } from '../../src/resources.ts'
import { temporaryFolder } from '../helpers/app.ts'
import { needs } from '../helpers/needs.ts'
import { linkNodeTypes, projectWithClient, root, runProgram } from '../helpers/packed-client.ts'

/** A module of the page: plain JavaScript, which has no types. */
const moduleOf = async <T>(name: string): Promise<T> =>
  await import(new URL(`../../src/api/reference/assets/${name}`, import.meta.url).href)

const { operationAt, readDocument } = await moduleOf<{
  readDocument: (text: string) => unknown
  operationAt: (document: unknown, path: string, method: string) => unknown
}>('document.js')
const { exampleOf, sampleOf } = await moduleOf<{
  exampleOf: (base: string, path: string, method: string, operation: unknown) => object
  sampleOf: (language: string, request: object) => string
}>('samples.js')

const document = readDocument(readFileSync(join(root, 'openapi.json'), 'utf8'))

/** The sample of each operation in a language, as the reference page shows it before anything was sent. */
const samplesIn = (language: string): ReadonlyArray<readonly [id: string, code: string]> =>
  operationsOf(petstore).map(({ id, path, method }) => {
    const operation = operationAt(document, path, method)
    const request = exampleOf('http://127.0.0.1:8081/v1', path, method, operation)
    return [id, sampleOf(language, { ...request, path, operation, client: petstore.client })]
  })

test('the types of the client let every sample in TypeScript through', async (t) => {
  const project = join(temporaryFolder(t), 'project')
  const compilerOptions = { strict: true, noEmit: true, module: 'nodenext', target: 'esnext' }
  const samples = samplesIn('TypeScript').map(([id, code]) => [`${id}.ts`, code] as const)
  projectWithClient(project, {
    'tsconfig.json': JSON.stringify({ compilerOptions: { ...compilerOptions, types: ['node'] } }),
    ...Object.fromEntries(samples),
  })
  linkNodeTypes(project)
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  await runProgram(process.execPath, [tsc, '-p', project], { cwd: project })
})

test('a shell reads every sample in curl', { skip: needs('bash') }, () => {
  for (const [id, code] of samplesIn('curl')) {
    const { status, stderr } = spawnSync('bash', ['-n'], { input: code, encoding: 'utf8' })
    assert.equal(status, 0, `${id}: ${stderr}`)
  }
})

test('Python reads every sample in Python', { skip: needs('python3') }, (t) => {
  const file = join(temporaryFolder(t), 'samples.json')
  writeFileSync(file, JSON.stringify(samplesIn('Python')))
  const program = `
import ast, json, sys
for name, code in json.load(open(sys.argv[1])):
    ast.parse(code, name)`
  const { status, stderr } = spawnSync('python3', ['-c', program, file], { encoding: 'utf8' })
  assert.equal(status, 0, stderr)
})
