import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { plainDocument } from '../helpers/openapi.ts'

const page = readFileSync(new URL('../../docs/interface.md', import.meta.url), 'utf8')

test('the interface page has a row for each field of each object that it tells of', () => {
  const tables = [...page.matchAll(/^\| field \| type \|(.*)\|\n(?:\|.*\n)+/gm)]
  assert.ok(tables.length >= 4)
  for (const [table, header = ''] of tables) {
    const cells = [...table.matchAll(/^\|([^|]*)\|/gm)].map(([, cell]) => cell).join(' ')
    const rows = new Set(cells.match(/\w+/g))
    for (const [, title = ''] of header.matchAll(/in an? (\w+)/g)) {
      const { properties = {} } = plainDocument.components.schemas[title] ?? {}
      const missing = Object.keys(properties).filter((name) => !rows.has(name))
      assert.deepEqual(missing, [], `${title} in docs/interface.md`)
    }
  }
})
