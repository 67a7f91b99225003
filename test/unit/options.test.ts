import assert from 'node:assert/strict'
import { test } from 'node:test'
import { InvalidArgumentError } from 'commander'
import {
  all,
  expiresOption,
  graceOption,
  limitOptions,
  nameOption,
  parseDuration,
  planOption,
  scopesOption,
} from '../../src/cli/options.ts'
import { everyScope } from '../../src/keys/scopes.ts'

for (const [text, milliseconds] of [
  ['0s', 0],
  ['45s', 45_000],
  ['30m', 1_800_000],
  ['24h', 86_400_000],
  ['90d', 7_776_000_000],
  ['3650d', 315_360_000_000],
  ['87600h', 315_360_000_000],
] as const) {
  test(`${text} is ${milliseconds} ms`, () => assert.equal(parseDuration(text), milliseconds))
}

for (const text of [
  '',
  '90',
  'd',
  '-1d',
  '+1d',
  '1.5h',
  '1 d',
  '1w',
  '90D',
  '1e3s',
  '3651d',
  '9'.repeat(400),
]) {
  test(`${JSON.stringify(text.slice(0, 9))} is not a duration, and the message shows a valid one`, () => {
    assert.throws(
      () => parseDuration(text),
      (error: Error) => {
        assert.ok(error instanceof InvalidArgumentError)
        assert.match(error.message, /90d, 24h, 30m or 45s/)
        return true
      },
    )
  })
}

const parse = (option: { parseArg?: unknown }, text: string): unknown => {
  assert.ok(typeof option.parseArg === 'function')
  return option.parseArg(text, undefined)
}

test('a limit is a whole number from 1 on', () => {
  const [perMinute] = limitOptions()
  assert.ok(perMinute)
  assert.equal(parse(perMinute, '1'), 1)
  assert.equal(parse(perMinute, '1000000000'), 1_000_000_000)
  for (const text of ['0', '-1', '1.5', '1e3', '1000000001', 'many', '']) {
    assert.throws(() => parse(perMinute, text), InvalidArgumentError, text)
  }
})

test('a key is good for a second at least, but a grace may be none', () => {
  assert.equal(parse(expiresOption(), '1s'), 1_000)
  assert.throws(() => parse(expiresOption(), '0d'), /at least 1s/)
  assert.throws(() => parse(expiresOption(), 'soon'), /90d, 24h, 30m or 45s/)
  assert.equal(parse(graceOption(), '0s'), 0)
})

test('a plan is one of the four, without regard to case', () => {
  assert.equal(parse(planOption(), 'Enterprise'), 'enterprise')
  assert.throws(() => parse(planOption(), 'gold'), /free, pro, business, enterprise/)
})

test('a name has a visible character and none that controls a terminal', () => {
  assert.equal(parse(nameOption(), 'Zoë’s shop 🐈'), 'Zoë’s shop 🐈')
  for (const text of ['', '   ', 'a\nb', 'a\u001b[31mb', 'x'.repeat(101)]) {
    assert.throws(() => parse(nameOption(), text), InvalidArgumentError)
  }
})

test('the help of scopes names each one, and a space after a comma is no fault', () => {
  const option = scopesOption()
  for (const name of [all, ...everyScope]) assert.ok(option.description.includes(name), name)
  assert.deepEqual(
    parse(option, 'pets:read, orders:write'),
    parse(option, 'pets:read,orders:write'),
  )
  for (const text of ['', ' ', 'pets:read,', 'pets: read', `${all}, pets:read`]) {
    assert.throws(() => parse(option, text), /is no scope/, text)
  }
})
