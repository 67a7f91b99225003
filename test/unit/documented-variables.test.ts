import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readConfig } from '../../src/base/config/config.ts'
import { variables } from '../../src/base/config/variables.ts'

const read = (path: string): string =>
  readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')

const known = Object.keys(variables)

test('.env.example names every variable, no other, and defaults that are the defaults', () => {
  const lines = [...read('.env.example').matchAll(/^#((?:PETSTORE|OTEL)_\w+)=(.*)$/gm)]
  assert.deepEqual(
    lines.map(([, name]) => name),
    known,
  )
  const example = Object.fromEntries(lines.map(([, name = '', value]) => [name, value]))
  const { metrics, ...rest } = readConfig(example)
  const { metrics: defaultMetrics, ...defaults } = readConfig({})
  assert.deepEqual(rest, defaults)
  // A metrics port that the operator set must be free, even if it is the default port.
  assert.deepEqual(metrics, { ...defaultMetrics, required: true })
})
