import assert from 'node:assert/strict'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import type { PetStore } from '../../client/src/index.ts'
import { writeExact } from '../../src/base/exact-json.ts'
import { int64 } from '../../src/base/int64.ts'
import { NewPet, Pet } from '../../src/resources/pets/pet.ts'
import { startApp, temporaryFolder } from '../helpers/app.ts'
import { clientOf } from '../helpers/client.ts'
import { runHere } from '../helpers/command.ts'
import { parseExactly } from '../helpers/exact-json.ts'

type FieldSchema = {
  readonly type?: unknown
  readonly format?: unknown
  readonly enum?: readonly string[]
}

/** Two values for a field of any schema that an animal may have; a new kind of field needs a line here. */
const valuesOf = (name: string): readonly [string | bigint, string | bigint] => {
  const schema = NewPet.properties[name as keyof typeof NewPet.properties] as FieldSchema
  if (schema.enum !== undefined) return [schema.enum.at(0) ?? '', schema.enum.at(-1) ?? '']
  if (schema.format === 'int64') return [int64.maximum, int64.minimum]
  if (schema.type === 'string') return [`Zoë, "the" ${name}`, ` =1+${name} 🐕 `]
  throw new Error(`This test has no values for ${name}.`)
}

type Fields = Readonly<Record<string, string | bigint>>

const names = Object.keys(NewPet.properties)
/** Animals in which no field has the value that it would have by chance. */
const animals: readonly Fields[] = [0, 1].map((at) =>
  Object.fromEntries(names.map((name) => [name, valuesOf(name)[at] ?? ''])),
)
/** With their ids, in the order of the schema. */
const stored = animals.map((animal, at) => {
  const fields: Fields = { id: BigInt(at + 1), ...animal }
  return Object.fromEntries(Object.keys(Pet.properties).map((name) => [name, fields[name]]))
})

const ndjsonOf = (rows: readonly unknown[]): string =>
  rows.map((row) => `${writeExact(row as Fields)}\n`).join('')

const csvOf = (fields: readonly string[], rows: ReadonlyArray<Readonly<Record<string, unknown>>>) =>
  [fields, ...rows.map((row) => fields.map((name) => String(row[name])))]
    .map((cells) => `${cells.map(csvCell).join(',')}\r\n`)
    .join('')

const csvCell = (text: string): string =>
  /[",]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text

/** A service with no animals, and the commands for it. */
const setUp = async (t: TestContext) => {
  const dataDir = temporaryFolder(t)
  const app = await startApp(t, { dataDir })
  const env = {
    PETSTORE_DATA_DIR: dataDir,
    PETSTORE_API_KEY: app.key,
    PETSTORE_BASE_URL: app.baseUrl,
  }
  const pets = async (...args: readonly string[]): Promise<string> => {
    const { status, out, error } = await runHere(['pets', ...args], env)
    assert.equal(status, 0, error)
    return out
  }
  return { app, dataDir, pets, client: clientOf(app) }
}

type Service = Awaited<ReturnType<typeof setUp>>

/** Looks at every animal in every way that there is. */
const assertSeenEverywhere = async ({ app, dataDir, pets, client }: Service): Promise<void> => {
  const list = (await app.call('/pets')).text
  assert.deepEqual(parseExactly(list), stored)
  for (const [at, pet] of stored.entries()) {
    assert.equal((await app.call(`/pets/${at + 1}`)).text, writeExact(pet as Fields))
    assert.deepEqual(await client.pets.get(at + 1), pet)
  }
  assert.deepEqual(await Array.fromAsync(client.pets.list()), stored)
  assert.equal(await pets('list'), ndjsonOf(stored))
  const wanted = { ndjson: ndjsonOf(stored), csv: csvOf(Object.keys(Pet.properties), stored) }
  for (const [format, text] of Object.entries(wanted)) {
    const file = join(dataDir, `exported.${format}`)
    await pets('export', file, '--environment', 'staging')
    assert.equal(readFileSync(file, 'utf8'), text)
  }
}

/** `--category-id=3` for each field. */
const optionsOf = (animal: Fields): readonly string[] =>
  Object.entries(animal).map(([name, value]) => {
    const option = name.replaceAll(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
    return `--${option}=${value}`
  })

/** Runs `pets import` with a file of this text. */
const importText = async (
  { pets, dataDir }: Service,
  name: string,
  text: string,
  ...options: readonly string[]
): Promise<void> => {
  const file = join(dataDir, name)
  writeFileSync(file, text)
  await pets('import', file, '--environment', 'staging', ...options)
}

/** Adds animals of which every field is to be changed. */
const addOthers = async ({ client }: Service): Promise<void> => {
  for (const status of ['pending', 'available'] as const) {
    await client.pets.create({ name: 'Other', categoryId: 5, status })
  }
}

type NewPetInput = Parameters<PetStore['pets']['create']>[0]

/** Every way by which an animal comes into the store, or is changed. */
const ways: Readonly<Record<string, (service: Service) => Promise<void>>> = {
  'goes through an import of ndjson': async (service) =>
    await importText(service, 'animals.ndjson', ndjsonOf(animals)),
  'goes through an import of csv': async (service) =>
    await importText(service, 'animals.csv', csvOf(names, animals)),
  'goes through a creation by the interface': async ({ app }) => {
    const headers = { 'content-type': 'application/json' }
    for (const animal of animals)
      assert.equal((await app.post('/pets', writeExact(animal), { headers })).status, 201)
  },
  'goes through a creation by the client': async ({ client }) => {
    // An animal has a value for each field of the schema.
    for (const animal of animals) await client.pets.create(animal as NewPetInput)
  },
  'goes through a creation by the command line': async ({ pets }) => {
    for (const animal of animals) await pets('add', ...optionsOf(animal))
  },
  'is changed by the client': async (service) => {
    await addOthers(service)
    for (const [at, animal] of animals.entries()) {
      assert.deepEqual(await service.client.pets.update(at + 1, animal), stored[at])
    }
  },
  'is changed by the command line': async (service) => {
    await addOthers(service)
    for (const [at, animal] of animals.entries()) {
      await service.pets('update', String(at + 1), ...optionsOf(animal))
    }
  },
  'is changed by a file': async (service) => {
    await addOthers(service)
    const text = csvOf(Object.keys(Pet.properties), stored)
    await importText(service, 'changes.csv', text, '--update')
  },
}

for (const [way, take] of Object.entries(ways)) {
  test(`every field of an animal ${way}, and is seen everywhere`, async (t) => {
    const service = await setUp(t)
    await take(service)
    await assertSeenEverywhere(service)
  })
}
