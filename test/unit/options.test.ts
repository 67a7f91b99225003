import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidArgumentError } from 'commander'
import { parseDuration } from '../../src/cli/kit/options.ts'

for (const [text, milliseconds] of [
  ['0s', 0],
  ['30m', 1_800_000],
  ['24h', 86_400_000],
  ['3650d', 315_360_000_000],
  ['87600h', 315_360_000_000],
] as const) {
  test(`${text} is ${milliseconds} ms`, () => assert.equal(parseDuration(text), milliseconds))
}

const wrong = ['', '90', 'd', '-1d', '+1d', '1.5h', '1 d', '1w', '90D', '1e3s', '3651d']
for (const text of [...wrong, '9'.repeat(400)]) {
  test(`${JSON.stringify(text.slice(0, 9))} is not a span of time`, () => {
    assert.throws(() => parseDuration(text), InvalidArgumentError)
  })
}
