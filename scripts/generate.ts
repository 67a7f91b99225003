import { globSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { defaultBaseUrls, openapiDocument, openapiJson } from '../src/kit/openapi/document.ts'
import { petstore } from '../src/resources/index.ts'
import { languages } from '../console/src/core/language.ts'
import { clientFacts, clientTypes } from './generators/client-types.ts'
import { consoleFiles } from './generators/console.ts'
import { guideWithExamples } from './generators/guides.ts'
import { postmanCollection } from './generators/postman.ts'
import { pythonTypes } from './generators/python-types.ts'
import { sortedTranslations } from './generators/sentences.ts'
import { envExample } from './generators/variables.ts'

const openapi = openapiJson(openapiDocument(petstore, defaultBaseUrls))

/**
 * Every generated file: its path, and a function that makes its content. A file may be made from those before
 * it, which are already written.
 */
const generated: ReadonlyArray<readonly [path: string, make: () => string | Promise<string>]> = [
  ['openapi.json', () => openapi],
  ['examples/petstore.postman_collection.json', () => postmanCollection(openapi)],
  ['.env.example', envExample],
  ['client/src/generated/openapi.ts', async () => await clientTypes(openapi)],
  ['client/src/generated/facts.ts', () => clientFacts(openapi, defaultBaseUrls)],
  ['python/petstore_client/types.py', () => pythonTypes(openapi, defaultBaseUrls)],
  ...Object.keys(languages)
    .filter((language) => language !== 'en')
    .map(
      (language) =>
        [`console/languages/${language}.json`, () => sortedTranslations(language)] as const,
    ),
]

const check = process.argv.includes('--check')

const differs = (path: string): void => {
  process.stderr.write(`${path} is not what the code makes; run npm run generate.\n`)
  process.exitCode = 1
}

/** Writes a file, or checks that it has the expected content. */
const put = (path: string, content: string): void => {
  const file = new URL(`../${path}`, import.meta.url)
  if (!check) writeFileSync(file, content)
  else if (readFileSync(file, 'utf8') !== content) differs(path)
}

for (const [path, make] of generated) put(path, await make())

const root = fileURLToPath(new URL('..', import.meta.url))
for (const path of globSync('docs/guides/*.md', { cwd: root })) put(path, guideWithExamples(path))

// Removes files that are no longer in the bundle.
const folder = 'console/built/'
const built = new URL(`../${folder}`, import.meta.url)
mkdirSync(built, { recursive: true })
const files = await consoleFiles()
const present = new Set(readdirSync(built))
for (const [name, content] of files) {
  if (check && !present.has(name)) differs(folder + name)
  else put(folder + name, content)
}
for (const name of present) {
  if (files.has(name)) continue
  if (check) differs(folder + name)
  else rmSync(new URL(name, built))
}
