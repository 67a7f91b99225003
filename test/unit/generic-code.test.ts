import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'

const root = new URL('../../src/', import.meta.url)

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

const namesIn = (text: string): readonly string[] => {
  const rest = text.replaceAll(permitted, '')
  return rest.split('\n').filter((line) => line.search(resources) !== -1)
}

test('no generic code names a resource', () => {
  const named = globSync(generic, { cwd: root })
    .filter((path) => !catalogues.has(path) && !/(?:migrations|steps|sql\/schema)\.ts$/.test(path))
    .flatMap((path) => {
      const lines = namesIn(readFileSync(new URL(path, root), 'utf8'))
      return lines.length === 0 ? [] : [path]
    })
  assert.deepEqual(named, [])
})

test('neither the kits nor the stores nor the way of a request name webhooks', () => {
  const named = globSync(withoutWebhooks, { cwd: root })
    .filter((path) => !catalogues.has(path) && !/(?:migrations|steps|sql\/schema)\.ts$/.test(path))
    // OpenAPI's own name for messages to clients.
    .filter((path) => /webhook(?!s: sent\b)/i.test(readFileSync(new URL(path, root), 'utf8')))
  assert.deepEqual(named, [])
})
