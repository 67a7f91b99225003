import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { variables } from '../../src/base/config/variables.ts'
import { maxFramingBytes, wireLimits } from '../../src/base/limits.ts'

const document = readFileSync(new URL('../../docs/wire.md', import.meta.url), 'utf8')
test('docs/wire.md states every limit', () => {
  const bytes = (count: number): string => `${count.toLocaleString('en')} bytes`
  for (const row of [
    `| Request target | ${bytes(wireLimits.uriBytes)} |`,
    `| Header fields together | ${bytes(wireLimits.headerBytes)} |`,
    `| Body | ${bytes(wireLimits.bodyBytes)} |`,
    `${bytes(maxFramingBytes)} |`,
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
