import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { variables } from '../../src/config/variables.ts'
import { maxChunkedBytes, wireLimits } from '../../src/core/limits.ts'
import { askBareNode } from './bare-node.ts'
import { wireGroups } from './cases/index.ts'
import { renderTable, withTable } from './table.ts'

const document = readFileSync(new URL('../../docs/wire.md', import.meta.url), 'utf8')
const bareNode: Readonly<Record<string, string>> = JSON.parse(
  readFileSync(new URL('bare-node.json', import.meta.url), 'utf8'),
)
const cases = wireGroups.flatMap((group) => group.cases)

test('docs/wire.md has the table of the cases', () => {
  const wanted = withTable(document, renderTable(wireGroups, bareNode))
  assert.equal(document, wanted, 'npm run wire-table -- --write writes it anew')
})

test('no two cases send the same', () => {
  assert.equal(new Set(cases.map(({ sent }) => sent)).size, cases.length)
})

test('a bare Node server still does what the table says of it', async () => {
  // Only waiting shows that no answer comes, and a busy machine answers late.
  const talking = cases.filter(
    ({ sent }) => /^\d/.test(bareNode[sent] ?? '') && !/waits/.test(bareNode[sent] ?? ''),
  )
  // Bare Node resets some connections, and a reset can overtake the answer, so a difference is checked again.
  let differing = talking
  for (let attempt = 1; differing.length > 0; attempt += 1) {
    const asked = await askBareNode(differing, 5_000)
    differing = differing.filter(({ sent }) => asked[sent] !== bareNode[sent])
    if (attempt < 4) continue
    const expected = Object.fromEntries(differing.map(({ sent }) => [sent, bareNode[sent]]))
    const found = Object.fromEntries(differing.map(({ sent }) => [sent, asked[sent]]))
    assert.deepEqual(found, expected)
  }
})

test('docs/wire.md states every limit', () => {
  const bytes = (count: number): string => `${count.toLocaleString('en')} bytes`
  for (const row of [
    `| Request target | ${bytes(wireLimits.uriBytes)} |`,
    `| Header fields together | ${bytes(wireLimits.headerBytes)} |`,
    `| Body | ${bytes(wireLimits.bodyBytes)} |`,
    `${bytes(maxChunkedBytes)} |`,
    `| ${wireLimits.lingerTimeout / 1_000} s |`,
    `| ${wireLimits.connections.toLocaleString('en')} | \`PETSTORE_MAX_CONNECTIONS\` |`,
    `| ${wireLimits.connectionsOfAddress.toLocaleString('en')} | \`PETSTORE_MAX_CONNECTIONS_PER_ADDRESS\` |`,
  ]) {
    assert.ok(document.includes(row), row)
  }
  for (const name of [
    'PETSTORE_HEADERS_TIMEOUT',
    'PETSTORE_REQUEST_TIMEOUT',
    'PETSTORE_RESPONSE_TIMEOUT',
    'PETSTORE_KEEP_ALIVE_TIMEOUT',
  ] as const) {
    const row = `| ${variables[name].fallback / 1_000} s | \`${name}\` |`
    assert.ok(document.includes(row), row)
  }
})
